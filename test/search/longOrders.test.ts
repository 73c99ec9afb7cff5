import { afterAll, beforeAll, expect, test } from 'bun:test'
import { trackedTables } from '../../src/app/app.ts'
import { createPages } from '../../src/search/pages.ts'
import { parseSearch } from '../../src/search/parameters.ts'
import { generateCatalogue } from '../../src/seeding/generate/generateCatalogue.ts'
import { engine } from '../support/engine.ts'
import { startTestLibrary, type TestLibrary } from '../support/library.ts'
import { everyNth } from '../support/longForm.ts'
import { createTaskOwner } from '../support/owner.ts'
import { search } from '../support/search.ts'
import { seedText } from '../support/seedText.ts'
import { openSql } from '../support/sql.ts'

// Orders with more records than one select reads.

const records = 17_000

/** Labels that begin with a word, that have it behind another one, or a longer one, or none of these. */
const labelAt = (n: number) => ({ name: `${['The', 'A The', 'Theory', 'Zoo', 'Other'][n % 5]} ${n}` })

let library: TestLibrary
beforeAll(async () => {
  library = await startTestLibrary()
  await seedText(library.library, generateCatalogue({ tracks: records }))
  await seedText(library.library, JSON.stringify({ labels: Array.from({ length: records }, (_, n) => labelAt(n)) }))
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

const compare = (a: unknown, b: unknown) => (a === b ? 0 : (a as number) < (b as number) ? -1 : 1)

/** Reads all records of a search by their ids, and sorts them. */
const sortAll = async (path: string, filters: string, member: string, descending: boolean) => {
  const all: Listed[] = []
  for (let total = 1; all.length < total; ) {
    const page = await read(path, `${filters}&sort=id&limit=1000&offset=${all.length}`)
    all.push(...page.records)
    total = page.total
  }
  const [empty = [], others = []] = [true, false].map((isEmpty) => {
    const group = all.filter((record) => (record[member] === null) === isEmpty)
    group.sort((a, b) => compare(a[member], b[member]) || a.id - b.id)
    return descending ? group.reverse() : group
  })
  return { ids: [...others, ...empty].map(({ id }) => id), border: others.length }
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

const directions = [false, true]

test.each(everyNth(cases, 2).flatMap((row) => directions.map((descending) => [...row, descending] as const)))(
  'a page of %s by %s with %j is the same wherever it begins (descending: %p)',
  async (path, member, filters, descending) => {
    const { ids, border } = await sortAll(path, filters, member, descending)
    expect(ids.length).toBeGreaterThan(10)
    const [half, last] = [Math.floor(ids.length / 2), ids.length - 5]
    const middles = [half, Math.floor(border / 2) + 1, border + Math.floor((ids.length - border) * 0.6)]
    const offsets = [0, ...[-10, -9, -5, -1, 0, 1].map((more) => border + more), ...middles, last, ids.length]
    for (const offset of offsets.filter((offset) => offset >= 0)) {
      const sort = `${descending ? '-' : ''}${member}`
      const page = await read(path, `${filters}&sort=${sort}&limit=10&offset=${offset}`)
      expect({ offset, total: page.total, ids: page.records.map(({ id }) => id) }).toEqual({
        offset,
        total: ids.length,
        ids: ids.slice(offset, offset + 10),
      })
    }
    // The whole order, which a CSV file has.
    const pages = createPages({ database: library.library, tracked: trackedTables })
    const parameters = new URLSearchParams(`${filters}&sort=${descending ? '-' : ''}${member}`)
    const whole = { ...parseSearch(pages.parameters[path], parameters), user_id: 1 }
    expect(await pages.findAll(path, whole, createTaskOwner('a file'))).toEqual(ids)
  },
)

test.each([false, true])(
  'the best matches of many are on pages that fit together (descending: %p)',
  async (descending) => {
    const names = Array.from({ length: records }, (_, n) => labelAt(n).name)
    const begin = (text: string) => names.filter((name) => name.startsWith(text)).sort()
    const expected = [...begin('The '), ...begin('A The '), ...begin('Theory ')]
    if (descending) expected.reverse()
    const border = expected.length / 3
    for (const offset of [0, 1, Math.floor(border / 2), border - 2, border, 2 * border - 2, expected.length - 2]) {
      const page = await read('labels', `q=the&sort=${descending ? '-' : ''}relevance&limit=4&offset=${offset}`)
      expect(page.records.map(({ name }) => String(name))).toEqual(expected.slice(offset, offset + 4))
    }
  },
)
