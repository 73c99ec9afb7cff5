import type { Database } from '../../src/database/database.ts'
import { InvalidCatalogue } from '../../src/seeding/problems.ts'
import { seed } from '../../src/seeding/seed.ts'
import { rejection } from './database.ts'

/** A small catalogue in which every section refers to the others. */
export const kindOfBlue = {
  labels: [{ name: 'Columbia' }],
  genres: [{ name: 'Jazz' }, { name: 'Modal jazz' }],
  artists: [{ name: 'Miles Davis', label: 'Columbia' }, { name: 'John Coltrane' }],
  albums: [{ title: 'Kind of Blue', label: 'Columbia', release_date: '1959-08-17', duration_seconds: 2744 }],
  tracks: [
    {
      title: 'So What',
      file_path: 'kind-of-blue/01.flac',
      duration_seconds: 562,
      album: 'Kind of Blue',
      artists: ['Miles Davis', 'John Coltrane'],
      genres: ['Modal jazz', 'Jazz'],
    },
    { title: 'Blue in Green', file_path: 'kind-of-blue/03.flac', album: 'Kind of Blue', artists: ['Miles Davis'] },
  ],
}

/** Seeds a catalogue file with the JSON of this value. */
export const seedValue = (database: Database, catalogue: unknown, options: Parameters<typeof seed>[2] = {}) =>
  seed(database, JSON.stringify(catalogue), options)

/** The problems of a catalogue that can't be seeded, each as `pointer sentence`. */
export const problemsOf = async (database: Database, catalogue: unknown, options: Parameters<typeof seed>[2] = {}) => {
  const error = await rejection(seedValue(database, catalogue, options))
  if (!(error instanceof InvalidCatalogue)) throw error
  return error.problems.map(({ pointer, sentence }) => `${pointer} ${sentence}`)
}
