import { expect, test } from 'bun:test'
import { OperationalError } from '../../src/base/errors.ts'
import { fromKeys } from '../../src/base/objects.ts'
import { resourceNames } from '../../src/catalogue/resources.ts'
import { PruneLimit } from '../../src/seeding/decide/pruneLimit.ts'
import { seedValue } from '../support/catalogue.ts'
import { listLabels } from '../support/catalogueStore.ts'
import { newDatabase, rejection } from '../support/database.ts'

const words = {
  subject: 'A prune',
  parameter: (records: number) => `a limit of ${records}`,
  tooLow: (limit: number) => `The limit is ${limit}.`,
  error: OperationalError,
}

const labelsOf = (count: number) => Array.from({ length: count }, (_, number) => ({ name: `Label ${number}` }))

test.each<[records: number, kept: number, limit: number | undefined, allowed: boolean]>([
  [20, 0, undefined, false],
  [1, 0, undefined, false],
  [20, 10, undefined, true],
  [20, 9, undefined, false],
  [200, 180, undefined, true],
  [200, 179, undefined, false],
  [20, 20, 0, true],
  [20, 15, 5, true],
  [20, 14, 5, false],
  [20, 19, 0, false],
  [20, 0, 20, true],
])('of %d labels, a prune keeps %d: the limit %p allows it: %p', (records, kept, limit, allowed) => {
  const labels = { pruned: Array(records - kept).fill({}), recordCount: records }
  const sections = { ...fromKeys(resourceNames, () => ({ pruned: [], recordCount: 0 })), labels }
  const exceeded = { section: 'labels', pruned: records - kept, records } as const
  expect(new PruneLimit(words, limit).findExceeded(sections)).toEqual(allowed ? [] : [exceeded])
})

test('a confirmed number of a section may be pruned, but no more', async () => {
  await using database = await newDatabase()
  await seedValue(database, { labels: labelsOf(5), genres: [{ name: 'Jazz' }] })
  const limit = new PruneLimit(words)
  const genres = { section: 'genres', pruned: 1, records: 1 } as const
  const confirm = (pruned: number) => limit.confirm([{ section: 'labels', pruned, records: 5 }, genres])
  const error = await rejection(seedValue(database, {}, { prune: true, pruneLimit: confirm(4) }))
  expect(error).toEqual(
    new OperationalError(
      'A prune would delete 5 of 5 labels (100 %). Nothing was changed. Check that the file is complete, or allow this with a limit of 5.',
    ),
  )
  expect(await listLabels(database.read)).toHaveLength(5)
  await seedValue(database, {}, { prune: true, pruneLimit: confirm(5) })
  expect(await listLabels(database.read)).toEqual([])
})

test('records that entries delete or merge do not count', async () => {
  await using database = await newDatabase()
  await seedValue(database, { labels: labelsOf(30) })
  const kept = labelsOf(30).map((label, number) => (number < 15 ? { ...label, delete: true } : label))
  const merged = kept.map((label, number) => (number === 15 ? { ...label, merge_into: 'Label 29' } : label))
  const { sections } = await seedValue(
    database,
    { labels: merged },
    { prune: true, pruneLimit: new PruneLimit(words, 0) },
  )
  expect(sections.labels).toMatchObject({ deleted: 15, merged: 1, unchanged: 14 })
})

test.each([
  ['0', 'allows 0'],
  ['007', 'allows 7'],
  ['999999999', 'allows 999999999'],
  ['25%', undefined],
  ['1000000000', undefined],
  ['', undefined],
  ['-1', undefined],
  ['2.5', undefined],
  ['5 %', undefined],
])('of a text, %p, a limit is parsed that %p', (text, expected) => {
  const limit = PruneLimit.parse(text, { ...words, tooLow: (given) => `allows ${given}` })
  expect(limit?.explain([{ section: 'labels', pruned: 1, records: 3 }])).toBe(
    expected && `A prune would delete 1 of 3 labels (33.3 %). ${expected}`,
  )
})
