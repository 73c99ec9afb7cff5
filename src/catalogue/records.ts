import { eq, getTableName, type SQL, sql } from 'drizzle-orm'
import { fromKeys, mapValues, slices } from '../base/objects.ts'
import type { Reader, Transaction, Writer } from '../library/connection.ts'
import { arrayRows, isAmongIds, itemAt, lastIdOf, oneRow } from '../library/engineSql.ts'
import { conflictTarget, prepared, preparedForColumns, updatedNow } from '../library/prepared.ts'
import type { RecordWrite } from './changes/recordWrite.ts'
import { type Resource, type ResourceName, resources, tableColumns } from './resources.ts'

// Writes many rows with one statement. A caller adds the entries of the audit trail.

/** The value of a column at a position of a row. */
const itemFor = ({ dataType }: { dataType: string }, index: number) =>
  itemAt(index, dataType === 'number' ? 'integer' : 'text')

const createStatements = ({ table }: Resource) => {
  const columns = tableColumns(table)
  const items = sql.join(Object.values(columns).map(itemFor), sql`, `)
  const { id, ...replaced } = columns
  const { created_at, updated_at, ...changeable } = replaced
  return {
    upsert: prepared((on: Writer) =>
      on
        .insert(table)
        // "where true" keeps SQLite from reading "on conflict" as the condition of a join.
        .select(sql`select ${items} from ${arrayRows('rows')} where true`)
        .onConflictDoUpdate({
          target: conflictTarget(id),
          set: fromKeys(Object.keys(replaced), (name): SQL => sql.raw(`excluded."${name}"`)),
        })
        .prepare(),
    ),
    /** Each row has the id of a record and the values of the columns, in the order of `updated`. */
    updated: Object.keys(changeable),
    update: preparedForColumns([...Object.keys(changeable), 'updated_at'], (on, { updated_at, ...changed }) => {
      const values = Object.entries(changeable)
        .filter(([name]) => name in changed)
        .map(([name, column], index) => [name, itemFor(column, index + 1)])
      return on
        .update(table)
        .set({ ...Object.fromEntries(values), ...(updated_at && updatedNow) })
        .from(arrayRows('rows'))
        .where(eq(table.id, itemAt(0, 'integer')))
        .prepare()
    }),
    releaseKeys: prepared((on: Writer) =>
      on
        .update(table)
        .set({ key: null } as object) // every table of a resource has a key
        .where(isAmongIds(table.id, 'ids'))
        .prepare(),
    ),
    delete: prepared((on: Writer) => on.delete(table).where(isAmongIds(table.id, 'ids')).prepare()),
  }
}

const statements = mapValues(resources, createStatements)

const idsPerStatement = 2_000

/**
 * Inserts the records whose ids are new, and replaces the others.
 * @param rows - the values of all columns of each record, in the order of the table
 */
export const upsertRecords = async (db: Writer, name: ResourceName, rows: readonly unknown[][]): Promise<void> => {
  await statements[name].upsert(db).run({ rows: JSON.stringify(rows) })
}

/**
 * Changes columns of records, which need not get the same values: a statement for each set of columns. A statement for each record would take
 * minutes for ten thousand tracks: while changes are captured, it takes longer the more its write has changed before. Where only the key changes,
 * `updated_at` stays: no response contains a key.
 */
export const updateColumns = async (
  { db, now }: Pick<Transaction, 'db' | 'now'>,
  name: ResourceName,
  writes: readonly Pick<RecordWrite, 'id' | 'changes'>[],
): Promise<void> => {
  const { updated, update } = statements[name]
  const columnsOf = ({ changes }: Pick<RecordWrite, 'changes'>) => updated.filter((column) => column in changes)
  const isOnlyKey = ({ changes }: Pick<RecordWrite, 'changes'>) => Object.keys(changes).join() === 'key'
  for (const group of Map.groupBy(writes, (write) => `${columnsOf(write)} ${isOnlyKey(write)}`).values()) {
    const [first] = group
    if (!first) continue
    const columns = columnsOf(first)
    const rows = group.map(({ id, changes }) => [id, ...columns.map((column) => changes[column]?.to ?? null)])
    await update(
      db,
      fromKeys(isOnlyKey(first) ? columns : [...columns, 'updated_at'], () => true),
    ).run({ rows: JSON.stringify(rows), now })
  }
}

/** Takes the keys of records that lose or change theirs, so that others can get them in any order. */
export const releaseKeys = async (db: Writer, name: ResourceName, ids: readonly number[]): Promise<void> => {
  for (const slice of slices(ids, idsPerStatement))
    await statements[name].releaseKeys(db).run({ ids: JSON.stringify(slice) })
}

/** Deletes records. Foreign keys delete or clear what refers to them. */
export const deleteRecordsById = async (db: Writer, name: ResourceName, ids: readonly number[]): Promise<void> => {
  for (const slice of slices(ids, idsPerStatement))
    await statements[name].delete(db).run({ ids: JSON.stringify(slice) })
}

const selectLastId = prepared((on) =>
  on
    .select({ id: lastIdOf(sql`${sql.placeholder('table')}`) })
    .from(oneRow)
    .prepare(),
)

/** The highest id that a record has ever had, deleted ones included; 0 before the first record. */
export const readLastId = async (read: Reader, name: ResourceName): Promise<number> =>
  (await selectLastId(read).get({ table: getTableName(resources[name].table) }))?.id ?? 0
