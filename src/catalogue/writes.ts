import type { AuditedTransaction } from '../audit/auditedWrite.ts'
import { findChanges } from '../audit/compareMembers.ts'
import type { NewEntry } from '../audit/entry.ts'
import type { Changes } from '../audit/model.ts'
import { restoreOf, type StoredLike } from '../audit/undoData.ts'
import { type FieldErrors, NotFound, orNotFound, requireNoErrors } from '../base/errors.ts'
import { mapValues } from '../base/objects.ts'
import { isVisible } from '../base/visibleText.ts'
import { capitalize } from '../base/words.ts'
import type { Reader, Writer } from '../library/connection.ts'
import { deleteLikes } from '../library/deleteLikes.ts'
import { createdNow, placeholders, prepared, preparedForColumns, updatedNow, withId } from '../library/prepared.ts'
import { findMissing } from '../library/references.ts'
import { requiredTextsOf } from '../resources/fields/field.ts'
import { required } from '../validation/rules.ts'
import { isFlat, listedColumns, recordColumns } from './columns.ts'
import { clearReferences, readSliceEnds } from './deletionParts.ts'
import { writeLinks } from './links.ts'
import { hasIds, type Members, membersOf, readMembers, referencesIn } from './members.ts'
import { type Resource, type ResourceName, resources } from './resources.ts'
import { auditedMembers, readLikes, readStates, removedLinks, type State } from './states.ts'
import { readListedRecord, type StoredRecord } from './store.ts'

// Writes the records of all resources. Each write adds its entry to the audit trail.

const createWrites = (resource: Resource) => {
  const { table, fields, nameMember } = resource
  const columns = Object.keys(fields)
  const nests = !isFlat(resource)
  return {
    nests,
    nameMember,
    texts: requiredTextsOf(fields),
    defaults: Object.fromEntries(
      Object.entries(resource.columns).map(([member, { name }]) => [name, resource.defaults[member]]),
    ),
    insert: prepared((on: Writer) =>
      on
        .insert(table)
        .values({ ...placeholders(...columns), ...createdNow })
        // What a new record nests has to be read after its links are written.
        .returning(nests ? { id: table.id } : recordColumns(resource))
        .prepare(),
    ),
    update: preparedForColumns(columns, (on, changed) =>
      on
        .update(table)
        .set({ ...changed, ...updatedNow })
        .where(withId(table))
        .returning(listedColumns(resource))
        .prepare(),
    ),
    delete: prepared((on: Writer) => on.delete(table).where(withId(table)).prepare()),
  }
}

const writes = mapValues(resources, createWrites)

/** The required texts that are new, and have no character that can be seen. One that is stored may stay. */
const findInvisibleTexts = (name: ResourceName, changes: Changes): FieldErrors =>
  Object.fromEntries(
    writes[name].texts
      .filter((member) => member in changes && !isVisible(String(changes[member]?.to)))
      .map((member) => [member, [`The ${member} ${required}`]]),
  )

/**
 * Finds what is wrong with a body in this state of the library: required texts that nobody can see, and references to records that don't exist.
 * A write does so after it has failed, since SQLite's foreign key error does not name them.
 * @param before - the members that the record has; none by default
 */
export const findBodyErrors = async (
  read: Reader,
  name: ResourceName,
  body: Members,
  before: Members = {},
): Promise<FieldErrors> => ({
  ...findInvisibleTexts(name, findChanges(before, { ...before, ...body })),
  ...(await findMissing(read, ...referencesIn(name, body))),
})

/** @throws ValidationError for references to records that don't exist, and for required texts without a character that can be seen */
export const createRecord = async (
  tx: AuditedTransaction,
  name: ResourceName,
  body: Members,
): Promise<StoredRecord> => {
  const { nests, nameMember, defaults, insert } = writes[name]
  let created: StoredRecord
  tx.foldNames([String(body[nameMember])]) // each resource requires it
  try {
    created = await insert(tx.db).get({ ...defaults, ...body, now: tx.now })
    if (hasIds(name, body)) await writeLinks(tx, name, [{ id: created.id, changes: findChanges({}, body) }])
    if (nests) created = await readListedRecord(tx.db, name, created.id)
  } catch (error) {
    requireNoErrors(await findBodyErrors(tx.db, name, body))
    throw error
  }
  const changes = findChanges({}, membersOf(name, created, true))
  requireNoErrors(findInvisibleTexts(name, changes))
  await tx.audit({ action: 'create', record: `${name}/${created.id}`, changes })
  return created
}

/** The changes of related records, from those of now to those of a body. */
const changesOfIds = ({ members, links }: State, body: Members): Changes =>
  Object.fromEntries(
    Object.keys(links).flatMap((ids) => (body[ids] ? [[ids, { from: members[ids], to: body[ids] }]] : [])),
  )

/** Changes the given members, and nothing else. @throws NotFound; ValidationError as `createRecord` */
export const updateRecord = async (
  tx: AuditedTransaction,
  name: ResourceName,
  id: number,
  body: Members,
): Promise<StoredRecord> => {
  const { nameMember, update } = writes[name]
  const withIds = hasIds(name, body)
  let before: Members | undefined
  let state: State | undefined
  let updated: StoredRecord
  if (body[nameMember] !== undefined) tx.foldNames([String(body[nameMember])])
  try {
    // PostgreSQL gets both at once, and runs them in this order.
    const statements = [
      withIds ? readStates(tx.db, name, [id]) : readMembers(tx.db, name, id),
      update(tx.db, body).get({ ...body, id, now: tx.now }),
    ] as const
    const [read, row] = await Promise.all(statements)
    if (Array.isArray(read)) [state] = read
    before = Array.isArray(read) ? (state?.members ?? {}) : read
    updated = orNotFound(capitalize(resources[name].kind), id, row)
    if (state) await writeLinks(tx, name, [{ id, changes: changesOfIds(state, body) }])
    if (withIds) updated = await readListedRecord(tx.db, name, id)
  } catch (error) {
    if (error instanceof NotFound) throw error
    requireNoErrors(await findBodyErrors(tx.db, name, body, before ?? (await readMembers(tx.db, name, id))))
    throw error
  }
  const after = membersOf(name, updated, withIds)
  const restore = state && restoreOf({ links: removedLinks(state, after) })
  const changes = findChanges(before, after)
  requireNoErrors(findInvisibleTexts(name, changes))
  await tx.audit({ action: 'update', record: `${name}/${id}`, changes, restore })
  return updated
}

/** What the audit trail reports of a deleted record. */
export const toDeletion = (name: ResourceName, state: State, likes: readonly StoredLike[]): NewEntry => ({
  action: 'delete',
  record: `${name}/${state.id}`,
  changes: findChanges(auditedMembers(state), {}),
  restore: restoreOf({ ...state, likes }),
})

/** Deletes a record. What refers to it remains, without it; its links and likes go with it. @throws NotFound */
export const deleteRecord = async (tx: AuditedTransaction, name: ResourceName, id: number): Promise<void> => {
  const [[found], likes, ends] = await Promise.all([
    readStates(tx.db, name, [id]),
    readLikes(tx.db, name, [id]),
    readSliceEnds(tx.db, name, id),
  ])
  const state = orNotFound(capitalize(resources[name].kind), id, found)
  const liked = likes.get(id) ?? []
  const addEntry = () => tx.audit(toDeletion(name, state, liked))
  if (liked.length > 0) await deleteLikes(tx, 'track_id', id)
  await tx.inOrder([
    ...(await clearReferences(tx, { name, deleted: id, ends }, [addEntry])),
    () => writes[name].delete(tx.db).run({ id }) as PromiseLike<unknown>,
  ])
}
