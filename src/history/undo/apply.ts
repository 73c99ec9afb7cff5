import { sql } from 'drizzle-orm'
import type { NewEntry } from '../../audit/entry.ts'
import { restoreOf } from '../../audit/restore.ts'
import { type AuditedTransaction, addParts } from '../../audit/write.ts'
import { yieldIfDue } from '../../base/eventLoop.ts'
import { mapValues, slices } from '../../base/objects.ts'
import { deleteRecordsById, upsertRecords } from '../../catalogue/records.ts'
import { type Relation, type Resource, type ResourceName, resourceNames, resources } from '../../catalogue/resources.ts'
import type { Writer } from '../../library/connection.ts'
import { arrayRows, isAmongIds, itemAt } from '../../library/engineSql.ts'
import { likes } from '../../library/likeSchema.ts'
import { conflictTarget, prepared } from '../../library/prepared.ts'
import type { Plan } from './plan.ts'
import type { LikesTaken } from './planLikes.ts'
import { linksRemovedBy, recordsPerStatement, rowOf, type Write } from './plannedWrite.ts'

// Makes the changes of a plan: records that come back and changed ones first, so that links find them, and deletions last.

const rows = arrayRows('rows')

const createLinkStatements = ({ ids, table, owner, target }: Relation) => ({
  ids,
  insert: prepared((on: Writer) =>
    on
      .insert(table)
      .select(
        sql`select ${itemAt(0, 'integer')}, ${itemAt(1, 'integer')}, ${itemAt(2, 'text')}, ${itemAt(3, 'text')} from ${rows} where true`,
      )
      .onConflictDoNothing()
      .prepare(),
  ),
  delete: prepared((on: Writer) =>
    on
      .delete(table)
      .where(sql`(${owner}, ${target}) in (select ${itemAt(0, 'integer')}, ${itemAt(1, 'integer')} from ${rows})`)
      .prepare(),
  ),
})

const linkStatements = mapValues(resources, ({ relations }: Resource) =>
  Object.values(relations).map(createLinkStatements),
)

// A merge has moved likes to another track: they have their ids still.
const insertLikes = prepared((on: Writer) =>
  on
    .insert(likes)
    .select(
      sql`select ${itemAt(0, 'integer')}, ${itemAt(1, 'integer')}, ${itemAt(2, 'integer')}, ${itemAt(3, 'text')} from ${rows} where true`,
    )
    .onConflictDoUpdate({ target: conflictTarget(likes.id), set: { track_id: sql`excluded.track_id` } })
    .prepare(),
)

export const applyPlan = async (
  tx: AuditedTransaction,
  { writes, deleted, keysReleased, likesTaken }: Plan,
): Promise<void> => {
  for (const name of resourceNames) await releaseKeys(tx, name, keysReleased[name])
  for (const page of writes.pages()) {
    // A page of deletions has no statement before which others may run.
    await yieldIfDue()
    const stored = page.filter(({ action }) => action !== 'delete')
    await applyPage(tx, stored)
  }
  for (const name of resourceNames.toReversed()) {
    for (const ids of slices(deleted[name], recordsPerStatement)) await deleteRecordsById(tx.db, name, ids)
  }
  // A file reuses the space of deleted records for the entries.
  for (const page of writes.pages()) {
    const entries = page.map((write) => toEntry(write, likesTaken))
    await addParts(tx, entries)
  }
}

/** Takes the keys of records that lose or change theirs, so that others can get them in any order. */
const releaseKeys = async ({ db }: AuditedTransaction, name: ResourceName, ids: readonly number[]) => {
  const { table } = resources[name]
  for (const slice of slices(ids, recordsPerStatement)) {
    await db
      .update(table)
      .set({ key: null } as object)
      .where(isAmongIds(table.id, sql`${JSON.stringify(slice)}`)) // every table of a resource has a key
  }
}

/** Creates and changes records of one resource, with their links and likes. */
const applyPage = async (tx: AuditedTransaction, page: readonly Write[]) => {
  const name = page[0]?.name
  if (!name) return
  const { nameMember } = resources[name]
  tx.foldNames(page.map(({ after }) => after[nameMember] as string)) // each record has a name
  await upsertRecords(
    tx.db,
    name,
    page.map((write) => rowOf(write, tx.now)),
  )
  await writeLinks(tx, name, page)
  const restored = page.flatMap(({ id, likes }) =>
    likes.map(([like, user_id, created_at]) => [like, user_id, id, created_at]),
  )
  for (const slice of slices(restored, recordsPerStatement))
    await insertLikes(tx.db).run({ rows: JSON.stringify(slice) })
}

const writeLinks = async ({ db, now }: AuditedTransaction, name: Write['name'], writes: readonly Write[]) => {
  for (const statements of linkStatements[name]) {
    const removed: unknown[][] = []
    const added: unknown[][] = []
    for (const { id, before, after, links } of writes) {
      const former = before?.links[statements.ids] ?? []
      const wanted = new Set(after[statements.ids] as number[] | undefined) // as the store has written it
      for (const [target] of former) if (!wanted.has(target)) removed.push([id, target])
      const present = new Set(former.map(([target]) => target))
      for (const [target, created_at, updated_at] of links[statements.ids] ?? [])
        if (!present.has(target)) added.push([id, target, created_at || now, updated_at || now])
    }
    for (const page of slices(removed, recordsPerStatement))
      await statements.delete(db).run({ rows: JSON.stringify(page) })
    for (const page of slices(added, recordsPerStatement))
      await statements.insert(db).run({ rows: JSON.stringify(page) })
  }
}

const toEntry = (write: Write, likesTaken: LikesTaken): NewEntry => {
  const { name, id, action, changes, before, likes } = write
  const taken = (name === 'tracks' && likesTaken.get(id)) || []
  const removed = action === 'delete' && before ? { ...before, likes } : { links: linksRemovedBy(write), likes: taken }
  return { action, record: `${name}/${id}`, changes, restore: restoreOf(removed) }
}
