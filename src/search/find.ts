import { type SQL, sql } from 'drizzle-orm'
import type { Reader } from '../database/connection.ts'
import { roughCount } from '../database/engineSql.ts'
import {
  type Condition,
  type Conditions,
  countMatches,
  createFilter,
  createOrder,
  createWordCondition,
  scanOrder,
  sortMatches,
  sortMatchesById,
} from './queries.ts'
import { countRows } from './rows.ts'
import type { Searchable, SearchableName } from './searchables.ts'
import { selectNumbers } from './statements.ts'
import { readWords, wordParameters } from './words.ts'

/** What a client searches for. */
export interface Search {
  q?: string | undefined
  /** The values of the filters, by the names of their parameters. */
  filters: Record<string, number | string>
  sort: string
  descending: boolean
  limit: number
  offset: number
}

/** How many rows of an order are read and tested in the time in which one row is found by its id and sorted. */
const scannedRowsPerMatch = 4

/** So few matches are sorted without a comparison of both ways. */
const maxSortedAtOnce = 100

/**
 * Finds a page of a search.
 * @param yieldIfDue - is awaited between statements: each takes up to 10 ms with 100,000 tracks
 * @returns the ids of the page in their order, and the number of records on all pages
 */
export const findIds = async (
  read: Reader,
  resource: SearchableName,
  searchable: Searchable,
  search: Search & { user_id: number },
  yieldIfDue: () => Promise<void>,
): Promise<{ ids: number[]; total: number }> => {
  const { q, filters, sort, user_id } = search
  const words = q === undefined ? [] : await readWords(read, q)
  const parameters = { ...filters, user_id, ...(words.length > 0 ? wordParameters(words) : {}) }
  const select = async (key: string, build: () => SQL, page = {}) => {
    await yieldIfDue()
    return selectNumbers(read, `${resource} ${key}`, build, { ...parameters, ...page })
  }
  const count = async (key: string, build: () => SQL) => (await select(key, build))[0] ?? 0

  const unordered = Object.keys(filters).map((name) => createFilter(searchable, name))
  if (words.length > 0) unordered.push(createWordCondition(searchable, words.length))
  const sized: { condition: Condition; size: number }[] = []
  for (const condition of unordered) {
    const size = await count(`count ${condition.key}`, () => countRows(condition.rows))
    sized.push({ condition, size })
  }
  sized.sort((a, b) => a.size - b.size)
  const [first, ...others] = sized.map(({ condition }) => condition)
  const conditions: Conditions | undefined = first && [first, ...others]
  const key = sized.map(({ condition }) => condition.key).join()
  const smallest = sized[0]?.size ?? (await count('all', () => sql`select count(*) as id from ${searchable.table}`))
  const total =
    conditions && others.length > 0 && smallest > 0
      ? await count(`count ${key}`, () => countMatches(conditions))
      : smallest

  const limit = Math.min(search.limit, total - search.offset)
  if (limit <= 0) return { ids: [], total }
  // A page in the second half is read from the end, in the opposite order.
  const fromEnd = search.offset > total - search.offset - limit
  const offset = fromEnd ? total - search.offset - limit : search.offset
  const descending = search.descending !== fromEnd
  const page = { limit, offset }
  const pageKey = `${key} by ${sort} ${descending}`

  /** How many rows of the order are read until the end of the page. */
  const countScanned = async (found: number, end: number) =>
    ((await count('roughly all', () => roughCount(searchable.table))) * end) / found

  const selectPage = async () => {
    if (!conditions)
      return select(`scan ${pageKey}`, () => scanOrder(createOrder(searchable, sort), [], descending), page)
    const scans =
      smallest > maxSortedAtOnce && smallest * scannedRowsPerMatch > (await countScanned(total, offset + limit))
    if (sort === 'id')
      return select(`ids ${pageKey} ${scans}`, () => sortMatchesById(conditions, descending, scans), page)
    const order = createOrder(searchable, sort)
    return scans
      ? select(`scan ${pageKey}`, () => scanOrder(order, conditions, descending), page)
      : select(`sort ${pageKey}`, () => sortMatches(order, conditions, descending), page)
  }
  const ids = await selectPage()
  return { ids: fromEnd ? ids.reverse() : ids, total }
}
