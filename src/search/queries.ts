import { eq, type SQL, sql } from 'drizzle-orm'
import { hasRows, idRows, isMarked, joinInOrder, readFirst } from '../library/engineSql.ts'
import { likes } from '../library/likeSchema.ts'
import { integerParameter } from '../library/listRange.ts'
import { folded_names } from '../library/searchSchema.ts'
import type { Rows } from './filter.ts'
import { relevance } from './relevance.ts'
import type { Searchable } from './searchables.ts'

/** A select of the ids, as the column `id`. */
const selectIds = ({ from, id, where }: Rows): SQL => sql`select ${id} as id from ${from} where ${where}`

/** A select of their number, as the column `id`: all statements of searches have one column of this name. */
export const countRows = ({ from, where }: Rows): SQL => sql`select count(*) as id from ${from} where ${where}`

/** The condition that one of the rows belongs to the record. */
const contains = ({ from, id, where, test }: Rows, recordId: SQL): SQL =>
  test?.(recordId) ?? hasRows(sql`select 1 from ${from} where ${id} = ${recordId} and ${where}`)

// The SQL of searches. `find.ts` decides which of these selects runs.

/** A condition that every record of the result fulfils. */
export interface Condition {
  key: string
  rows: Rows
  /** Tests a row of an order. */
  test(order: Order): SQL
}

/** At least one condition. The one that the fewest records fulfil is the first. */
export type Conditions = [Condition, ...Condition[]]

/** The records in an order. All columns of the SQL are those of `ordered`. */
interface Order {
  from: SQL
  where: SQL
  by: SQL
  id: SQL
}

const id = sql`ordered.id`

/** @param hasEmpty - whether it also has the records without a value to sort by */
export const createOrder = ({ table, sorts, name }: Searchable, sort: string, hasEmpty = false): Order => {
  // `parameters.ts` accepts no other sorts. Records that match equally well are in the order of their names.
  const column = sort === relevance ? 'name' : (sorts[sort] as Searchable['sorts'][string])
  if (column === 'likes') {
    const ofCaller = sql`select ${likes.track_id} as id, ${likes.id} as position from ${likes}
      where ${eq(likes.user_id, integerParameter('user_id'))}`
    return { from: sql`(${ofCaller}) as ordered`, where: sql`true`, by: sql`ordered.position`, id }
  }
  if (column !== 'name') {
    const by = column === table.id ? id : sql.raw(`ordered."${column.name}"`)
    const where = column.notNull || hasEmpty ? sql`true` : sql`${by} is not null`
    return { from: sql`${table} as ordered`, where, by, id }
  }
  const where = sql`ordered.resource = ${sql.raw(`'${name}'`)}`
  return { from: sql`${folded_names} as ordered`, where, by: sql`ordered.folded`, id }
}

/** @param form - of the filter's value */
export const createFilter = ({ filters }: Searchable, name: string, form: string): Condition => {
  const rows = filters[name]?.rows[form] as Rows // `parameters.ts` accepts no other filters
  return { key: `${name} ${form}`, rows, test: (order) => contains(rows, order.id) }
}

/** The condition that a record has no value to sort by: it comes behind all others, in the order of the ids. */
export const createWithout = (searchable: Searchable, sort: string): Condition | undefined => {
  const column = searchable.sorts[sort]
  // What may be empty can be filtered by, too.
  return typeof column === 'object' && !column.notNull ? createFilter(searchable, sort, 'none') : undefined
}

/** The condition that a record is one of those that JavaScript has found. Its rows are a list of ids, and its test reads an array. */
export const isMatch: Condition = {
  key: 'matches',
  rows: { from: idRows('matches', 'found'), id: sql`found.value`, where: sql`true` },
  test: (order) => isMarked(order.id, { marks: 'marks', others: 'others' }),
}

const joinConditions = (conditions: SQL[]): SQL =>
  conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`

// The default is the order of SQLite. The indexes of PostgreSQL have it, too, except for those of ids.
const sortBy = ({ by }: Order, descending: boolean, nullsFirst = !descending) => {
  const direction = sql.raw(descending ? 'desc' : 'asc')
  const nulls = sql.raw(nullsFirst ? 'nulls first' : 'nulls last')
  const first = by === id ? sql`` : sql`${by} ${direction} ${nulls}, `
  return sql`order by ${first}ordered.id ${direction}
    limit ${integerParameter('limit')} offset ${integerParameter('offset')}`
}

/** Reads the rows of an order one after another, and tests each. */
export const scanOrder = (order: Order, conditions: Condition[], descending: boolean) =>
  sql`select ordered.id from ${order.from}
    where ${order.where} and ${joinConditions(conditions.map(({ test }) => test(order)))} ${sortBy(order, descending)}`

/** A piece of an order. */
export interface Piece {
  /** Whether it begins behind a record, whose value and id are the parameters `after_value` and `after_id`. */
  isAfter: boolean
  /** Whether it ends with a record, whose value and id are the parameters `last_value` and `last_id`. */
  hasEnd: boolean
}

const isIn = ({ by }: Order, descending: boolean, { isAfter, hasEnd }: Piece): SQL => {
  const compare = (operator: string, record: string) =>
    sql`(${by}, ordered.id) ${sql.raw(operator)} (${sql.placeholder(`${record}_value`)}, ${integerParameter(`${record}_id`)})`
  return joinConditions([
    ...(isAfter ? [compare(descending ? '<' : '>', 'after')] : []),
    ...(hasEnd ? [compare(descending ? '>=' : '<=', 'last')] : []),
  ])
}

/** Selects the record with which the next piece of an order ends, and its value. */
export const selectEnd = (order: Order, descending: boolean, piece: Piece) =>
  sql`select ordered.id as id, ${order.by} as value from ${order.from}
    where ${order.where} and ${isIn(order, descending, piece)} ${sortBy(order, descending)}`

/** Reads a piece of an order, and tests each row. */
export const scanPiece = (order: Order, conditions: Condition[], descending: boolean, piece: Piece) =>
  scanOrder({ ...order, where: sql`${order.where} and ${isIn(order, descending, piece)}` }, conditions, descending)

/** Reads the rows of the first condition, tests each with the others, and sorts what is left. */
export const sortMatches = (
  order: Order,
  [first, ...others]: Conditions,
  { descending, nullsFirst }: { descending: boolean; nullsFirst: boolean },
) => {
  const tests = joinConditions(others.map(({ test }) => test(order)))
  return sql`select ordered.id from ${readFirst(selectIds(first.rows))} as matches
    ${joinInOrder} ${order.from} on ordered.id = matches.id
    where ${order.where} and ${tests} ${sortBy(order, descending, nullsFirst)}`
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

const matchesOf = ([first, ...others]: Conditions): Rows => {
  const order: Order = { from: sql`(${selectIds(first.rows)}) as ordered`, where: sql`true`, by: id, id }
  return { ...order, where: joinConditions(others.map(({ test }) => test(order))) }
}

/** Counts the records that fulfil all conditions. */
export const countMatches = (conditions: Conditions) => countRows(matchesOf(conditions))

/** Selects them in any order. */
export const selectMatches = (conditions: Conditions) => selectIds(matchesOf(conditions))
