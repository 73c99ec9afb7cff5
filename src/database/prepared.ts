import { type SQL, sql } from 'drizzle-orm'
import type { Reader, Writer } from './connection.ts'

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
export const placeholders = <Column extends string>(...columns: Column[]) =>
  Object.fromEntries(columns.map((column) => [column, sql`${sql.placeholder(column)}`])) as Record<Column, SQL>

/** A statement for each set of columns that a change has values for: what it leaves out is neither read nor written. */
export const preparedForColumns = <Column extends string, Statement>(
  columns: readonly Column[],
  build: (on: Writer, changed: Partial<Record<Column, SQL>>) => Statement,
) => {
  const made = new Map<string, (on: Writer) => Statement>()
  return (on: Writer, change: { [Name in Column]?: unknown }): Statement => {
    const changed = columns.filter((column) => change[column] !== undefined)
    const key = changed.join()
    const known =
      made.get(key) ??
      prepared((writer: Writer) => build(writer, placeholders(...changed) as Partial<Record<Column, SQL>>))
    made.set(key, known)
    return known(on)
  }
}

/** The stamps of a record that is made, or changed, at the moment `now`. */
export const updatedNow = { updated_at: sql`${sql.placeholder('now')}` }
export const createdNow = { created_at: updatedNow.updated_at, ...updatedNow }
