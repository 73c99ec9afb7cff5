import type { Database } from '../../src/library/database.ts'
import { ownWork } from '../../src/library/longWork.ts'
import { openLibrary } from '../../src/library/open.ts'
import { exportCatalogue } from '../../src/seeding/export/exportCatalogue.ts'
import { InvalidCatalogue } from '../../src/seeding/read/problems.ts'
import { rejection } from './database.ts'
import { seedText } from './seedText.ts'

/** A small catalogue with references of every kind. */
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

/** Seeds the JSON text of a value. */
export const seedValue = (database: Database, catalogue: unknown, options: Parameters<typeof seedText>[2] = {}) =>
  seedText(database, JSON.stringify(catalogue), options)

/** Seeds a catalogue that is invalid. Returns its problems as `pointer sentence`. */
export const problemsOf = async (
  database: Database,
  catalogue: unknown,
  options: Parameters<typeof seedText>[2] = {},
) => {
  const error = await rejection(seedValue(database, catalogue, options))
  if (!(error instanceof InvalidCatalogue)) throw error
  return error.problems.map(({ pointer, sentence }) => `${pointer} ${sentence}`)
}

/** Opens an empty library in memory and closes it after use. */
export const withLibrary = async <T>(use: (database: Database) => Promise<T>): Promise<T> => {
  const database = await openLibrary(':memory:')
  try {
    return await use(database)
  } finally {
    await database.close()
  }
}

export const exportText = async (database: Database) =>
  [...(await database.longSnapshot(ownWork, exportCatalogue)).chunks].join('')

/** Seeds a text into a new library, and returns the export of that library. */
export const seedAndExport = (text: string) =>
  withLibrary(async (database) => {
    await seedText(database, text)
    return exportText(database)
  })
