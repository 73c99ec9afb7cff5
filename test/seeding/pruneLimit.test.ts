import { expect, test } from 'bun:test'
import { type PruneLimit, PruneLimitExceeded } from '../../src/seeding/write/pruneLimit.ts'
import { seedValue } from '../support/catalogue.ts'
import { listLabels } from '../support/catalogueStore.ts'
import { newDatabase, rejection } from '../support/database.ts'

const labelsOf = (count: number) => Array.from({ length: count }, (_, number) => ({ name: `Label ${number}` }))

/** Seeds a number of labels, and then prunes all but some of them. Returns whether the limit allows it. */
const isAllowed = async (records: number, kept: number, pruneLimit?: PruneLimit) => {
  await using database = await newDatabase()
  await seedValue(database, { labels: labelsOf(records), genres: [{ name: 'Jazz' }] })
  const catalogue = { labels: labelsOf(kept), genres: [{ name: 'Jazz' }] }
  const options = { prune: true, ...(pruneLimit && { pruneLimit }) }
  const dry = await seedValue(database, catalogue, { ...options, dryRun: true })
  const exceeded = { section: 'labels', pruned: records - kept, records } as const
  if (dry.prune_limit_exceeded.length === 0) {
    await seedValue(database, catalogue, options)
    expect(await listLabels(database.read)).toHaveLength(kept)
    return true
  }
  expect(dry.prune_limit_exceeded).toEqual([exceeded])
  const error = await rejection(seedValue(database, catalogue, options))
  expect(error).toBeInstanceOf(PruneLimitExceeded)
  expect((error as PruneLimitExceeded).sections).toEqual([exceeded])
  expect(await listLabels(database.read)).toHaveLength(records)
  return false
}

test.each<[records: number, kept: number, limit: PruneLimit | undefined, allowed: boolean]>([
  [20, 0, undefined, true],
  [20, 0, 'default', false],
  [1, 0, 'default', false],
  [20, 10, 'default', true],
  [20, 9, 'default', false],
  [200, 180, 'default', true],
  [200, 179, 'default', false],
  [20, 15, { records: 5 }, true],
  [20, 14, { records: 5 }, false],
  [20, 15, { percent: 25 }, true],
  [20, 14, { percent: 25 }, false],
  [20, 19, { records: 0 }, false],
  [20, 0, { percent: 100 }, true],
])('of %d labels, a prune keeps %d: the limit %p allows it: %p', async (records, kept, limit, allowed) => {
  expect(await isAllowed(records, kept, limit)).toBe(allowed)
})

test('a confirmed number of a section may be pruned, but no more', async () => {
  await using database = await newDatabase()
  await seedValue(database, { labels: labelsOf(5), genres: [{ name: 'Jazz' }] })
  const confirmedPrunes = { labels: 4, genres: 1, artists: 0, albums: 0, tracks: 0 }
  const options = { prune: true, pruneLimit: 'default', confirmedPrunes } as const
  expect(await rejection(seedValue(database, {}, options))).toBeInstanceOf(PruneLimitExceeded)
  await seedValue(database, {}, { ...options, confirmedPrunes: { ...confirmedPrunes, labels: 5 } })
  expect(await listLabels(database.read)).toEqual([])
})

test('records that entries delete or merge do not count', async () => {
  await using database = await newDatabase()
  await seedValue(database, { labels: labelsOf(30) })
  const kept = labelsOf(30).map((label, number) => (number < 15 ? { ...label, delete: true } : label))
  const merged = kept.map((label, number) => (number === 15 ? { ...label, merge_into: 'Label 29' } : label))
  const { sections } = await seedValue(database, { labels: merged }, { prune: true, pruneLimit: { records: 0 } })
  expect(sections.labels).toMatchObject({ deleted: 15, merged: 1, unchanged: 14 })
})
