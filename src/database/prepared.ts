import { type SQL, sql } from 'drizzle-orm'
import type { Reader } from './connection.ts'

/**
 * A statement that is prepared once for each connection and then only run: building a query anew at each request costs
 * three times what the query itself does.
 */
export const prepared = <Statement, On extends Reader = Reader>(build: (on: On) => Statement) => {
  const made = new WeakMap<On, Statement>()
  return (on: On): Statement => {
    const known = made.get(on)
    if (known) return known
    const statement = build(on)
    made.set(on, statement)
    return statement
  }
}

/** Columns that get their values when the statement is run, under their own names. */
export const given = <Column extends string>(...columns: Column[]) =>
  Object.fromEntries(columns.map((column) => [column, sql`${sql.placeholder(column)}`])) as Record<Column, SQL>

/** The stamps of a record that is made, or changed, at the moment `now`. */
export const changedNow = { updated_at: sql`${sql.placeholder('now')}` }
export const madeNow = { created_at: changedNow.updated_at, ...changedNow }
