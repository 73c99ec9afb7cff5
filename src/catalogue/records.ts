import { type SQL, sql } from 'drizzle-orm'
import { fromKeys, mapValues } from '../base/objects.ts'
import type { Writer } from '../library/connection.ts'
import { arrayRows, isAmongIds, itemAt } from '../library/engineSql.ts'
import { conflictTarget, prepared } from '../library/prepared.ts'
import { type Resource, type ResourceName, resources } from './resources.ts'

// Writes many rows with one statement. A caller adds the entries of the audit trail.

const createStatements = ({ table, columns }: Resource) => {
  const items = sql.join(
    Object.values(columns).map(({ dataType }, index) => itemAt(index, dataType === 'number' ? 'integer' : 'text')),
    sql`, `,
  )
  const replacedNames = Object.values(columns).flatMap(({ name }) => (name === 'id' ? [] : name))
  return {
    upsert: prepared((on: Writer) =>
      on
        .insert(table)
        // "where true" keeps SQLite from reading "on conflict" as the condition of a join.
        .select(sql`select ${items} from ${arrayRows('rows')} where true`)
        .onConflictDoUpdate({
          target: conflictTarget(table.id),
          set: fromKeys(replacedNames, (name): SQL => sql.raw(`excluded."${name}"`)),
        })
        .prepare(),
    ),
    delete: prepared((on: Writer) => on.delete(table).where(isAmongIds(table.id, 'ids')).prepare()),
  }
}

const statements = mapValues(resources, createStatements)

/**
 * Inserts the records whose ids are new, and replaces the others.
 * @param rows - the values of all columns of each record, in the order of the table
 */
export const upsertRecords = async (db: Writer, name: ResourceName, rows: readonly unknown[][]): Promise<void> => {
  await statements[name].upsert(db).run({ rows: JSON.stringify(rows) })
}

/** Deletes records. Foreign keys delete or clear what refers to them. */
export const deleteRecordsById = async (db: Writer, name: ResourceName, ids: readonly number[]): Promise<void> => {
  await statements[name].delete(db).run({ ids: JSON.stringify(ids) })
}
