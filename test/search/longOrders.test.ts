import { afterAll, beforeAll, expect, test } from 'bun:test'
import { trackedTables } from '../../src/app/app.ts'
import { createPages } from '../../src/search/pages.ts'
import { parseSearch } from '../../src/search/parameters.ts'
import type { SearchableName } from '../../src/search/searchables.ts'
import { generateCatalogue } from '../../src/seeding/generate/generateCatalogue.ts'
import { engine } from '../support/engine.ts'
import { startTestLibrary, type TestLibrary } from '../support/library.ts'
import { everyNth } from '../support/longForm.ts'
import { createTaskOwner } from '../support/owner.ts'
import { search } from '../support/search.ts'
import { seedText } from '../support/seedText.ts'
import { openSql } from '../support/sql.ts'

// Orders with more records than one select reads.

/** One select reads up to 16,000 tracks. */
const tracks = 17_000

/** Labels that begin with a word, that have it behind another one, or a longer one, or none of these. */
const labels = Array.from({ length: 9_000 }, (_, n) => ({
  name: `${['The', 'A The', 'Theory', 'Zoo', 'Other'][n % 5]} ${n}`,
}))

let library: TestLibrary
beforeAll(async () => {
  library = await startTestLibrary()
  await seedText(library.library, generateCatalogue({ tracks }))
  await seedText(library.library, JSON.stringify({ labels }))
  if (engine !== 'postgres') return
  // Without statistics, which autovacuum collects within a minute, PostgreSQL may take seconds for a page.
  await using sql = openSql(library.databaseUrl)
  await sql.query('ANALYZE')
})
afterAll(() => library?.[Symbol.asyncDispose]())

type Listed = Record<string, unknown> & { id: number }

const read = async (path: string, parameters: string): Promise<{ records: Listed[]; total: number }> => {
  const { body, status, headers } = await search(library.admin, `/${path}?${parameters}`)
  expect(status).toBe(200)
  return { records: body, total: Number(headers.get('x-total-count')) }
}

/** The ids of all records of a search, as a CSV file has them. */
const findAll = (path: SearchableName, parameters: string): Promise<number[]> => {
  const pages = createPages({ database: library.library, tracked: trackedTables })
  const whole = { ...parseSearch(pages.parameters[path], new URLSearchParams(parameters)), user_id: 1 }
  return pages.findAll(path, whole, createTaskOwner('a file'))
}

const compare = (a: string | number, b: string | number) => (a === b ? 0 : a < b ? -1 : 1)

/** Sorts all records of a search. @returns those with a value and those without one, which are the last ones in both directions */
const sortAll = async (path: SearchableName, filters: string, member: string) => {
  await using sql = openSql(library.databaseUrl)
  const rows = await sql.query(`SELECT id, ${member} AS value FROM ${path}`)
  const values = new Map(rows.map(({ id, value }) => [Number(id), value]))
  const { true: others = [], false: empty = [] } = Object.groupBy(
    (await findAll(path, `${filters}&sort=id`)).toSorted((a, b) => a - b),
    (id) => `${values.get(id) !== null}`,
  )
  return { others: others.toSorted((a, b) => compare(values.get(a), values.get(b)) || a - b), empty }
}

const cases = [
  ['tracks', 'duration_seconds', ''],
  ['tracks', 'duration_seconds', 'genre_id=1'],
  ['tracks', 'duration_seconds', 'genre_id=1,2,3,4,5,6,7,8,9,10&created_at=2000..'],
  ['tracks', 'duration_seconds', 'duration_seconds=none'],
  ['tracks', 'duration_seconds', 'duration_seconds=100..'],
  ['tracks', 'duration_seconds', 'q=s'],
  ['tracks', 'duration_seconds', 'q=blue&genre_id=1,2,3,4,5'],
  ['albums', 'release_date', ''],
  ['albums', 'release_date', 'q=s'],
  ['albums', 'duration_seconds', 'type=ep'],
  ['artists', 'duration', ''],
] as const

test.each(everyNth(cases, 2))(
  'a page of %s by %s with %j is the same wherever it begins, in both directions',
  async (path, member, filters) => {
    const { others, empty } = await sortAll(path, filters, member)
    const [total, border] = [others.length + empty.length, others.length]
    expect(total).toBeGreaterThan(10)
    const middles = [Math.floor(total / 2), Math.floor(border / 2) + 1, border + Math.floor(empty.length * 0.6)]
    const offsets = [0, ...[-10, -9, -5, -1, 0, 1].map((more) => border + more), ...middles, total - 5, total]
    for (const sort of [member, `-${member}`]) {
      const ids = sort === member ? [...others, ...empty] : [...others.toReversed(), ...empty.toReversed()]
      for (const offset of offsets.filter((offset) => offset >= 0)) {
        const page = await read(path, `${filters}&sort=${sort}&limit=10&offset=${offset}`)
        const found = page.records.map(({ id }) => id)
        expect([sort, offset, page.total, found]).toEqual([sort, offset, total, ids.slice(offset, offset + 10)])
      }
      expect(await findAll(path, `${filters}&sort=${sort}`)).toEqual(ids)
    }
  },
)

test('the best matches of many are on pages that fit together, in both directions', async () => {
  const begin = (text: string) => labels.flatMap(({ name }) => (name.startsWith(text) ? [name] : [])).sort()
  const ascending = [...begin('The '), ...begin('A The '), ...begin('Theory ')]
  const border = ascending.length / 3
  for (const [sort, expected] of [
    ['relevance', ascending],
    ['-relevance', ascending.toReversed()],
  ] as const)
    for (const offset of [0, 1, Math.floor(border / 2), border - 2, border, 2 * border - 2, expected.length - 2]) {
      const page = await read('labels', `q=the&sort=${sort}&limit=4&offset=${offset}`)
      expect(page.records.map(({ name }) => String(name))).toEqual(expected.slice(offset, offset + 4))
    }
})
