import { and, eq, gt, lte, sql } from 'drizzle-orm'
import { fromKeys } from '../base/objects.ts'
import type { Transaction, Writer } from '../library/connection.ts'
import { integerParameter } from '../library/listRange.ts'
import { prepared, updatedNow } from '../library/prepared.ts'
import { type Referrer, referrersOf } from './referrers.ts'
import { type ResourceName, resourceNames, resources } from './resources.ts'

// Each statement moves what refers to one record, `from`, to another one, `to`. A seed and the console merge records with them.

export interface Move {
  from: number
  to: number
}

/** The records whose references are moved: those with ids above `after`, up to `upTo`. */
interface OwnerRange {
  after: number
  upTo: number
}

const from = integerParameter('from')
const to = integerParameter('to')

const isMoved = ({ id, column }: Referrer) =>
  and(eq(column, from), gt(id, integerParameter('after')), lte(id, integerParameter('upTo')))

/** Moves references. The records that have them get a new `updated_at`. */
export type Mover = (tx: Transaction, move: Move, owners: OwnerRange) => Promise<void>

/** Moves references from a column of a table. */
const createReferenceMover = (referrer: Referrer): Mover => {
  const { name, member } = referrer
  const { table } = resources[name]
  const update = prepared((on: Writer) =>
    on
      .update(table)
      .set({ [member]: to, ...updatedNow })
      .where(isMoved(referrer))
      .prepare(),
  )
  return async ({ db, now }, move, owners) => void (await update(db).run({ ...move, ...owners, now }))
}

/** Moves the rows of a relation. An owner that has both targets keeps one row. */
const createRelationMover = (referrer: Referrer): Mover => {
  const { name, table, id: owner } = referrer
  const owners = resources[name].table
  const now = updatedNow.updated_at
  const insert = prepared((on: Writer) =>
    on
      .insert(table)
      .select(sql`select ${owner}, ${to}, ${now}, ${now} from ${table} where ${isMoved(referrer)}`)
      .onConflictDoNothing()
      .prepare(),
  )
  const touch = prepared((on: Writer) =>
    on
      .update(owners)
      .set(updatedNow)
      .where(sql`${owners.id} in (select ${owner} from ${table} where ${isMoved(referrer)})`)
      .prepare(),
  )
  const remove = prepared((on: Writer) => on.delete(table).where(isMoved(referrer)).prepare())
  return async ({ db, now }, move, owners) => {
    const parameters = { ...move, ...owners, now }
    await insert(db).run(parameters)
    await touch(db).run(parameters)
    await remove(db).run(parameters)
  }
}

/** The movers of everything in the catalogue that can refer to a record of a resource. */
export const movers = fromKeys(resourceNames, (target: ResourceName) =>
  referrersOf(target).map((referrer) => ({
    referrer,
    move: referrer.relation ? createRelationMover(referrer) : createReferenceMover(referrer),
  })),
)
