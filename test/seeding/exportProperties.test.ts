import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { fromKeys } from '../../src/base/objects.ts'
import { resourceNames, resources } from '../../src/catalogue/resources.ts'
import { createRecord } from '../../src/catalogue/writes.ts'
import type { Database } from '../../src/library/database.ts'
import { toInstant } from '../../src/validation/day.ts'
import { type ApiRecords, apiRecords, keyedCatalogue } from '../support/arbitraries.ts'
import { exportText, seedAndExport, withLibrary } from '../support/catalogue.ts'
import { amount } from '../support/longForm.ts'
import { unaudited } from '../support/unaudited.ts'

/** Creates records as the API does, in their order or in reverse. */
const createRecords = (database: Database, records: ApiRecords, { reverse = false } = {}) =>
  database.write(async (tx) => {
    const ids = fromKeys(resourceNames, (): number[] => [])
    for (const name of resourceNames) {
      const items = [...records[name].entries()]
      for (const [index, record] of reverse ? items.reverse() : items) {
        const body = Object.entries(record).map(([member, value]) => {
          const target = resources[name].targets[member]
          if (!target) return [member, member === 'release_date' ? toInstant(String(value)) : value]
          if (!Array.isArray(value)) return [`${member}_id`, ids[target][Number(value)] ?? null]
          return [`${member.slice(0, -1)}_ids`, value.flatMap((at) => ids[target][at] ?? [])]
        })
        ids[name][index] = (await createRecord(unaudited(tx), name, Object.fromEntries(body))).id
      }
    }
  })

test('an export of a catalogue with keys, seeded into an empty library, is exported byte for byte the same', async () => {
  await fc.assert(
    fc.asyncProperty(keyedCatalogue, async (catalogue) => {
      const text = await seedAndExport(JSON.stringify(catalogue))
      expect(await seedAndExport(text)).toBe(text)
    }),
    { numRuns: amount(5, 500) },
  )
})

test('an export of records that share names, seeded into an empty library, is exported byte for byte the same', async () => {
  await fc.assert(
    fc.asyncProperty(apiRecords, async (records) => {
      const text = await withLibrary(async (database) => {
        await createRecords(database, records)
        return exportText(database)
      })
      expect(await seedAndExport(text)).toBe(text)
    }),
    { numRuns: amount(5, 500) },
  )
})

test('an export of records with different names does not depend on the order in which they were created', async () => {
  const distinct = apiRecords.filter(({ labels, genres, artists, albums, tracks }) => {
    const names = [labels, genres, artists].map((list) => list.map(({ name }: { name: string }) => name))
    const lists = [...names, albums.map(({ title }) => title), tracks.map(({ file_path }) => file_path)]
    return lists.every((list) => new Set(list).size === list.length)
  })
  await fc.assert(
    fc.asyncProperty(distinct, async (records) => {
      const texts = [false, true].map((reverse) =>
        withLibrary(async (database) => {
          await createRecords(database, records, { reverse })
          return exportText(database)
        }),
      )
      const [forward, backward] = await Promise.all(texts)
      expect(backward).toBe(forward as string)
    }),
    { numRuns: amount(5, 300) },
  )
})

test('generated keys of records that share a name do not depend on the order in which they were created', async () => {
  const otherMembers = { duration_seconds: undefined, album: undefined, artists: [], genres: [] }
  const tracks = [1, 2, 3].map((number) => ({ title: `title ${number}`, file_path: 'shared', ...otherMembers }))
  const records: ApiRecords = { labels: [], genres: [], artists: [], albums: [], tracks }
  const texts = [false, true].map((reverse) =>
    withLibrary(async (database) => {
      await createRecords(database, records, { reverse })
      return exportText(database)
    }),
  )
  expect(await texts[0]).toBe((await texts[1]) as string)
})
