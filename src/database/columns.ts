import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import { check, integer, text } from 'drizzle-orm/sqlite-core'

/** The key of every record: counts up and is never given out twice, even after a delete. */
export const id = () => integer().primaryKey({ autoIncrement: true })

/** A moment in UTC as the API writes it, `YYYY-MM-DDTHH:MM:SS.ffffffZ`: text that sorts by time. */
export const instant = () => text()

/** When a record was made and when it was last changed. */
export const timestamps = () => ({ created_at: instant().notNull(), updated_at: instant().notNull() })

/** A name by which a catalogue file knows a record; no answer of the API shows it. */
export const key = () => text()

// The schema refuses what the API would: someone else may write to the file too.

/** A text of 1 to `max` characters, or null where the column allows it. */
export const bounded = (name: string, column: AnyColumn, max: number) =>
  check(name, sql`length(${column}) between 1 and ${sql.raw(String(max))}`)

/** Seconds, or null. */
export const duration = (name: string, column: AnyColumn) => check(name, sql`${column} between 0 and 2147483647`)

/** Every given column holds an instant, or null where it may. */
export const instants = (name: string, ...columns: AnyColumn[]) =>
  check(name, conjunction(columns.map((column) => sql`${column} like '____-__-__T__:__:__.______Z'`)))

// A constraint that comes out null passes, so null needs no case of its own.
const conjunction = (terms: SQL[]) => sql.join(terms, sql` and `)
