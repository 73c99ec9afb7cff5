import { lt, sql } from 'drizzle-orm'
import { audit } from '../library/auditSchema.ts'
import type { Instant } from '../library/clock.ts'
import type { Reader, Transaction } from '../library/connection.ts'
import { isAmongIds } from '../library/engineSql.ts'

// The oldest entries, which are deleted first.

/** The id of the oldest entry; undefined if there is none. */
export const readOldestId = async (read: Reader): Promise<number | undefined> => {
  const [row] = await read.select({ id: audit.id }).from(audit).orderBy(audit.id).limit(1)
  return row?.id
}

/** Lists the ids of the oldest entries, as far as they are from before an instant; at most `limit` of them. */
export const listOldEntries = async (read: Reader, before: Instant, limit: number): Promise<number[]> => {
  const oldest = read
    .select({ id: audit.id, created_at: audit.created_at })
    .from(audit)
    .orderBy(audit.id)
    .limit(limit)
    .as('oldest')
  const rows = await read.select({ id: oldest.id }).from(oldest).where(lt(oldest.created_at, before))
  return rows.map(({ id }) => id)
}

/** Lists the ids of the oldest entries, as far as they are below an id; at most `limit` of them. */
export const listEntriesBelow = async (read: Reader, id: number, limit: number): Promise<number[]> => {
  const rows = await read.select({ id: audit.id }).from(audit).where(lt(audit.id, id)).orderBy(audit.id).limit(limit)
  return rows.map((row) => row.id)
}

export const deleteEntries = async ({ db }: Transaction, ids: number[]): Promise<void> => {
  await db.delete(audit).where(isAmongIds(audit.id, sql`${JSON.stringify(ids)}`))
}
