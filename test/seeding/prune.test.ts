import { expect } from 'bun:test'
import { OperationalError } from '../../src/base/errors.ts'
import { addListener } from '../support/accounts.ts'
import { kindOfBlue, seedValue } from '../support/catalogue.ts'
import { listTracks } from '../support/catalogueStore.ts'
import { rejection } from '../support/database.ts'
import { databaseTest as test } from '../support/fixtureTest.ts'

const { tracks } = kindOfBlue

test('a prune that would delete more records or likes than maxDeletions fails, and changes nothing', async (database) => {
  await seedValue(database, kindOfBlue)
  await addListener(database, 'ada@example.com', [1, 2])
  const seed = (records: number, likes: number) =>
    seedValue(database, { ...kindOfBlue, tracks: [] }, { prune: true, maxDeletions: { records, likes } })
  for (const [records, likes] of [
    [1, 2],
    [2, 1],
  ] as const)
    expect(await rejection(seed(records, likes))).toBeInstanceOf(OperationalError)
  expect(await listTracks(database.read)).toHaveLength(2)
  expect((await seed(2, 2)).likes_deleted).toBe(2)
  expect(await listTracks(database.read)).toHaveLength(0)
})

test('a prune reports the number of references from kept records to deleted ones', async (database) => {
  await seedValue(database, kindOfBlue)
  const kept = {
    artists: [{ name: 'Miles Davis' }, { name: 'John Coltrane' }],
    tracks: tracks.map(({ title, file_path }) => ({ title, file_path })),
  }
  // A label of an artist, an album of two tracks, and two genres of one.
  expect((await seedValue(database, kept, { prune: true })).references_cleared).toBe(5)
})
