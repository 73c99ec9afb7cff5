import { and, desc, gt, lte, sql } from 'drizzle-orm'
import { audit, auditEntrySize } from '../database/auditSchema.ts'
import type { Reader } from '../database/connection.ts'
import { findIdBefore, windowSize } from './store.ts'

const size = sql`${sql.raw(auditEntrySize)}`.mapWith(Number)

interface Measured {
  bytes: number
  /** The id of the oldest of these entries. Those before it are too much. */
  oldest: number
}

/**
 * Measures the newest entries, up to a maximum size.
 * @param yieldIfDue - is awaited between selects, each of a few milliseconds
 * @param signal - ends the work when it aborts
 */
export const measureNewest = async (
  read: Reader,
  maxBytes: number,
  yieldIfDue: () => Promise<void>,
  signal?: AbortSignal,
): Promise<Measured> => {
  let [bytes, oldest] = [0, Number.MAX_SAFE_INTEGER]
  while (!signal?.aborted) {
    await yieldIfDue()
    const newest = await findIdBefore(read, oldest)
    if (newest === undefined) return { bytes, oldest: 0 }
    const inWindow = and(lte(audit.id, newest), gt(audit.id, newest - windowSize))
    const [row] = await read
      .select({ sum: sql`sum(${size})`.mapWith(Number) })
      .from(audit)
      .where(inWindow)
    const sum = row?.sum ?? 0
    if (bytes + sum > maxBytes) {
      // Not the maximum: entries that are added meanwhile are not too much.
      oldest = newest + 1
      for (const entry of await read
        .select({ id: audit.id, size })
        .from(audit)
        .where(inWindow)
        .orderBy(desc(audit.id))) {
        if (bytes + entry.size > maxBytes) break
        bytes += entry.size
        oldest = entry.id
      }
      return { bytes, oldest }
    }
    bytes += sum
    oldest = newest - windowSize + 1
  }
  return { bytes, oldest }
}
