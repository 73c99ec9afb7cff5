import { and, eq, gte, inArray, isNotNull, isNull, like, lt, or, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { audit } from '../library/auditSchema.ts'
import type { Instant } from '../library/clock.ts'
import { jsonInteger } from '../library/engineSql.ts'
import type { Action } from './model.ts'

export interface EntryFilter {
  /**
   * A record such as `tracks/3`, or all records of a kind, such as `tracks`. Those of one record include the parts of other entries that
   * are about it; without a record, entries stand for their parts.
   */
  record?: string | undefined
  /** Who made the change: the account with this id, or one that had this e-mail address then. */
  user?: { id?: number | undefined; email?: string | undefined } | undefined
  since?: Instant | undefined
  /** Only entries from before this instant. */
  until?: Instant | undefined
  /** Any of these actions. */
  action?: readonly Action[] | undefined
  /** A text in the changed values, or in the e-mail address. The letters from A to Z are the same in upper and lower case. */
  q?: string | undefined
  /** The id of an entry: that entry, and all its parts. */
  entry?: number | undefined
}

/** Whether a column contains a text. */
const contains = (column: SQLiteColumn, text: string) => {
  const pattern = `%${text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`
  return sql`lower(${column}) like ${pattern} escape '\\'`
}

export const conditionOf = ({ record, user, since, until, action, q, entry }: EntryFilter): SQL | undefined =>
  and(
    record?.includes('/') ? concerns(record) : entry === undefined ? isNull(audit.part_of) : undefined,
    entry === undefined ? undefined : or(eq(audit.id, entry), eq(audit.part_of, entry)),
    record === undefined || record.includes('/')
      ? undefined
      : or(eq(audit.record, record), like(audit.record, `${record}/%`)),
    user &&
      or(
        user.id === undefined ? undefined : eq(audit.user_id, user.id),
        user.email === undefined ? undefined : eq(sql`lower(${audit.email})`, user.email.toLowerCase()),
      ),
    since === undefined ? undefined : gte(audit.created_at, since),
    until === undefined ? undefined : lt(audit.created_at, until),
    action && inArray(audit.action, [...action]),
    // The changes are JSON.
    q === undefined ? undefined : or(contains(audit.changes, JSON.stringify(q).slice(1, -1)), contains(audit.email, q)),
  )

/** The condition that an entry, or a part of one, is about a record. The records that a seed has created are one part: a range of ids. */
const concerns = (record: string) => {
  const [kind = '', id] = record.split('/')
  const inRange = sql`${Number(id)} between ${jsonInteger(audit.counts, 'first')} and ${jsonInteger(audit.counts, 'last')}`
  return or(eq(audit.record, record), and(eq(audit.record, kind), isNotNull(audit.part_of), inRange))
}
