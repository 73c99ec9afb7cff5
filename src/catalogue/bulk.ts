import { and, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { findChanges } from '../audit/changes.ts'
import type { NewEntry } from '../audit/entry.ts'
import type { Changes } from '../audit/model.ts'
import { restoreOf } from '../audit/restore.ts'
import { type AuditedTransaction, addParts } from '../audit/write.ts'
import { ValidationError } from '../base/errors.ts'
import { mapValues, slices } from '../base/objects.ts'
import { isVisible } from '../base/visibleText.ts'
import type { Reader, Transaction } from '../library/connection.ts'
import { idRows, isAmongIds, isNotAmongIds } from '../library/engineSql.ts'
import { type Reference, requireReferences } from '../library/references.ts'
import type { ReferencesChange } from '../validation/reference.ts'
import { type Replacement, replaceText } from '../validation/replacement.ts'
import { textProblem } from '../validation/rules.ts'
import { hasIds, type Members, readMembersOfMany, relationOf } from './members.ts'
import { type Relation, type Resource, type ResourceName, resources } from './resources.ts'
import { readStates, removedLinks, type State } from './states.ts'

// The same change of many records.

/** What would change in a record. */
export interface RecordChange {
  id: number
  /** Its name or title before the change. */
  name: string
  members: Changes
}

/** What is to be changed in each of these records: values of columns, and changes of the ids of related records. */
export interface BulkChange {
  ids: readonly number[]
  change: Members
}

const idsPerSelect = 500

/**
 * Finds what a change would change in each record, ordered by id. Records that have its values already are left out.
 * @param references - what the change refers to
 * @throws ValidationError for records and references that don't exist, and for a text that would become invalid
 */
export const findBulkChanges = async (
  read: Reader,
  resource: ResourceName,
  { ids, change }: BulkChange,
  references: readonly Reference[],
): Promise<RecordChange[]> => {
  await requireReferences(read, ['ids', resources[resource].table, ids], ...references)
  const withIds = hasIds(resource, change)
  const sorted = ids.toSorted((a, b) => a - b)
  const found: RecordChange[] = []
  for (const page of slices(sorted, idsPerSelect)) {
    const records = await readMembersOfMany(read, resource, page, withIds)
    for (const { id, members: before } of records) {
      const members = findChanges(before, { ...before, ...changedMembers(resource, before, change) })
      if (Object.keys(members).length === 0) continue
      requireValidTexts(resource, id, members)
      found.push({ id, name: String(before.title ?? before.name), members })
    }
  }
  return found
}

/** The maximum length of a member that is a text, in which a change replaces another text; undefined for other members. */
const maxLengthOf = (resource: ResourceName, member: string) => resources[resource].fields[member]?.form.maxLength

/** @throws ValidationError if a text that was replaced leaves a member empty, or makes it too long */
const requireValidTexts = (resource: ResourceName, id: number, members: Changes) => {
  for (const [member, { to }] of Object.entries(members)) {
    const maxLength = maxLengthOf(resource, member)
    const problem = maxLength && (isVisible(String(to)) ? textProblem(to, maxLength) : 'would be empty.')
    if (!problem) continue
    throw new ValidationError({ [member]: [`The new ${member} of ${resources[resource].kind} ${id} ${problem}`] })
  }
}

/** The values that members have after a change: sets of ids in their order. */
const changedMembers = (resource: ResourceName, before: Members, change: Members): Members =>
  Object.fromEntries(
    Object.entries(change).map(([member, value]) => {
      // As the schema of the body says.
      if (maxLengthOf(resource, member)) return [member, replaceText(String(before[member]), value as Replacement)]
      if (!relationOf(resource, member)) return [member, value]
      // These members are sets of ids, and the values changes of them.
      return [member, changeIds(before[member] as number[], value as ReferencesChange)]
    }),
  )

const changeIds = (before: number[], { add = [], remove = [], set }: ReferencesChange) => {
  const ids = new Set(set ?? [...before, ...add])
  for (const id of remove) ids.delete(id)
  return [...ids].sort((a, b) => a - b)
}

/** What identifies changes: two lists have the same lines only if they change the same members from and to the same values. */
export function* linesOf(changes: readonly RecordChange[]): Generator<string> {
  for (const { id, members } of changes) yield `${id} ${JSON.stringify(members)}`
}

const idsPerUpdate = 100

/**
 * Makes a change in the records in which the same write has found something to change. The audit trail gets one entry, with the
 * entry that an update of one record adds as a part for each.
 *
 * A statement changes many records. While changes are captured, a statement takes longer the more its write has changed
 * before: with one for each record, ten thousand tracks took minutes.
 */
export const applyBulkChange = async (
  tx: AuditedTransaction,
  resource: ResourceName,
  change: Members,
  changes: readonly RecordChange[],
): Promise<void> => {
  const { db, now } = tx
  const { table, nameMember }: Resource = resources[resource]
  const members = Object.entries(change)
  const columns = members.filter(([member]) => !relationOf(resource, member))
  const withIds = columns.length < members.length
  const entries: NewEntry[] = []
  for (const updated of slices(changes, idsPerUpdate)) {
    const ids = updated.map(({ id }) => id)
    const set = columns.map(([member, value]) => [
      member,
      maxLengthOf(resource, member) ? textById(table, member, updated) : value,
    ])
    // Every table of a resource has this column.
    const values = { ...Object.fromEntries(set), updated_at: now } as Record<string, unknown>
    if (nameMember in change) tx.foldNames(updated.map(({ members }) => members[nameMember]?.to as string)) // it has one
    await db
      .update(table)
      .set(values)
      .where(isAmongIds(table.id, arrayOf(ids)))
    const states = new Map((withIds ? await readStates(db, resource, ids) : []).map((state) => [state.id, state]))
    for (const { id, members: changed } of updated) entries.push(toEntry(resource, id, changed, states.get(id)))
    for (const [member, value] of members) {
      const relation = relationOf(resource, member)
      if (!relation) continue
      await changeRelation(tx, relation, ids, value as ReferencesChange) // as the schema of the body says
    }
  }
  if (entries.length === 0) return
  await tx.audit({ action: 'bulk', record: resource, counts: { updated: entries.length } })
  await addParts(tx, entries)
}

const toEntry = (resource: ResourceName, id: number, changes: Changes, state: State | undefined): NewEntry => {
  const after = mapValues(changes, ({ to }) => to)
  return {
    action: 'update',
    record: `${resource}/${id}`,
    changes,
    restore: state && restoreOf({ links: removedLinks(state, after) }),
  }
}

/** A text that is another one in each record. Records in which it stays keep it. */
const textById = (
  { id: column, ...table }: Resource['table'],
  member: string,
  changes: readonly RecordChange[],
): SQL => {
  const cases = changes.flatMap(({ id, members }) =>
    members[member] ? sql`when ${id} then ${members[member].to}` : [],
  )
  const text = (table as unknown as Record<string, SQLiteColumn>)[member] // each member that is a text has a column
  return cases.length === 0 ? sql`${text}` : sql`case ${column} ${sql.join(cases, sql` `)} else ${text} end`
}

const arrayOf = (ids: readonly number[]) => sql`${JSON.stringify(ids)}`

/** Changes the related records of owners. A link that stays keeps its timestamps. */
const changeRelation = async (
  { db, now }: Transaction,
  { table, owner, target }: Relation,
  owners: readonly number[],
  { add = [], remove = [], set }: ReferencesChange,
): Promise<void> => {
  const removed = set ? isNotAmongIds(target, arrayOf(set)) : isAmongIds(target, arrayOf(remove))
  await db.delete(table).where(and(isAmongIds(owner, arrayOf(owners)), removed))
  // Without "where true" SQLite parses "on conflict" as the condition of a join.
  const links = sql`select owners.value, targets.value, ${now}, ${now}
    from ${idRows(arrayOf(owners), 'owners')}, ${idRows(arrayOf(set ?? add), 'targets')} where true`
  await db.insert(table).select(links).onConflictDoNothing()
}
