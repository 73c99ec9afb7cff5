import { type SQL, sql } from 'drizzle-orm'
import type { Reader } from '../library/connection.ts'
import { roughCount } from '../library/engineSql.ts'
import type { CountOrder } from './countOrders.ts'
import type { FilterValue } from './filter.ts'
import { countByMark, listIds, type Marks, toBytes } from './nameIndex/marks.ts'
import {
  type Condition,
  type Conditions,
  countMatches,
  countRows,
  createFilter,
  createWithout,
  isMatch,
  selectMatches,
} from './queries.ts'
import { beginsWithAll, relevance } from './relevance.ts'
import { scan } from './scan.ts'
import { type SearchableName, searchables } from './searchables.ts'
import { type Found, type Group, keyOf, type Part, selectFromGroups, selectPart } from './selectPart.ts'
import { type Statements, selectNumbers, selectRows } from './statements.ts'
import { readWords } from './words.ts'

// What becomes of the records that the words of a search have found: those that fulfil its filters, in its order.

/** So few matches are tested with the filters. Otherwise the records that fulfil the filters are read. */
const maxTestedMatches = 1_000

/**
 * Leaves out the matches that do not fulfil all conditions.
 * @param sort - puts the condition that the fewest records fulfil first
 */
const filterMatches = async (
  { select }: Statements,
  matches: Marks,
  conditions: readonly Condition[],
  sort: () => Promise<Condition[]>,
): Promise<Marks> => {
  if (conditions.length === 0 || matches.count === 0) return matches
  const isTested = matches.count <= maxTestedMatches
  const all = (isTested ? [isMatch, ...conditions] : await sort()) as Conditions // there is at least one
  const parameters = isTested ? { matches: JSON.stringify(listIds(matches)) } : {}
  const filtered = matches.createEmpty()
  for (const id of await select(`all ${keyOf(all)}`, () => selectMatches(all), parameters))
    filtered.set(id, matches.get(id))
  return filtered
}

/**
 * Selects the ids of a part of the matches in their order.
 * @param start - the folded words, if the names that they are looked for in are those of the order
 */
const selectMarked = async (
  statements: Statements,
  matches: Marks,
  part: Part,
  start: string | undefined,
): Promise<number[]> => {
  if (part.sort === 'id') {
    const ids = listIds(matches)
    return (part.descending ? ids.reverse() : ids).slice(part.offset, part.offset + part.limit)
  }
  // Records that match equally well are in the order of their names.
  const groups = part.sort === relevance ? countByMark(matches) : [{ mark: undefined, count: matches.count }]
  if (part.descending) groups.reverse()
  const parts = groups.map(({ mark, count }): Group => {
    const found: Found = {
      conditions: [isMatch],
      smallest: count,
      total: count,
      start: mark !== undefined && beginsWithAll(mark) ? start : undefined,
      parameters: (scans) => (scans ? toBytes(matches, mark) : { matches: JSON.stringify(listIds(matches, mark)) }),
    }
    return { total: count, select: (ofGroup) => selectPart(statements, found, ofGroup) }
  })
  return selectFromGroups(parts, part)
}

/** What a client searches for. */
export interface Search extends Part {
  /** Without spaces at its ends; empty if no words are searched for. */
  q: string
  /** By the names of the parameters. */
  filters: Record<string, FilterValue>
}

/** What a search without pages searches for. */
export type WholeSearch = Omit<Search, 'limit' | 'offset'> & { user_id: number }

/** A search, which takes several statements. Most take up to 10 ms with 100,000 tracks. */
interface FindOptions<Searched = Search & { user_id: number }> {
  read: Reader
  resource: SearchableName
  search: Searched
  /** What the words of the search have found, if it has any. */
  matches: Marks | undefined
  /** The order of the search, if no select has it. */
  order?: CountOrder | undefined
}

type StatementsOptions = FindOptions<Pick<WholeSearch, 'filters' | 'user_id'>>

const createStatements = ({ read, resource, search, matches }: StatementsOptions): Statements => {
  const searchable = searchables[resource]
  const values = Object.values(search.filters).map(({ parameters }) => parameters)
  const ofSearch: Record<string, unknown> = Object.assign({ user_id: search.user_id }, ...values)
  const select: Statements['select'] = (key, build, parameters) =>
    selectNumbers(read, `${resource} ${key}`, build, { ...ofSearch, ...parameters })
  return {
    searchable,
    select,
    selectRows: (key, columns, build, parameters) =>
      selectRows(read, `${resource} ${key}`, columns, build, { ...ofSearch, ...parameters }),
    countAll: async () => matches?.records ?? (await select('roughly all', () => roughCount(searchable.table)))[0] ?? 0,
  }
}

const count = async ({ select }: Statements, key: string, build: () => SQL): Promise<number> =>
  (await select(`count ${key}`, build))[0] ?? 0

const filtersOf = ({ resource, search }: Pick<StatementsOptions, 'resource' | 'search'>): Condition[] =>
  Object.entries(search.filters).map(([name, { form }]) => createFilter(searchables[resource], name, form))

/** Sorts conditions by the numbers of records that fulfil them. */
const sortBySize = async (statements: Statements, conditions: readonly Condition[]) => {
  const sized: { condition: Condition; size: number }[] = []
  for (const condition of conditions)
    sized.push({ condition, size: await count(statements, condition.key, () => countRows(condition.rows)) })
  sized.sort((a, b) => a.size - b.size)
  return { sorted: sized.map(({ condition }) => condition), smallest: sized[0]?.size ?? 0 }
}

const findByFilters = async (statements: Statements, filters: readonly Condition[]): Promise<Found> => {
  const { sorted, smallest } = await sortBySize(statements, filters)
  const [first, ...others] = sorted
  if (!first) {
    const total = await count(statements, 'all', () => sql`select count(*) as id from ${statements.searchable.table}`)
    return { conditions: undefined, smallest: total, total }
  }
  const conditions: Conditions = [first, ...others]
  const isCounted = others.length === 0 || smallest === 0
  const total = isCounted ? smallest : await count(statements, keyOf(conditions), () => countMatches(conditions))
  return { conditions, smallest, total }
}

const takeOrdered = ({ ids, all }: CountOrder, found: Marks, { descending, offset, limit }: Part): number[] => {
  const ordered = found === all ? [...ids] : ids.filter((id) => found.get(id) > 0)
  if (descending) ordered.reverse()
  return ordered.slice(offset, offset + limit)
}

/**
 * Finds a page of a search.
 * @returns the ids of the page in their order, and the number of records on all pages
 */
export const findIds = async (options: FindOptions): Promise<{ ids: number[]; total: number }> => {
  const { search, order } = options
  const matches = options.matches ?? order?.all
  const statements = createStatements(options)
  const filters = filtersOf(options)
  if (matches) {
    const sort = async () => (await sortBySize(statements, filters)).sorted
    const filtered = await filterMatches(statements, matches, filters, sort)
    if (order) return { ids: takeOrdered(order, filtered, search), total: filtered.count }
    const { name, searchedName } = statements.searchable
    const start = name === searchedName ? (await readWords(options.read, search.q)).join(' ') : undefined
    return { ids: await selectMarked(statements, filtered, search, start), total: filtered.count }
  }
  const found = await findByFilters(statements, filters)
  return { ids: await selectPart(statements, found, search), total: found.total }
}

type Options = FindOptions<WholeSearch>

/** So many records are found as a page is. More of them are found by reading the whole order. */
const maxSorted = 5_000

/** Finds all records of a search, in its order. */
export const findAllIds = async (options: Options): Promise<number[]> => {
  const limit = options.order ? Number.MAX_SAFE_INTEGER : maxSorted
  const { ids, total } = await findIds({ ...options, search: { ...options.search, limit, offset: 0 } })
  return total <= limit ? ids : readWholeOrder(options)
}

const readWholeOrder = async (options: Options): Promise<number[]> => {
  const { search, matches } = options
  const { sort, descending } = search
  const statements = createStatements(options)
  const rows = await statements.countAll()
  const limit = Number.MAX_SAFE_INTEGER
  const filters = filtersOf(options)
  const ids = await scan(statements, { conditions: filters, sort, descending, limit, rows })
  const without = createWithout(statements.searchable, sort)
  if (without) {
    const conditions = [without, ...filters]
    for (const id of await scan(statements, { conditions, sort: 'id', descending, limit, rows })) ids.push(id)
  }
  if (!matches) return ids
  const found = ids.filter((id) => matches.get(id) > 0)
  if (sort !== relevance) return found
  // Records that match equally well stay in the order of their names.
  const groups = [...Map.groupBy(found, (id) => matches.get(id))].sort(([a], [b]) => (descending ? b - a : a - b))
  return groups.flatMap(([, group]) => group)
}
