import { expect } from 'bun:test'
import { buildCatalogue } from '../../src/converters/buildCatalogue.ts'
import type { TrackRow } from '../../src/converters/trackRow.ts'
import type { Database } from '../../src/library/database.ts'
import { listAlbums, listTracks } from '../support/catalogueStore.ts'
import { databaseTest as test } from '../support/fixtureTest.ts'
import { seedText } from '../support/seedText.ts'
import { createRow } from './convert.ts'

/** Seeds the catalogue of rows, and returns the ids of the albums and tracks. */
const seedRows = async (database: Database, rows: readonly TrackRow[]) => {
  await seedText(database, [...buildCatalogue(rows).chunks].join(''), { prune: true })
  return {
    albums: (await listAlbums(database.read)).map(({ id }) => id),
    tracks: (await listTracks(database.read)).map(({ id, file_path }) => [id, file_path]),
  }
}

const album = { title: 'Blue Train', artist: 'John Coltrane' }

test('an album stays the same record when its files get a key one after another', async (database) => {
  const keyed = { ...album, key: 'mbid' }
  const before = await seedRows(database, [createRow('1', { album }), createRow('2', { album })])
  expect(await seedRows(database, [createRow('1', { album: keyed }), createRow('2', { album })])).toEqual(before)
  expect(await seedRows(database, [createRow('1', { album: keyed }), createRow('2', { album: keyed })])).toEqual(before)
})

test('a track stays the same record when it gets another key and another path', async (database) => {
  const { tracks } = await seedRows(database, [createRow('1', { key: 'md5' })])
  const moved = await seedRows(database, [createRow('2', { key: 'mbid', former_key: 'md5' })])
  expect(moved.tracks).toEqual([[tracks[0]?.[0] as number, '2']])
})
