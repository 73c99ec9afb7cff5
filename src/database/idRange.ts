import { type AnyColumn, type SQL, sql } from 'drizzle-orm'

/** A part of a list by id: the first `most` records from `from` up to `to`, both included. */
export interface IdRange {
  from: number
  to: number
  limit: number
}

/** All records; SQLite takes a negative limit for none. */
export const allIds: IdRange = { from: Number.MIN_SAFE_INTEGER, to: Number.MAX_SAFE_INTEGER, limit: -1 }

/** The condition; its values go in when the statement is run. */
export const inIdRange = (id: AnyColumn): SQL =>
  sql`${id} between ${sql.placeholder('from')} and ${sql.placeholder('to')}`

export const rangeLimit = sql.placeholder('limit')
