import { type Column, eq, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { fromKeys } from '../base/objects.ts'
import type { Reader, Writer } from './connection.ts'

/**
 * Returns a function that prepares a statement once for each connection, and returns the prepared statement afterwards.
 * Building a query at each request costs three times as much as running it.
 */
export const prepared = <Statement, Connection extends Reader = Reader>(build: (on: Connection) => Statement) => {
  const statements = new WeakMap<Connection, Statement>()
  return (on: Connection): Statement => {
    const cached = statements.get(on)
    if (cached) return cached
    const statement = build(on)
    statements.set(on, statement)
    return statement
  }
}

/** Returns an object with a placeholder for each column, which has the name of the column. */
export const placeholders = <Column extends string>(...columns: Column[]) =>
  fromKeys(columns, (column) => sql`${sql.placeholder(column)}`)

/** The condition that a row has the id that a statement is run with as `id`. */
export const withId = (table: { id: Column }): SQL => eq(table.id, sql.placeholder('id'))

/**
 * Returns a function that prepares a statement once for each connection and each set of changed columns. Columns whose
 * value in `change` is undefined are not part of the statement, so that an update writes only what changes.
 */
export const preparedForColumns = <Column extends string, Statement>(
  columns: readonly Column[],
  build: (on: Writer, changed: Partial<Record<Column, SQL>>) => Statement,
) => {
  const statements = new Map<string, (on: Writer) => Statement>()
  return (on: Writer, change: { [Name in Column]?: unknown }): Statement => {
    const changedColumns = columns.filter((column) => change[column] !== undefined)
    const key = changedColumns.join()
    const statement =
      statements.get(key) ??
      // TypeScript does not infer that the record of some columns is a part of the record of all columns.
      prepared((writer: Writer) => build(writer, placeholders(...changedColumns) as Partial<Record<Column, SQL>>))
    statements.set(key, statement)
    return statement(on)
  }
}

/** Unique columns as the target of `on conflict`: PostgreSQL rejects names of tables there. */
export const conflictTarget = (...columns: SQLiteColumn[]) =>
  // The type of Drizzle's targets has only columns, but they accept identifiers.
  columns.map(({ name }) => sql.identifier(name)) as unknown as SQLiteColumn[]

/** The timestamps of a statement that updates a record. It is run with the instant `now`. */
export const updatedNow = { updated_at: sql`${sql.placeholder('now')}` }
/** The timestamps of a statement that inserts a record. It is run with the instant `now`. */
export const createdNow = { created_at: updatedNow.updated_at, ...updatedNow }
