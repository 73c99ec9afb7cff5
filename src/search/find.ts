import { type SQL, sql } from 'drizzle-orm'
import type { Reader } from '../database/connection.ts'
import { integerParameter } from '../database/idRange.ts'
import { folded_names } from '../database/schema.ts'
import { contains, countRows, type Rows, selectIds } from './rows.ts'
import type { Searchable, SearchableName } from './searchables.ts'
import { selectNumbers } from './statements.ts'
import { hasWords, indexedNamesWithWords, namesWithWords, readWords, wordParameters } from './words.ts'

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

/** A condition that every record of the result fulfils. */
interface Condition {
  key: string
  rows: Rows
  /** Tests a row of an order. */
  test(order: Order): SQL
}

/** The records in an order. All columns of the SQL are those of `ordered`. */
interface Order {
  from: SQL
  where: SQL
  by: SQL
  id: SQL
  /** The `resource` of the folded names in the order, if it is one of names. */
  name?: string
}

const id = sql`ordered.id`

const createOrder = ({ table, sorts, name }: Searchable, sort: string): Order => {
  const column = sorts[sort] as Searchable['sorts'][string] // `parameters.ts` accepts no other sorts
  if (column !== 'name') {
    return { from: sql`${table} as ordered`, where: sql`true`, by: sql.raw(`ordered."${column.name}"`), id }
  }
  const where = sql`ordered.resource = ${sql.raw(`'${name}'`)}`
  return { from: sql`${folded_names} as ordered`, where, by: sql`ordered.folded`, id, name }
}

const createFilter = ({ filters }: Searchable, name: string): Condition => {
  const { rows } = filters[name] as Searchable['filters'][string] // `parameters.ts` accepts no other filters
  return { key: name, rows, test: (order) => contains(rows, order.id) }
}

const createWordCondition = (searchable: Searchable, count: number): Condition => {
  const names = namesWithWords(searchable, count)
  return {
    key: `q${count}`,
    rows: searchable.hasWords ? indexedNamesWithWords : names,
    test: (order) =>
      order.name === searchable.searchedName ? hasWords(sql`ordered.folded`, count) : contains(names, order.id),
  }
}

const all = (conditions: SQL[]): SQL => (conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`)

const sortBy = ({ by }: Order, descending: boolean) => {
  const direction = sql.raw(descending ? 'desc' : 'asc')
  return sql`order by ${by} ${direction}, ordered.id ${direction} limit ${integerParameter('limit')} offset ${integerParameter('offset')}`
}

/** Reads the rows of an order one after another, and tests each. */
const scanOrder = (order: Order, conditions: Condition[], descending: boolean) =>
  sql`select ordered.id from ${order.from}
    where ${order.where} and ${all(conditions.map(({ test }) => test(order)))} ${sortBy(order, descending)}`

/** Reads the rows of the first condition, tests each, and sorts what is left. "cross join" keeps SQLite's planner from another way. */
const sortMatches = (order: Order, [first, ...others]: [Condition, ...Condition[]], descending: boolean) =>
  sql`select ordered.id from (${selectIds(first.rows)}) as matches cross join ${order.from} on ordered.id = matches.id
    where ${order.where} and ${all(others.map(({ test }) => test(order)))} ${sortBy(order, descending)}`

/** The same for an order by id, which needs no other table. */
const sortMatchesById = ([first, ...others]: [Condition, ...Condition[]], descending: boolean) => {
  const order: Order = { from: sql`(${selectIds(first.rows)}) as ordered`, where: sql`true`, by: id, id }
  return scanOrder(order, others, descending)
}

const countMatches = ([first, ...others]: [Condition, ...Condition[]]) => {
  if (others.length === 0) return countRows(first.rows)
  const order: Order = { from: sql``, where: sql``, by: id, id }
  return sql`select count(*) as id from (${selectIds(first.rows)}) as ordered where ${all(others.map(({ test }) => test(order)))}`
}

/** How many rows of an order are read and tested in the time in which one row is found by its id and sorted. */
const scannedRowsPerMatch = 4

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

  const records = await count('all', () => sql`select count(*) as id from ${searchable.table}`)
  const unordered = Object.keys(filters).map((name) => createFilter(searchable, name))
  if (words.length > 0) unordered.push(createWordCondition(searchable, words.length))
  const sized: { condition: Condition; size: number }[] = []
  for (const condition of unordered) {
    const size = await count(`count ${condition.key}`, () => countRows(condition.rows))
    sized.push({ condition, size })
  }
  // The condition that the fewest records fulfil comes first: its rows are read, and tested with the others.
  sized.sort((a, b) => a.size - b.size)
  const conditions = sized.map(({ condition }) => condition)
  const [first, ...others] = conditions
  const key = conditions.map((condition) => condition.key).join()
  const smallest = sized[0]?.size ?? records
  const needsCount = first !== undefined && others.length > 0 && smallest > 0
  const total = needsCount ? await count(`count ${key}`, () => countMatches([first, ...others])) : smallest

  const limit = Math.min(search.limit, total - search.offset)
  if (limit <= 0) return { ids: [], total }
  // A page in the second half is read from the end, in the opposite order.
  const fromEnd = search.offset > total - search.offset - limit
  const offset = fromEnd ? total - search.offset - limit : search.offset
  const descending = search.descending !== fromEnd
  const page = { limit, offset }
  const pageKey = `${key} by ${sort} ${descending}`
  const scanned = (records * (offset + limit)) / total

  const selectPage = () => {
    const order = createOrder(searchable, sort)
    if (first && sort === 'id') {
      return select(`ids ${pageKey}`, () => sortMatchesById([first, ...others], descending), page)
    }
    if (first && smallest * scannedRowsPerMatch <= scanned) {
      return select(`sort ${pageKey}`, () => sortMatches(order, [first, ...others], descending), page)
    }
    return select(`scan ${pageKey}`, () => scanOrder(order, conditions, descending), page)
  }
  const ids = await selectPage()
  return { ids: fromEnd ? ids.reverse() : ids, total }
}
