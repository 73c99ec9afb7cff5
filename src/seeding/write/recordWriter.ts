import { eq, getTableName, sql } from 'drizzle-orm'
import type { AuditedTransaction } from '../../audit/write.ts'
import { fromKeys, slices } from '../../base/objects.ts'
import { deleteRecordsById, upsertRecords } from '../../catalogue/records.ts'
import {
  type Relation,
  type Resource,
  type ResourceName,
  resourceNames,
  resources,
  type Value,
} from '../../catalogue/resources.ts'
import type { Reader, Transaction, Writer } from '../../library/connection.ts'
import { arrayRows, itemAt, lastIdOf, oneRow } from '../../library/engineSql.ts'
import { placeholders, prepared } from '../../library/prepared.ts'
import { pageSize, type Row } from '../rows.ts'

// One statement writes a page of records: they are a JSON array of arrays in its parameter `rows`.

const rows = arrayRows('rows')

const createStatements = ({ table, relations }: Resource) => ({
  setKey: prepared((on: Writer) =>
    on
      .update(table)
      .set(placeholders('key'))
      .where(eq(table.id, sql.placeholder('id')))
      .prepare(),
  ),
  relations: Object.entries(relations).map(([member, relation]) => createPairStatements(member, relation)),
})

const pair = sql`${itemAt(0, 'integer')}, ${itemAt(1, 'integer')}`

/** Each array in the `rows` of these statements is a `Pair`. */
const createPairStatements = (member: string, { table, owner, target }: Relation) => ({
  member,
  insert: prepared((on: Writer) =>
    on
      .insert(table)
      .select(sql`select ${pair}, ${sql.placeholder('now')}, ${sql.placeholder('now')} from ${rows} where true`)
      .onConflictDoNothing()
      .prepare(),
  ),
  delete: prepared((on: Writer) =>
    on.delete(table).where(sql`(${owner}, ${target}) in (select ${pair} from ${rows})`).prepare(),
  ),
})

type PairStatements = ReturnType<typeof createPairStatements>

const statements = fromKeys(resourceNames, (name) => createStatements(resources[name]))

/** The ids of the two records that a row of a relation joins. */
type Pair = [owner: number, target: number]

/** The statements of one relation, and the rows that the next flush inserts and deletes. */
interface PendingPairs extends PairStatements {
  toInsert: Pair[]
  toDelete: Pair[]
}

/**
 * Writes records of one section, with the rows of their relations, a page at a time. A page is written once it is full;
 * the caller has to call `flush` for the last one.
 */
export const createRecordWriter = (
  { db, now, foldNames }: Transaction,
  { name, nameMember, columns }: Resource,
  /** Called before a page is written, with the ids of the records that change. */
  beforeChange: (ids: readonly number[]) => Promise<void>,
) => {
  const { relations } = statements[name]
  const members = Object.keys(columns)
  const pendingPairs = relations.map((relation): PendingPairs => ({ ...relation, toInsert: [], toDelete: [] }))
  let records: unknown[][] = []
  let names: string[] = []
  let changedIds: number[] = []

  const flush = async (): Promise<void> => {
    if (changedIds.length > 0) await beforeChange(changedIds)
    if (records.length > 0) {
      foldNames(names)
      await upsertRecords(db, name, records)
    }
    records = []
    names = []
    changedIds = []
    for (const pending of pendingPairs) {
      const { toInsert, toDelete } = pending
      if (toDelete.length > 0) await pending.delete(db).run({ rows: JSON.stringify(toDelete) })
      if (toInsert.length > 0) await pending.insert(db).run({ rows: JSON.stringify(toInsert), now })
      pending.toInsert = []
      pending.toDelete = []
    }
  }

  /** @param before the record as it is in the library, if it is there */
  const add = async (after: Row, before: Row | undefined): Promise<void> => {
    records.push(members.map((member) => after[member]))
    if (before) changedIds.push(before.id)
    if (after[nameMember] !== before?.[nameMember]) names.push(after[nameMember] as string) // each record has a name
    for (const { member, toInsert, toDelete } of pendingPairs) {
      const [oldIds, newIds] = [idsOf(before?.[member]), idsOf(after[member])]
      for (const id of oldIds) if (!newIds.includes(id)) toDelete.push([after.id, id])
      for (const id of newIds) if (!oldIds.includes(id)) toInsert.push([after.id, id])
    }
    if (records.length >= pageSize) await flush()
  }

  return { add, flush }
}

const noIds: readonly number[] = []

const idsOf = (value: Value | undefined): readonly number[] => (Array.isArray(value) ? value : noIds)

/** Deletes records of one section, a page at a time. Foreign keys delete or clear what refers to them. */
export const deleteRecords = async (
  { db }: Transaction,
  section: ResourceName,
  ids: readonly number[],
): Promise<void> => {
  for (const page of slices(ids, pageSize)) await deleteRecordsById(db, section, page)
}

/** Stores keys of records, with one entry in the audit trail. No response contains a key, so `updated_at` stays as it is. */
export const storeKeys = async (
  { db, audit }: AuditedTransaction,
  keys: readonly { section: ResourceName; id: number; key: string }[],
): Promise<void> => {
  for (const { section, id, key } of keys) await statements[section].setKey(db).run({ id, key })
  if (keys.length > 0) await audit({ action: 'keys', counts: { keys: keys.length } })
}

const selectLastId = prepared((on) =>
  on
    .select({ id: lastIdOf(sql`${sql.placeholder('table')}`) })
    .from(oneRow)
    .prepare(),
)

/** The highest id that a record of the section has ever had, deleted ones included; 0 before the first record. */
export const readLastId = async (read: Reader, { table }: Resource): Promise<number> =>
  (await selectLastId(read).get({ table: getTableName(table) }))?.id ?? 0
