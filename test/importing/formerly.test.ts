import { expect, test } from 'bun:test'
import { listAlbums } from '../../src/catalogue/album/store.ts'
import { listTracks } from '../../src/catalogue/track/store.ts'
import type { Database } from '../../src/database/database.ts'
import { buildCatalogue } from '../../src/importing/buildCatalogue.ts'
import type { TrackRow } from '../../src/importing/trackRow.ts'
import { seed } from '../../src/seeding/seed.ts'
import { withLibrary } from '../support/catalogue.ts'

const row = (file_path: string, others: Partial<TrackRow>): TrackRow => ({
  place: file_path,
  title: 'T',
  file_path,
  artists: [],
  genres: [],
  ...others,
})

const seedRows = async (database: Database, rows: readonly TrackRow[]) => {
  await seed(database, [...buildCatalogue(rows).chunks].join(''), { prune: true })
  const all = { after: 0, limit: 100 }
  return {
    albums: (await database.read((read) => listAlbums(read, all))).map(({ id }) => id),
    tracks: (await database.read((read) => listTracks(read, all))).map(({ id, file_path }) => [id, file_path]),
  }
}
