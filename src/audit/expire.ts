import { gte, isNotNull, sql } from 'drizzle-orm'
import { audit } from '../database/auditSchema.ts'
import type { Instant } from '../database/clock.ts'
import type { Reader, Transaction } from '../database/connection.ts'
import { isAmongIds } from '../database/engineSql.ts'
import { windowSize } from './store.ts'

// What entries keep so that they can be undone is removed after a time. The entries stay.

/**
 * Lists the ids of the entries from before an instant that keep something for undoing, in parts.
 * @param yieldIfDue - is awaited between selects
 */
export async function* listExpired(
  read: Reader,
  before: Instant,
  yieldIfDue: () => Promise<void>,
): AsyncGenerator<number[]> {
  let from = 0
  for (;;) {
    await yieldIfDue()
    const rows = await read
      .select({ id: audit.id, created_at: audit.created_at, keeps: sql`${isNotNull(audit.restore)}`.mapWith(Boolean) })
      .from(audit)
      .where(gte(audit.id, from))
      .orderBy(audit.id)
      .limit(windowSize)
    const ids = rows.filter((row) => row.keeps && row.created_at < before).map(({ id }) => id)
    if (ids.length > 0) yield ids
    const last = rows.at(-1)
    if (!last || last.created_at >= before) return
    from = last.id + 1
  }
}

export const removeRestore = async ({ db }: Transaction, ids: number[]): Promise<void> => {
  await db
    .update(audit)
    .set({ restore: null })
    .where(isAmongIds(audit.id, sql`${JSON.stringify(ids)}`))
}
