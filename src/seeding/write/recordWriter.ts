import { eq, sql } from 'drizzle-orm'
import type { AuditedTransaction } from '../../audit/write.ts'
import { mapValues } from '../../base/objects.ts'
import { changeLinks, type NewLink } from '../../catalogue/links.ts'
import { upsertRecords } from '../../catalogue/records.ts'
import { type Resource, type ResourceName, resources, type Value } from '../../catalogue/resources.ts'
import type { Transaction, Writer } from '../../library/connection.ts'
import { placeholders, prepared } from '../../library/prepared.ts'
import { pageSize, type Row } from '../rows.ts'

const setKey = mapValues(resources, ({ table }: Resource) =>
  prepared((on: Writer) =>
    on
      .update(table)
      .set(placeholders('key'))
      .where(eq(table.id, sql.placeholder('id')))
      .prepare(),
  ),
)

/** The links of one relation that the next flush inserts and deletes. */
interface PendingLinks {
  added: NewLink[]
  removed: [owner: number, target: number][]
}

/**
 * Writes records of one section, with the rows of their relations, a page at a time. A page is written once it is full;
 * the caller has to call `flush` for the last one.
 */
export const createRecordWriter = (
  tx: Transaction,
  { name, nameMember, columns, relations }: Resource,
  /** Called before a page is written, with the ids of the records that change. */
  beforeChange: (ids: readonly number[]) => Promise<void>,
) => {
  const members = Object.keys(columns)
  const links = new Map(
    Object.values(relations).map(({ ids }): [string, PendingLinks] => [ids, { added: [], removed: [] }]),
  )
  let records: unknown[][] = []
  let names: string[] = []
  let changedIds: number[] = []

  const flush = async (): Promise<void> => {
    if (changedIds.length > 0) await beforeChange(changedIds)
    if (records.length > 0) {
      tx.foldNames(names)
      await upsertRecords(tx.db, name, records)
    }
    records = []
    names = []
    changedIds = []
    await changeLinks(tx, name, (ids) => links.get(ids) ?? { added: [], removed: [] })
    for (const pending of links.values()) [pending.added, pending.removed] = [[], []]
  }

  /** @param before the record as it is in the library, if it is there */
  const add = async (after: Row, before: Row | undefined): Promise<void> => {
    records.push(members.map((member) => after[member]))
    if (before) changedIds.push(before.id)
    if (after[nameMember] !== before?.[nameMember]) names.push(after[nameMember] as string) // each record has a name
    for (const [member, { ids }] of Object.entries(relations)) {
      const { added, removed } = links.get(ids) as PendingLinks // each relation has one
      const [oldIds, newIds] = [idsOf(before?.[member]), idsOf(after[member])]
      for (const id of oldIds) if (!newIds.includes(id)) removed.push([after.id, id])
      for (const id of newIds) if (!oldIds.includes(id)) added.push([after.id, id])
    }
    if (records.length >= pageSize) await flush()
  }

  return { add, flush }
}

const noIds: readonly number[] = []

const idsOf = (value: Value | undefined): readonly number[] => (Array.isArray(value) ? value : noIds)

/** Stores keys of records, with one entry in the audit trail. No response contains a key, so `updated_at` stays as it is. */
export const storeKeys = async (
  { db, audit }: AuditedTransaction,
  keys: readonly { section: ResourceName; id: number; key: string }[],
): Promise<void> => {
  for (const { section, id, key } of keys) await setKey[section](db).run({ id, key })
  if (keys.length > 0) await audit({ action: 'keys', counts: { keys: keys.length } })
}
