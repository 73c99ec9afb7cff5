import { eq, type SQL, sql } from 'drizzle-orm'
import { joinInOrder, readFirst, withIndexedNames } from '../database/engineSql.ts'
import { integerParameter } from '../database/idRange.ts'
import { likes } from '../database/likeSchema.ts'
import { folded_names } from '../database/searchSchema.ts'
import { contains, countRows, type Rows, selectIds } from './rows.ts'
import type { Searchable } from './searchables.ts'
import { indexedNamesWithWords, nameHasWords, namesWithWords } from './words.ts'

// The SQL of searches. `find.ts` decides which of these selects runs.

/** A condition that every record of the result fulfils. */
export interface Condition {
  key: string
  rows: Rows
  /** Tests a row of an order. */
  test(order: Order): SQL
  /** For words that have an index: the `resource` of the folded names that have them. */
  names?: string
}

/** At least one condition. The one that the fewest records fulfil is the first. */
export type Conditions = [Condition, ...Condition[]]

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

export const createOrder = ({ table, sorts, name }: Searchable, sort: string): Order => {
  const column = sorts[sort] as Searchable['sorts'][string] // `parameters.ts` accepts no other sorts
  if (column === 'likes') {
    const ofCaller = sql`select ${likes.track_id} as id, ${likes.id} as position from ${likes}
      where ${eq(likes.user_id, integerParameter('user_id'))}`
    return { from: sql`(${ofCaller}) as ordered`, where: sql`true`, by: sql`ordered.position`, id }
  }
  if (column !== 'name') {
    return {
      from: sql`${table} as ordered`,
      where: sql`true`,
      by: column === table.id ? id : sql.raw(`ordered."${column.name}"`),
      id,
    }
  }
  const where = sql`ordered.resource = ${sql.raw(`'${name}'`)}`
  return { from: sql`${folded_names} as ordered`, where, by: sql`ordered.folded`, id, name }
}

export const createFilter = ({ filters }: Searchable, name: string): Condition => {
  const { rows } = filters[name] as Searchable['filters'][string] // `parameters.ts` accepts no other filters
  return { key: name, rows, test: (order) => contains(rows, order.id) }
}

export const createWordCondition = (searchable: Searchable, count: number): Condition => {
  const names = namesWithWords(searchable, count)
  return {
    key: `q${count}`,
    rows: searchable.hasWords ? indexedNamesWithWords(count) : names,
    ...(searchable.hasWords && { names: searchable.searchedName }),
    test: (order) =>
      order.name === searchable.searchedName ? nameHasWords(sql`ordered.folded`, count) : contains(names, order.id),
  }
}

const all = (conditions: SQL[]): SQL => (conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`)

const sortBy = ({ by }: Order, descending: boolean) => {
  const direction = sql.raw(descending ? 'desc' : 'asc')
  // The order of SQLite. The indexes of PostgreSQL have it, too, except for those of ids.
  const nulls = sql.raw(descending ? 'nulls last' : 'nulls first')
  const first = by === id ? sql`` : sql`${by} ${direction} ${nulls}, `
  return sql`order by ${first}ordered.id ${direction}
    limit ${integerParameter('limit')} offset ${integerParameter('offset')}`
}

/** Reads the rows of an order one after another, and tests each. */
export const scanOrder = (order: Order, conditions: Condition[], descending: boolean) =>
  sql`select ordered.id from ${order.from}
    where ${order.where} and ${all(conditions.map(({ test }) => test(order)))} ${sortBy(order, descending)}`

/** Reads the rows of the first condition, tests each with the others, and sorts what is left. */
export const sortMatches = (order: Order, [first, ...others]: Conditions, descending: boolean) => {
  const end = sql`${all(others.map(({ test }) => test(order)))} ${sortBy(order, descending)}`
  const joined = sql`select ordered.id from ${readFirst(selectIds(first.rows))} as matches
    ${joinInOrder} ${order.from} on ordered.id = matches.id where ${order.where} and ${end}`
  if (first.names === undefined || first.names !== order.name) return joined
  // PostgreSQL finds words in the names themselves.
  const { from, id: nameId, where } = first.rows
  const names = readFirst(sql`select ${nameId} as id, folded from ${from} where ${where}`)
  return withIndexedNames(sql`select ordered.id from ${names} as ordered where ${end}`, joined)
}

/**
 * The same for an order by id, which needs no other table.
 * @param scans - whether it may take less time to read an order by id, and test each record
 */
export const sortMatchesById = ([first, ...others]: Conditions, descending: boolean, scans: boolean) => {
  const matches = selectIds(first.rows)
  const from = sql`${scans ? sql`(${matches})` : readFirst(matches)} as ordered`
  return scanOrder({ from, where: sql`true`, by: id, id }, others, descending)
}

/** Counts the records that fulfil all conditions. */
export const countMatches = ([first, ...others]: Conditions) => {
  const order: Order = { from: sql`(${selectIds(first.rows)}) as ordered`, where: sql`true`, by: id, id }
  return countRows({ ...order, where: all(others.map(({ test }) => test(order))) })
}
