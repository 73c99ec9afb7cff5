import { findChanges } from '../audit/compareMembers.ts'
import type { Changes } from '../audit/model.ts'
import { ValidationError } from '../base/errors.ts'
import { isObject, mapValues, slices } from '../base/objects.ts'
import { isVisible } from '../base/visibleText.ts'
import type { Reader } from '../library/connection.ts'
import { type Reference, requireReferences } from '../library/references.ts'
import type { ReferenceReplacement, ReferencesChange } from '../validation/reference.ts'
import { textProblem } from '../validation/rules.ts'
import { type Replacement, replaceText } from '../validation/textReplacement.ts'
import { createChangeSet } from './changes/changeSet.ts'
import { type RecordWrite, recordsPerStatement } from './changes/recordWrite.ts'
import type { FoundChanges } from './changes/run.ts'
import { hasIds, type Members, relatedIds, relationOf } from './members.ts'
import { type ResourceName, resources } from './resources.ts'
import { nameOfState, readStates } from './states.ts'

// The same change of many records.

/** What is to be changed in each of these records: values of columns, and changes of the ids of related records. */
export interface BulkChange {
  ids: readonly number[]
  change: Members
}

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
): Promise<FoundChanges> => {
  await requireReferences(read, ['ids', resources[resource].table, ids], ...references)
  const withIds = hasIds(resource, change)
  const sorted = ids.toSorted((a, b) => a - b)
  const set = createChangeSet()
  for (const page of slices(sorted, recordsPerStatement)) {
    const writes: RecordWrite[] = []
    for (const state of await readStates(read, resource, page, withIds)) {
      const { id, members: before } = state
      const changes = findChanges(before, { ...before, ...changedMembers(resource, before, change) })
      if (Object.keys(changes).length === 0) continue
      requireValidTexts(resource, id, changes)
      writes.push({ resource, id, name: nameOfState(resource, state), action: 'update', changes })
    }
    await set.add(writes)
  }
  const changes = set.finish()
  const updated = changes.length
  return { changes, entry: updated > 0 ? { action: 'bulk', record: resource, counts: { updated } } : undefined }
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
  mapValues(change, (value, member) => {
    // As the schema of the body says.
    if (maxLengthOf(resource, member)) return replaceText(String(before[member]), value as Replacement)
    if (!relationOf(resource, member)) {
      if (!isObject(value)) return value
      const replacement = value as unknown as ReferenceReplacement
      return before[member] === replacement.replace ? replacement.with : before[member]
    }
    // These members are sets of ids, and the values changes of them.
    return changeIds(relatedIds(before[member]), value as ReferencesChange)
  })

const changeIds = (before: readonly number[], change: ReferencesChange) => {
  const { replace, add = change.with ?? [], remove = replace ?? [], set } = change
  if (replace?.every((id) => !before.includes(id))) return before
  const ids = new Set(set ?? before).difference(new Set(remove)).union(new Set(add))
  return [...ids].sort((a, b) => a - b)
}
