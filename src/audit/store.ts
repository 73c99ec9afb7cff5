import { and, desc, eq, getTableColumns, getTableName, gt, gte, isNotNull, lt, type SQL, sql } from 'drizzle-orm'
import { audit, audit_gap } from '../library/auditSchema.ts'
import type { TrackedTable } from '../library/changes.ts'
import type { Instant } from '../library/clock.ts'
import type { Reader, Transaction, Writer } from '../library/connection.ts'
import { placeholders, prepared, preparedForColumns, withId } from '../library/prepared.ts'
import type { Actor, NewEntry } from './entry.ts'
import { toJson } from './entryParts.ts'
import { conditionOf, type EntryFilter } from './filter.ts'
import { mergeOwnChanges } from './mergeAccountChanges.ts'
import type { Action, AuditEntry } from './model.ts'

const insertedColumns = [
  'created_at',
  'source',
  'user_id',
  'email',
  'token_id',
  'address',
  'action',
  'record',
  'changes',
  'counts',
] as const

// Few changes have to remember more. The statement of all others has fewer values.
const insert = preparedForColumns(['restore'], (on, changed) =>
  on
    .insert(audit)
    .values({ ...placeholders(...insertedColumns), ...changed })
    .prepare(),
)

const noActor = { user_id: null, email: null, token_id: null, address: null }

/**
 * How many ids before the newest one are searched for an entry that an own change is merged with. There is no index, so this takes
 * a few milliseconds where there is none; after it, the account's own entry is among the newest.
 */
const searchedIds = 20_000

/** What responses contain: everything but what only undoing needs. */
const { restore, ...entryColumns } = getTableColumns(audit)

/** An entry, whether it has what undoing it needs beside the changes, and whether it has parts. */
export type StoredEntry = AuditEntry & { keeps_restore: boolean; has_parts: boolean }

const storedColumns = {
  ...entryColumns,
  keeps_restore: sql`${isNotNull(restore)}`.mapWith(Boolean),
  // Parts follow their entry without a gap.
  has_parts:
    sql`exists (select 1 from ${audit} as part where part.id = ${audit}.id + 1 and part.part_of = ${audit}.id)`.mapWith(
      Boolean,
    ),
}

const selectFormer = prepared((on: Reader) =>
  on
    .select(entryColumns)
    .from(audit)
    .where(
      and(
        gt(audit.id, sql`(select max(id) from audit) - ${sql.raw(String(searchedIds))}`),
        eq(audit.record, sql.placeholder('record')),
        eq(audit.action, sql.placeholder('action')),
      ),
    )
    .orderBy(desc(audit.id))
    .limit(1)
    .prepare(),
)

/** Gives an entry a new id at the end, so that the order of ids is that of times, and those who follow changes see it again. */
const moveToEnd = prepared((on: Writer) =>
  on
    .update(audit)
    .set({
      id: sql`(select max(id) + 1 from audit)`,
      ...placeholders('created_at', 'token_id', 'address', 'changes', 'counts'),
    })
    .where(withId(audit))
    .prepare(),
)

/**
 * Adds an entry to the audit trail, or merges it with a former one of the same account. The merged entry has the time, the token
 * and the client of the last change. Its e-mail address is the one before all of them.
 */
export const addEntry = async ({ db, now }: Transaction, actor: Actor, entry: NewEntry): Promise<void> => {
  const { action, record = '', isOwnChange } = entry
  const row = isOwnChange && (await selectFormer(db).get({ record, action }))
  const merged = row && mergeOwnChanges(toEntry(row), actor, entry, now)
  const { changes, counts } = merged || entry
  const values = { ...noActor, ...actor, created_at: now, changes: toJson(changes), counts: toJson(counts) }
  if (merged) await moveToEnd(db).run({ ...values, id: row.id })
  else await insert(db, entry).run({ ...values, action, record: record || null, restore: toJson(entry.restore) })
}

const pageSize = 1_000

/**
 * Reads the entries that match a filter, the oldest first, a page at a time.
 * @param limit - read only the newest ones, this many at most
 */
export async function* readEntries(read: Reader, filter: EntryFilter, limit?: number): AsyncGenerator<AuditEntry[]> {
  const condition = conditionOf(filter)
  let from = limit === undefined ? 0 : await findNewest(read, condition, limit)
  for (;;) {
    const rows = await read
      .select(entryColumns)
      .from(audit)
      .where(and(gte(audit.id, from), condition))
      .orderBy(audit.id)
      .limit(pageSize)
    yield rows.map(toEntry)
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) return
    from = last.id + 1
  }
}

/** The id of the first of the newest `count` entries. */
const findNewest = async (read: Reader, condition: SQL | undefined, count: number) => {
  const ids = read.select({ id: audit.id }).from(audit).where(condition).orderBy(desc(audit.id))
  const [first] = await ids.limit(1).offset(count - 1)
  return first?.id ?? 0
}

/** How many ids one select concerns that tests or measures entries: about a millisecond. */
export const windowSize = 2_000

const selectIdBefore = prepared((on: Reader) =>
  on
    .select({ id: audit.id })
    .from(audit)
    .where(lt(audit.id, sql.placeholder('before')))
    .orderBy(desc(audit.id))
    .limit(1)
    .prepare(),
)

/** Finds the highest id below an id, past ids without entries: merged entries leave many. Undefined if there is none. */
export const findIdBefore = async (read: Reader, id: number): Promise<number | undefined> =>
  (await selectIdBefore(read).get({ before: id }))?.id

interface NewestEntriesOptions {
  /** Read only entries with a lower id. */
  before?: number | undefined
  limit: number
  /** How many ids are tested at most, apart from gaps between windows. */
  maxTested: number
}

/**
 * Reads the entries that match a filter, the newest first. The table has no index but that of its ids, so entries are
 * tested one after another.
 * @returns the entries, and the id before which to go on; undefined at the end
 */
export const readNewestEntries = async (
  read: Reader,
  filter: EntryFilter,
  { before, limit, maxTested }: NewestEntriesOptions,
): Promise<{ entries: StoredEntry[]; next: number | undefined }> => {
  const condition = conditionOf(filter)
  const [ends] = await read.select({ first: sql<number | null>`min(${audit.id})` }).from(audit)
  const first = ends?.first ?? 0
  const endBefore = async (id: number) => ((await findIdBefore(read, id)) ?? first - 1) + 1
  let end = await endBefore(before ?? Number.MAX_SAFE_INTEGER)
  const entries: StoredEntry[] = []
  for (let tested = 0; end > first && tested < maxTested; tested += windowSize) {
    const inWindow = and(lt(audit.id, end), gte(audit.id, end - windowSize))
    if (filter.since !== undefined) {
      // The clock may have been set back between two entries, but not for long.
      const [last] = await read
        .select({ created_at: sql<Instant>`max(${audit.created_at})` })
        .from(audit)
        .where(inWindow)
      if (last && last.created_at < filter.since) return { entries, next: undefined }
    }
    const rows = await read
      .select(storedColumns)
      .from(audit)
      .where(and(inWindow, condition))
      .orderBy(desc(audit.id))
      .limit(limit - entries.length)
    entries.push(...rows.map(toEntry))
    const last = entries.at(-1)
    if (last && entries.length === limit) return { entries, next: last.id > first ? last.id : undefined }
    end = await endBefore(end - windowSize)
  }
  return { entries, next: end > first ? end : undefined }
}

const toEntry = <Row extends Omit<typeof audit.$inferSelect, 'restore'>>(row: Row) => ({
  ...row,
  // addEntry writes only these.
  action: row.action as Action,
  changes: row.changes === null ? null : JSON.parse(row.changes),
  counts: row.counts === null ? null : JSON.parse(row.counts),
})

/** The entry with an id; undefined if there is none. */
export const readEntry = async (read: Reader, id: number): Promise<StoredEntry | undefined> => {
  const [row] = await read.select(storedColumns).from(audit).where(eq(audit.id, id))
  return row && toEntry(row)
}

/** No cached response depends on the audit trail. */
export const trackedTables: TrackedTable[] = [audit, audit_gap].map((table) => ({
  table: getTableName(table),
  changes: [],
}))
