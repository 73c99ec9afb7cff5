import { and, desc, eq, gt, gte, isNull, lte, sql } from 'drizzle-orm'
import { audit, auditEntrySize } from '../library/auditSchema.ts'
import type { Reader } from '../library/connection.ts'
import { findIdBefore, windowSize } from './store.ts'

const size = sql`${sql.raw(auditEntrySize)}`.mapWith(Number)

interface Measured {
  bytes: number
  /** The id of the oldest of these entries. Those before it are too much. */
  oldest: number
}

/**
 * Measures the newest entries, up to a maximum size. The parts of an action are deleted with its entry, so an action that is only
 * partly within the maximum is too much as a whole.
 */
export const measureNewest = async (read: Reader, maxBytes: number): Promise<Measured> => {
  let [bytes, oldest] = [0, Number.MAX_SAFE_INTEGER]
  for (;;) {
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
      return { bytes, oldest: await findWhole(read, oldest) }
    }
    bytes += sum
    oldest = newest - windowSize + 1
  }
}

/** The id of the first entry from an id on that is no part of another one. If there is none, the newest action is larger than all: it stays. */
const findWhole = async (read: Reader, from: number) => {
  const [whole] = await read
    .select({ id: audit.id })
    .from(audit)
    .where(and(gte(audit.id, from), isNull(audit.part_of)))
    .orderBy(audit.id)
    .limit(1)
  if (whole) return whole.id
  const [part] = await read.select({ id: audit.part_of }).from(audit).where(eq(audit.id, from))
  return part?.id ?? from
}
