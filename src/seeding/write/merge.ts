import { eq, sql } from 'drizzle-orm'
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { type Relation, type Resource, type ResourceName, resourceNames, resources } from '../../catalogue/resources.ts'
import type { Instant } from '../../database/clock.ts'
import type { Writer } from '../../database/connection.ts'
import { prepared, updatedNow } from '../../database/prepared.ts'
import { moveLikes } from '../../likes/store.ts'
import { fromKeys } from '../../objects.ts'
import type { SeedContext } from '../context.ts'

// Each statement moves what refers to one record, `from`, to another one, `to`.

interface Parameters {
  from: number
  to: number
  now: Instant
}

const from = sql`${sql.placeholder('from')}`
const to = sql`${sql.placeholder('to')}`

/** Moves references, and returns their number. */
type Mover = (db: Writer, parameters: Parameters) => Promise<number>

/** Moves references from a column of a table. Their records have changed, so they get a new `updated_at`. */
const createReferenceMover = (table: SQLiteTable & { id: AnySQLiteColumn }, column: AnySQLiteColumn): Mover => {
  const update = prepared((on: Writer) =>
    on
      .update(table)
      .set({ [column.name]: to, ...updatedNow })
      .where(eq(column, from))
      .returning({ id: table.id })
      .prepare(),
  )
  return async (db, parameters) => (await update(db).all({ ...parameters })).length
}

/** Moves the rows of a relation. An owner that has both targets keeps one row. */
const createRelationMover = (owners: SQLiteTable & { id: AnySQLiteColumn }, relation: Relation): Mover => {
  const { table, owner, target } = relation
  const now = updatedNow.updated_at
  const insert = prepared((on: Writer) =>
    on
      .insert(table)
      .select(sql`select ${owner}, ${to}, ${now}, ${now} from ${table} where ${target} = ${from}`)
      .onConflictDoNothing()
      .prepare(),
  )
  const touch = prepared((on: Writer) =>
    on
      .update(owners)
      .set(updatedNow)
      .where(sql`${owners.id} in (select ${owner} from ${table} where ${target} = ${from})`)
      .prepare(),
  )
  const remove = prepared((on: Writer) => on.delete(table).where(eq(target, from)).returning({ owner }).prepare())
  return async (db, parameters) => {
    await insert(db).run({ ...parameters })
    await touch(db).run({ ...parameters })
    return (await remove(db).all({ ...parameters })).length
  }
}

/** The movers of everything in the catalogue that can refer to a record of a section. */
const createMovers = (name: ResourceName): Mover[] =>
  resourceNames.flatMap((other) => {
    const { table, references, relations }: Resource = resources[other]
    return [
      ...Object.values(references)
        .filter(({ resource }) => resource === name)
        .map(({ column }) => createReferenceMover(table, column)),
      ...Object.values(relations)
        .filter(({ resource }) => resource === name)
        .map((relation) => createRelationMover(table, relation)),
    ]
  })

const movers = fromKeys(resourceNames, createMovers)

/** Moves the references and likes of a record to another one of its section, and counts them in the report. */
export const moveReferences = async (
  { tx, report, log }: SeedContext,
  { name }: Resource,
  ids: { from: number; to: number },
): Promise<void> => {
  await log.touchDeleted(name, [ids.from])
  for (const move of movers[name]) report.references_moved += await move(tx.db, { ...ids, now: tx.now })
  if (name === 'tracks') report.likes_moved += await moveLikes(tx, ids)
}
