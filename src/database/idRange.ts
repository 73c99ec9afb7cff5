import { type AnyColumn, type SQL, sql } from 'drizzle-orm'

/** A part of a list: the first `limit` records with ids from `from` to `to`, both included. */
export interface IdRange {
  from: number
  to: number
  limit: number
}

/** All records. A negative limit means no limit to SQLite. */
export const allIds: IdRange = { from: Number.MIN_SAFE_INTEGER, to: Number.MAX_SAFE_INTEGER, limit: -1 }

/** The condition of a prepared select that is run with an `IdRange`. */
export const inIdRange = (id: AnyColumn): SQL =>
  sql`${id} between ${sql.placeholder('from')} and ${sql.placeholder('to')}`

/** The limit of a prepared select that is run with an `IdRange`. */
export const rangeLimit = sql.placeholder('limit')
