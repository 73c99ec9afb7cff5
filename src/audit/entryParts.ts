import { type SQL, sql } from 'drizzle-orm'
import { audit } from '../library/auditSchema.ts'
import type { Writer } from '../library/connection.ts'
import { arrayRows, itemAt } from '../library/engineSql.ts'
import { prepared } from '../library/prepared.ts'
import type { NewEntry } from './entry.ts'

// An action that changes several records is an entry, and an entry for each record, its parts. The parts follow their entry without a gap:
// writes run one after another, so the newest entry is that of the running action or one of its parts.

/** Entries that a statement adds as parts of the newest entry, with its actor and its time. */
export interface Parts {
  statement: (on: Writer) => { run(values: Record<string, unknown>): unknown }
  values: Record<string, unknown>
}

/** Adds parts to the entry that the same write has added last. */
export type AuditParts = (parts: Parts) => Promise<void>

/** @param createSelect - selects rows with the columns action, record, changes, counts and restore, and `position`, their order */
export const prepareParts = (createSelect: () => SQL): Parts['statement'] =>
  prepared((on: Writer) =>
    on
      .insert(audit)
      .select(
        // An expression: SQLite takes a bare null for the column of an id, PostgreSQL for a text.
        sql`select cast(null as bigint), head.created_at, head.source, head.user_id, head.email, head.token_id, head.address,
          part.action, part.record, part.changes, part.counts, coalesce(head.part_of, head.id), part.restore
          from ${audit} as head, (${createSelect()}) as part where head.id = (select max(id) from ${audit}) order by part.position`,
      )
      .prepare(),
  )

const fromRows = prepareParts(
  () => sql`select ${itemAt(0, 'text')} as action, ${itemAt(1, 'text')} as record, ${itemAt(2, 'text')} as changes,
    ${itemAt(3, 'text')} as counts, ${itemAt(4, 'text')} as restore, ${itemAt(5, 'integer')} as position from ${arrayRows('rows')}`,
)

/** What a column of JSON has of a value. */
export const toJson = (value: object | undefined) => (value === undefined ? null : JSON.stringify(value))

/** How many parts one statement adds. */
const rowsPerStatement = 500

/** Parts that the program has made, one statement at a time, so that those of many records are not in memory at once. */
export function* partsOf(entries: Iterable<NewEntry>): Generator<Parts> {
  let rows: unknown[][] = []
  const take = (): Parts => {
    const values = { rows: JSON.stringify(rows) }
    rows = []
    return { statement: fromRows, values }
  }
  for (const { action, record, changes, counts, restore } of entries) {
    rows.push([action, record ?? null, toJson(changes), toJson(counts), toJson(restore), rows.length])
    if (rows.length === rowsPerStatement) yield take()
  }
  if (rows.length > 0) yield take()
}
