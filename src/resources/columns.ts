import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import { check, integer, text } from 'drizzle-orm/sqlite-core'

/** The primary key of a record. Ids increase, and the id of a deleted record is not used again. */
export const id = () => integer().primaryKey({ autoIncrement: true })

/** An `Instant`: text that sorts by time. */
export const instant = () => text()

/** When a record was created and when it was last updated. */
export const timestamps = () => ({ created_at: instant().notNull(), updated_at: instant().notNull() })

/** The name by which a catalogue file refers to a record. It is not part of any response of the API. */
export const key = () => text()

// The constraints repeat rules of the API, because other programs may write to the file too. A constraint whose expression
// is null is satisfied, so the expressions need no case for null: https://sqlite.org/lang_createtable.html#ckconst

/** Constrains a text to 1 to `maxLength` characters. */
export const checkLength = (name: string, column: AnyColumn, maxLength: number) =>
  check(name, sql`length(${column}) between 1 and ${sql.raw(String(maxLength))}`)

/** Constrains a number of seconds to those that a signed 32-bit integer can hold, without negative ones. */
export const checkDuration = (name: string, column: AnyColumn) => check(name, sql`${column} between 0 and 2147483647`)

/** Constrains columns to the form of an `Instant`. */
export const checkInstants = (name: string, ...columns: AnyColumn[]) =>
  check(name, joinWithAnd(columns.map((column) => sql`${column} like '____-__-__T__:__:__.______Z'`)))

const joinWithAnd = (terms: SQL[]) => sql.join(terms, sql` and `)

/** The condition that a text is a SHA-256 in hexadecimal digits. */
export const isSha256 = (column: AnyColumn): SQL => sql`length(${column}) = 64 and ${column} not glob '*[^0-9a-f]*'`
