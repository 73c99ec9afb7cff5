import { and, eq, sql } from 'drizzle-orm'
import type { Transaction, Writer } from '../library/connection.ts'
import { idRows, isNotAmongIds } from '../library/engineSql.ts'
import { prepared } from '../library/prepared.ts'
import type { Relation } from './resources.ts'

// Writes the links of a relation.

const owner_id = sql.placeholder('owner_id')
const now = sql.placeholder('now')

/** Prepares the writes of the links of one owner. */
export const createLinkWrites = ({ table, owner, target }: Relation) => {
  const deleteOthers = prepared((on: Writer) =>
    on
      .delete(table)
      .where(and(eq(owner, owner_id), isNotAmongIds(target, 'ids')))
      .prepare(),
  )
  // Without "where true" SQLite parses "on conflict" as the condition of a join.
  const insert = prepared((on: Writer) =>
    on
      .insert(table)
      .select(sql`select ${owner_id}, value, ${now}, ${now} from ${idRows('ids')} where true`)
      .onConflictDoNothing()
      .prepare(),
  )

  /** Adds links. One that exists keeps its timestamps. */
  const attach = async ({ db, now }: Transaction, owner_id: number, ids: readonly number[]): Promise<void> => {
    if (ids.length > 0) await insert(db).run({ owner_id, now, ids: JSON.stringify(ids) })
  }

  /** Replaces all links. One that stays keeps its timestamps. */
  const sync = async (tx: Transaction, owner_id: number, ids: readonly number[]): Promise<void> => {
    await deleteOthers(tx.db).run({ owner_id, ids: JSON.stringify(ids) })
    await attach(tx, owner_id, ids)
  }

  return { attach, sync }
}
