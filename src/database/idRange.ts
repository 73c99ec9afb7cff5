import { type AnyColumn, type SQL, sql } from 'drizzle-orm'

/** A part of a list by id: the first `most` records from `from` up to `to`, both included. */
export interface Stretch {
  from: number
  to: number
  most: number
}

/** All records; SQLite takes a negative limit for none. */
export const everything: Stretch = { from: Number.MIN_SAFE_INTEGER, to: Number.MAX_SAFE_INTEGER, most: -1 }

/** The condition; its values go in when the statement is run. */
export const inStretch = (id: AnyColumn): SQL =>
  sql`${id} between ${sql.placeholder('from')} and ${sql.placeholder('to')}`

export const most = sql.placeholder('most')
