import { and, desc, eq, getTableName, gte, like, lt, or, type SQL, sql } from 'drizzle-orm'
import { audit } from '../database/auditSchema.ts'
import type { TrackedTable } from '../database/changes.ts'
import type { Instant } from '../database/clock.ts'
import type { Reader, Writer } from '../database/connection.ts'
import { isAmongIds } from '../database/engineSql.ts'
import { placeholders, prepared } from '../database/prepared.ts'
import type { Action, Actor, Changes, Counts, NewEntry } from './entry.ts'

const insert = prepared((on: Writer) =>
  on
    .insert(audit)
    .values(
      placeholders(
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
      ),
    )
    .prepare(),
)

const noActor = { user_id: null, email: null, token_id: null, address: null }
const toJson = (value: object | undefined) => (value === undefined ? null : JSON.stringify(value))

/** Adds an entry to the audit trail. */
export const addEntry = async (
  tx: Writer,
  now: Instant,
  actor: Actor,
  { action, record = '', changes, counts }: NewEntry,
): Promise<void> => {
  await insert(tx).run({
    ...noActor,
    ...actor,
    created_at: now,
    action,
    record: record || null,
    changes: toJson(changes),
    counts: toJson(counts),
  })
}

/** An entry as the command line lists it. */
export interface Entry {
  id: number
  created_at: Instant
  source: Actor['source']
  user_id: number | null
  email: string | null
  token_id: number | null
  address: string | null
  action: Action
  record: string | null
  changes: Changes | null
  counts: Counts | null
}

export interface EntryFilter {
  /** A record such as `tracks/3`, or all records of a kind, such as `tracks`. */
  record?: string | undefined
  /** Who made the change: the account with this id, or one that had this e-mail address then. */
  user?: { id?: number | undefined; email?: string | undefined } | undefined
  since?: Instant | undefined
  action?: Action | undefined
}

const conditionOf = ({ record, user, since, action }: EntryFilter): SQL | undefined =>
  and(
    record === undefined
      ? undefined
      : record.includes('/')
        ? eq(audit.record, record)
        : like(audit.record, `${record}/%`),
    user &&
      or(
        user.id === undefined ? undefined : eq(audit.user_id, user.id),
        user.email === undefined ? undefined : eq(sql`lower(${audit.email})`, user.email.toLowerCase()),
      ),
    since === undefined ? undefined : gte(audit.created_at, since),
    action && eq(audit.action, action),
  )

const pageSize = 1_000

/**
 * Reads the entries that match a filter, the oldest first, a page at a time.
 * @param limit - read only the newest ones, this many at most
 */
export async function* readEntries(read: Reader, filter: EntryFilter, limit?: number): AsyncGenerator<Entry[]> {
  const condition = conditionOf(filter)
  let from = limit === undefined ? 0 : await findNewest(read, condition, limit)
  for (;;) {
    const rows = await read
      .select()
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

/** How many entries one select of `readNewestEntries` tests: about a millisecond. */
const windowSize = 2_000

interface NewestEntriesOptions {
  /** Read only entries with a lower id. */
  before?: number | undefined
  limit: number
  /** How many entries are tested at most. */
  maxTested: number
  /** Is awaited between selects. */
  yieldIfDue: () => Promise<void>
}

/**
 * Reads the entries that match a filter, the newest first. The table has no index but that of its ids, so entries are
 * tested one after another.
 * @returns the entries, and the id before which to go on; undefined at the end
 */
export const readNewestEntries = async (
  read: Reader,
  filter: EntryFilter,
  { before, limit, maxTested, yieldIfDue }: NewestEntriesOptions,
): Promise<{ entries: Entry[]; next: number | undefined }> => {
  const condition = conditionOf(filter)
  const [ends] = await read.select({ first: sql<number | null>`min(${audit.id})` }).from(audit)
  const [newest] = await read.select({ id: audit.id }).from(audit).orderBy(desc(audit.id)).limit(1)
  const first = ends?.first ?? 0
  let end = Math.min(before ?? Number.MAX_SAFE_INTEGER, (newest?.id ?? 0) + 1)
  const stop = Math.max(first, end - maxTested)
  const entries: Entry[] = []
  while (end > stop) {
    await yieldIfDue()
    const inWindow = and(lt(audit.id, end), gte(audit.id, Math.max(stop, end - windowSize)))
    if (filter.since !== undefined) {
      // The clock may have been set back between two entries, but not for long.
      const [last] = await read
        .select({ created_at: sql<Instant>`max(${audit.created_at})` })
        .from(audit)
        .where(inWindow)
      if (last && last.created_at < filter.since) return { entries, next: undefined }
    }
    const rows = await read
      .select()
      .from(audit)
      .where(and(inWindow, condition))
      .orderBy(desc(audit.id))
      .limit(limit - entries.length)
    entries.push(...rows.map(toEntry))
    const last = entries.at(-1)
    if (last && entries.length === limit) return { entries, next: last.id > first ? last.id : undefined }
    end -= windowSize
  }
  return { entries, next: stop > first ? stop : undefined }
}

const toEntry = (row: typeof audit.$inferSelect): Entry => ({
  ...row,
  // addEntry writes only these.
  action: row.action as Action,
  changes: row.changes === null ? null : JSON.parse(row.changes),
  counts: row.counts === null ? null : JSON.parse(row.counts),
})

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

export const deleteEntries = async (tx: Writer, ids: number[]): Promise<void> => {
  await tx.delete(audit).where(isAmongIds(audit.id, sql`${JSON.stringify(ids)}`))
}

/** No cached response depends on the audit trail. */
export const trackedTables: TrackedTable[] = [{ table: getTableName(audit), changes: [] }]
