import { gte, isNotNull, sql } from 'drizzle-orm'
import { audit } from '../library/auditSchema.ts'
import type { Instant } from '../library/clock.ts'
import type { Reader, Transaction } from '../library/connection.ts'
import { isAmongIds } from '../library/engineSql.ts'
import { windowSize } from './store.ts'

// What entries keep so that they can be undone is removed after a time. The entries stay.

/**
 * Finds the next entries from before an instant that keep something for undoing.
 * @param first - the id with which to begin
 * @returns their ids, and the id with which to go on; no ids at the end
 */
export const findExpired = async (
  read: Reader,
  before: Instant,
  first: number,
): Promise<{ ids: number[]; next: number }> => {
  let from = first
  for (;;) {
    const rows = await read
      .select({ id: audit.id, created_at: audit.created_at, keeps: sql`${isNotNull(audit.restore)}`.mapWith(Boolean) })
      .from(audit)
      .where(gte(audit.id, from))
      .orderBy(audit.id)
      .limit(windowSize)
    const ids = rows.filter((row) => row.keeps && row.created_at < before).map(({ id }) => id)
    const last = rows.at(-1)
    from = (last?.id ?? from) + 1
    if (ids.length > 0 || !last || last.created_at >= before) return { ids, next: from }
  }
}

export const removeRestore = async ({ db }: Transaction, ids: number[]): Promise<void> => {
  await db
    .update(audit)
    .set({ restore: null })
    .where(isAmongIds(audit.id, sql`${JSON.stringify(ids)}`))
}
