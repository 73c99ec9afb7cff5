import { expect } from 'bun:test'
import { OperationalError } from '../../src/base/errors.ts'
import { addListener } from '../support/accounts.ts'
import { kindOfBlue, seedValue } from '../support/catalogue.ts'
import { createLabel, listLabels, listTracks } from '../support/catalogueStore.ts'
import { rejection } from '../support/database.ts'
import { databaseTest as test } from '../support/fixtureTest.ts'

const { labels, genres, artists, albums, tracks } = kindOfBlue

test('prune deletes the records that the file does not have', async (database) => {
  await seedValue(database, kindOfBlue)
  await database.write((tx) => createLabel(tx, 'Verve'))
  const { sections, likes_deleted } = await seedValue(
    database,
    { labels, genres, artists, albums, tracks: [tracks[0]] },
    { prune: true },
  )
  expect(sections.labels).toMatchObject({ unchanged: 1, merged: 0, deleted: 1 })
  expect(sections.tracks).toMatchObject({ unchanged: 1, merged: 0, deleted: 1 })
  expect(likes_deleted).toBe(0)
  expect((await listTracks(database.read)).map(({ title }) => title)).toEqual(['So What'])
  expect((await seedValue(database, {}, { prune: true })).sections.tracks.deleted).toBe(1)
  expect(await listLabels(database.read)).toEqual([])
})

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

test('the id of a pruned record is not used again', async (database) => {
  await seedValue(database, { labels: [{ name: 'one' }, { name: 'two' }] })
  await seedValue(database, { labels: [{ name: 'three' }] }, { prune: true })
  expect((await listLabels(database.read)).map(({ id }) => id)).toEqual([3])
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
