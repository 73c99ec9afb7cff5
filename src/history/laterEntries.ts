import { and, eq, gt, lte, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Changes } from '../audit/model.ts'
import { findIdBefore, windowSize } from '../audit/store.ts'
import type { Members } from '../catalogue/members.ts'
import { audit } from '../library/auditSchema.ts'
import type { Reader } from '../library/connection.ts'
import { isAmongTexts, textArray } from '../library/engineSql.ts'
import { hasValues } from './undo/effects.ts'

// Who has changed records since then.

/** The newest entry about a change. */
export interface LaterEntry {
  id: number
  created_at: string
  source: string
  email: string | null
  /** Whether a seed has made the change. */
  isOfSeed: boolean
}

/** A change whose entry is looked for. */
export interface LaterChange {
  record: string
  /** The members that have changed; without any, and without an action, any change of the record. */
  members: readonly string[]
  action?: string | undefined
}

const parent = alias(audit, 'parent')

/**
 * Finds who has changed records since an entry: the newest entry about each change. The table has no index but that of its ids, so
 * entries are read from the newest one back.
 */
export const findLaterEntries = async <Change>(
  read: Reader,
  after: number,
  changes: ReadonlyMap<Change, LaterChange>,
): Promise<Map<Change, LaterEntry>> => {
  const found = new Map<Change, LaterEntry>()
  const open = Map.groupBy(changes, ([, { record }]) => record)
  let end: number | undefined = Number.MAX_SAFE_INTEGER
  while (open.size > 0) {
    end = await findIdBefore(read, end)
    if (end === undefined || end <= after) break
    const start = Math.max(after, end - windowSize)
    const { id, created_at, source, email, action, record, changes: changed } = audit
    const rows = await read
      .select({ id, created_at, source, email, action, record, changed, actionOfParent: parent.action })
      .from(audit)
      .leftJoin(parent, eq(parent.id, audit.part_of))
      .where(and(lte(id, end), gt(id, start), isAmongTexts(record, sql`${textArray(open.keys())}`)))
      .orderBy(audit.id)
    for (const { action, record, changed, actionOfParent, ...row } of rows.toReversed()) {
      const members = changed === null ? {} : (JSON.parse(changed) as Changes) // as the store has written it
      const rest = open.get(record ?? '')?.filter(([change, wanted]) => {
        const isAbout =
          wanted.action === action ||
          wanted.members.some((member) => member in members) ||
          (wanted.action === undefined && wanted.members.length === 0)
        if (isAbout) found.set(change, { ...row, isOfSeed: actionOfParent === 'seed' })
        return !isAbout
      })
      if (rest?.length === 0) open.delete(record ?? '')
      else if (rest) open.set(record ?? '', rest)
    }
    end = start + 1
  }
  return found
}

/**
 * The values that records had after an action, of the members that later entries have changed: those that the first such entry has replaced.
 * Records that were not changed are left out.
 */
export const findReplacedValues = async (
  read: Reader,
  after: number,
  records: ReadonlySet<string>,
): Promise<Map<string, Members>> => {
  const found = new Map<string, Members>()
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
      const replaced = found.getOrInsertComputed(record, () => ({}))
      const changed = JSON.parse(changes) as Changes // as the store has written it
      for (const member in changed) if (!(member in replaced)) replaced[member] = changed[member]?.from
    }
    const last = rows.at(-1)
    if (!last || rows.length < windowSize) break
    from = last.id
  }
  return found
}
