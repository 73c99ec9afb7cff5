import { asc, lt, lte, sql } from 'drizzle-orm'
import type { Instant } from '../database/clock.ts'
import type { Reader, Transaction } from '../database/connection.ts'
import { isAmongIds, oneRow } from '../database/engineSql.ts'
import { like_changes } from '../database/likeSchema.ts'

// Triggers log what happens to likes, for those who follow changes. The oldest rows are deleted.

const newest = sql`(select max(id) from ${like_changes})`

export const isLikeLogLong = async (read: Reader, maxRows: number): Promise<boolean> => {
  const [row] = await read
    .select({ count: sql`${newest} - (select min(id) from ${like_changes}) + 1`.mapWith(Number) })
    .from(oneRow)
  return (row?.count ?? 0) > maxRows
}

/** Deletes the oldest rows beyond a number. */
export const limitLikeLog = async ({ db }: Pick<Transaction, 'db'>, maxRows: number): Promise<void> => {
  await db.delete(like_changes).where(lte(like_changes.id, sql`${newest} - cast(${maxRows} as bigint)`))
}

/** Deletes the older half of the rows: in a full library there is room for a row then. */
export const halveLikeLog = async ({ db }: Pick<Transaction, 'db'>): Promise<void> => {
  const middle = sql`(select (min(id) + max(id)) / 2 from ${like_changes})`
  await db.delete(like_changes).where(lt(like_changes.id, middle))
}

/**
 * Lists the ids of the oldest rows, as far as they are from before an instant; at most `limit` of them. A like that comes back has its
 * former time: such a row after newer ones stays, since none may be missing between others.
 */
export const listOldLikeChanges = async (read: Reader, before: Instant, limit: number): Promise<number[]> => {
  const rows = await read
    .select()
    .from(like_changes)
    // The newest row stays: SQLite would begin with the first id again.
    .where(lt(like_changes.id, newest))
    .orderBy(asc(like_changes.id))
    .limit(limit)
  const end = rows.findIndex(({ created_at }) => created_at >= before)
  return rows.slice(0, end < 0 ? rows.length : end).map(({ id }) => id)
}

export const deleteLikeChanges = async ({ db }: Pick<Transaction, 'db'>, ids: number[]): Promise<void> => {
  await db.delete(like_changes).where(isAmongIds(like_changes.id, sql`${JSON.stringify(ids)}`))
}
