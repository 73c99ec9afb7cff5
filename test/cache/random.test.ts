import { expect, test } from 'bun:test'
import { createRandom, type Random } from '../../src/base/random.ts'
import { resourceNames } from '../../src/catalogue/resources.ts'
import type { Client } from '../support/client.ts'
import { startTestLibrary } from '../support/library.ts'
import { amount } from '../support/longForm.ts'
import { openSql, type SqlConnection } from '../support/sql.ts'
import { openUncachedReader, type UncachedReader } from '../support/uncached.ts'
import {
  createRecords,
  describeStale,
  pick,
  randomId,
  randomIndex,
  randomPath,
  readAround,
  sendRandomWrite,
} from './randomRequests.ts'

// Random changes, and after each of them a comparison of a cached response with an uncached one.

/** What each client does. */
const steps = amount(15, 1_000)

/** Changes a random row with SQL, as another program does. */
const changeRandomRow = async (random: Random, other: SqlConnection) => {
  const name = pick(random, resourceNames)
  const column = name === 'albums' || name === 'tracks' ? 'title' : 'name'
  const statement = `UPDATE ${name} SET ${column} = ? WHERE id = ?`
  await other.query(statement, `x${randomIndex(random, 1e6)}`, randomId(random, name))
}

/** Returns whether the library was the same before and after the request, which is when the responses are compared. */
const compare = async (reader: UncachedReader, caller: Client, path: string): Promise<boolean> => {
  const { before, response, after } = await readAround(reader, caller, path)
  if (before.text !== after.text) return false
  if (response.status !== after.status || response.text !== after.text)
    throw new Error(describeStale(path, response, after))
  return true
}

test.each([
  ['64 MB, which is enough for all responses', 64],
  ['0.1 MB, which is not', 0.1],
])(
  'while several clients and another program write, no response is stale, with a cache of %s',
  async (_, megabytes) => {
    await using library = await startTestLibrary({ cacheBytes: megabytes * 1_048_576 })
    await createRecords(library.admin, createRandom(1))
    await using reader = await openUncachedReader(library.databaseUrl)
    await using other = openSql(library.databaseUrl)
    let comparisons = 0
    const countComparison = async (caller: Client, path: string) => {
      if (await compare(reader, caller, path)) comparisons++
    }
    const runClient = async (seed: number) => {
      const random = createRandom(seed)
      for (let step = 0; step < steps; step++) {
        if (random() < 0.5) {
          const path = await sendRandomWrite(random, library)
          await countComparison(library.user, path)
        }
        if (random() < 0.03) await changeRandomRow(random, other)
        await countComparison(pick(random, [library.user, library.admin]), randomPath(random))
      }
    }
    await Promise.all([2, 3, 4, 5].map(runClient))
    // Once no client writes any more, every path is compared.
    const paths = resourceNames.flatMap((name) => [
      `/${name}`,
      ...Array.from({ length: 20 }, (_, n) => `/${name}/${n + 1}`),
    ])
    for (const path of [...paths, '/me/likes']) await countComparison(library.user, path)
    expect(comparisons).toBeGreaterThan(steps)
  },
)
