import { and, desc, eq, getTableName, gte, inArray, like, lt, or, type SQL, sql } from 'drizzle-orm'
import { audit } from '../database/auditSchema.ts'
import type { TrackedTable } from '../database/changeCapture.ts'
import type { Instant } from '../database/clock.ts'
import type { Reader, Writer } from '../database/connection.ts'
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
  /** Who made the change: an account that has this e-mail address now, or had it then. */
  user?: { id: number | undefined; email: string } | undefined
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
        eq(sql`lower(${audit.email})`, user.email.toLowerCase()),
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
  await tx.delete(audit).where(inArray(audit.id, sql`(select value from json_each(${JSON.stringify(ids)}))`))
}

/** No cached response depends on the audit trail. */
export const trackedTables: TrackedTable[] = [{ table: getTableName(audit), changes: [] }]
