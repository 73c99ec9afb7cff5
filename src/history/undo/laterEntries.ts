import { and, gt, lte, sql } from 'drizzle-orm'
import { findChanges } from '../../audit/changes.ts'
import type { Changes } from '../../audit/model.ts'
import { findIdBefore, windowSize } from '../../audit/store.ts'
import { audit } from '../../library/auditSchema.ts'
import type { Reader } from '../../library/connection.ts'
import { isAmongTexts, textArray } from '../../library/engineSql.ts'
import type { Conflict } from './conflicts.ts'
import { hasValues } from './effects.ts'

/** The entry that has brought a conflict about. */
export interface LaterEntry {
  id: number
  created_at: string
  source: string
  email: string | null
}

const actionsFor: Partial<Record<Conflict['reason'], string>> = {
  deleted: 'delete',
  exists: 'create',
  missing: 'delete',
}

/**
 * Finds who has changed records since an entry: the newest entry about each conflict. The table has no index but that of its ids, so
 * entries are read from the newest one back.
 */
export const findLaterEntries = async (
  read: Reader,
  after: number,
  conflicts: readonly Conflict[],
): Promise<Map<Conflict, LaterEntry>> => {
  const found = new Map<Conflict, LaterEntry>()
  const recordOf = ({ reason, record, other }: Conflict) =>
    reason === 'missing' || reason === 'referenced' ? (other ?? record) : record
  const records = textArray(new Set(conflicts.map(recordOf)))
  let end: number | undefined = Number.MAX_SAFE_INTEGER
  while (found.size < conflicts.length) {
    end = await findIdBefore(read, end)
    if (end === undefined || end <= after) break
    const start = Math.max(after, end - windowSize)
    const { id, created_at, source, email, action, record, changes } = audit
    const rows = await read
      .select({ id, created_at, source, email, action, record, changes })
      .from(audit)
      .where(and(lte(id, end), gt(id, start), isAmongTexts(record, sql`${records}`)))
    for (const row of rows.toReversed()) {
      const changed = row.changes === null ? {} : (JSON.parse(row.changes) as Changes) // as the store has written it
      for (const conflict of conflicts) {
        if (found.has(conflict) || row.record !== recordOf(conflict)) continue
        const isAbout =
          actionsFor[conflict.reason] === row.action || conflict.members.some((member) => member in changed)
        const isUnknown = conflict.reason === 'changed' && conflict.members.length === 0
        if (isAbout || isUnknown) found.set(conflict, row)
      }
    }
    end = start + 1
  }
  return found
}

/**
 * What entries after an action have changed in records, from the first old to the last new values; changes that were undone
 * meanwhile are left out. Records that were not changed are left out.
 */
export const findLaterChanges = async (
  read: Reader,
  after: number,
  records: ReadonlySet<string>,
): Promise<Map<string, Changes>> => {
  const found = new Map<string, Changes>()
  let from = after
  while (records.size > 0) {
    const rows = await read
      .select({
        id: audit.id,
        action: audit.action,
        record: audit.record,
        changes: audit.changes,
        part_of: audit.part_of,
      })
      .from(audit)
      .where(gt(audit.id, from))
      .orderBy(audit.id)
      .limit(windowSize)
    for (const { action, record, changes, part_of } of rows) {
      if (record === null || changes === null || !hasValues(action) || part_of === after || !records.has(record))
        continue
      const joined = found.get(record) ?? {}
      for (const [member, { from: old, to }] of Object.entries(JSON.parse(changes) as Changes)) // as the store has written it
        joined[member] = { from: joined[member] ? joined[member].from : old, to }
      found.set(record, joined)
    }
    const last = rows.at(-1)
    if (!last || rows.length < windowSize) break
    from = last.id
  }
  for (const [record, changes] of found) {
    const kept = Object.entries(changes).filter(([, { from: old, to }]) => !isSame(old, to))
    found.set(record, Object.fromEntries(kept))
  }
  return found
}

const isSame = (from: unknown, to: unknown) => Object.keys(findChanges({ value: from }, { value: to })).length === 0
