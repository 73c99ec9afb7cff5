import type { Reader } from '../database/connection.ts'
import { findIds, type Search } from './find.ts'
import type { Marks } from './nameIndex/marks.ts'
import { createFilter, createOrder, readOrder } from './queries.ts'
import { relevance } from './relevance.ts'
import type { Searchable, SearchableName } from './searchables.ts'
import { selectRows } from './statements.ts'

/** What a search without pages searches for. */
export type WholeSearch = Omit<Search, 'limit' | 'offset'> & { user_id: number }

interface Options {
  read: Reader
  resource: SearchableName
  searchable: Searchable
  search: WholeSearch
  /** What the words of the search have found, if it has any. */
  matches: Marks | undefined
}

/** So many records are found as a page is. More of them are found by reading the whole order, so many rows at a time. It takes milliseconds. */
const rowsPerSelect = 2_000

/** Finds all records of a search, in its order. */
export const findAllIds = async (options: Options): Promise<number[]> => {
  const page = { ...options.search, limit: rowsPerSelect, offset: 0 }
  const { ids, total } = await findIds({ ...options, search: page })
  return total <= rowsPerSelect ? ids : readWholeOrder(options)
}

const readWholeOrder = async ({ read, resource, searchable, search, matches }: Options): Promise<number[]> => {
  const { sort, descending, filters, user_id } = search
  const order = createOrder(searchable, sort)
  const conditions = Object.entries(filters).map(([name, { form }]) => createFilter(searchable, name, form))
  const key = `${resource} order ${conditions.map((condition) => condition.key).join()} by ${sort} ${descending}`
  const values = Object.assign({ user_id }, ...Object.values(filters).map(({ parameters }) => parameters))
  /** The ids by how well they match, where that is the order, and otherwise all of them. */
  const groups = new Map<number, number[]>()

  for (const hasValue of descending ? [true, false] : [false, true]) {
    for (let last: { last: unknown; after: number } | undefined; ; ) {
      const range = { hasValue, isAfter: last !== undefined }
      const rows = await selectRows(
        read,
        `${key} ${hasValue} ${range.isAfter}`,
        ['id', 'value', 'matches'],
        () => readOrder(order, conditions, descending, range),
        { ...values, ...last, limit: rowsPerSelect, offset: 0 },
      )
      for (const [id, , isFound] of rows as [number, unknown, number][]) {
        const mark = matches?.get(id)
        if (!isFound || mark === 0) continue
        const group = sort === relevance ? (mark ?? 0) : 0
        groups.set(group, groups.get(group) ?? [])
        groups.get(group)?.push(id)
      }
      const row = rows.at(-1)
      if (!row || rows.length < rowsPerSelect) break
      last = { last: row[1], after: row[0] as number }
    }
  }
  const sorted = [...groups].sort(([a], [b]) => (descending ? b - a : a - b))
  return sorted.flatMap(([, ids]) => ids)
}
