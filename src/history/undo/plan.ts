import { findChanges } from '../../audit/changes.ts'
import type { Changes } from '../../audit/model.ts'
import type { StoredLike } from '../../audit/restore.ts'
import { mapValues } from '../../base/objects.ts'
import type { Members } from '../../catalogue/members.ts'
import { resourceNames } from '../../catalogue/resources.ts'
import { readLikes, readStates, type State } from '../../catalogue/states.ts'
import type { Reader } from '../../library/connection.ts'
import { findLaterChanges } from '../laterEntries.ts'
import type { Conflict } from './conflicts.ts'
import type { Effect } from './effects.ts'
import { findMissingReferences, findReferring, findTakenKeys } from './planConflicts.ts'
import { settleLikes } from './planLikes.ts'
import { recordOf, recordsPerStatement, toWrite, type Write } from './plannedWrite.ts'

// What undoing an action would change, and what speaks against it.

export interface Plan {
  writes: Write[]
  conflicts: Conflict[]
  /** The number of likes whose accounts are gone, or have liked the track again. */
  likesLost: number
}

/**
 * Finds what undoing would change, and the conflicts.
 * @param effects - is emptied: those that are planned would take a third of the memory
 */
export const planUndo = async (read: Reader, entryId: number, effects: Effect[]): Promise<Plan> => {
  const withoutValues = effects.filter(({ createdAt }) => createdAt !== undefined)
  const later = await findLaterChanges(read, entryId, new Set(withoutValues.map(recordOf)))
  const byName = Map.groupBy(effects, ({ name }) => name)
  effects.length = 0
  const byRecord = new Map<string, Write>()
  const conflicts: Conflict[] = []
  for (const name of resourceNames) {
    const own = (byName.get(name) ?? []).sort((a, b) => a.id - b.id)
    while (own.length > 0) {
      const page = own.splice(0, recordsPerStatement)
      const ids = page.map(({ id }) => id)
      const states = new Map((await readStates(read, name, ids)).map((state) => [state.id, state]))
      const deleted = page.filter(({ existedBefore }) => !existedBefore).map(({ id }) => id)
      const deletedLikes = deleted.length > 0 ? await readLikes(read, name, deleted) : new Map<number, StoredLike[]>()
      for (const effect of page) {
        const state = states.get(effect.id)
        const conflict = findConflict(effect, state, later.get(recordOf(effect)))
        if (conflict) conflicts.push(conflict)
        else byRecord.set(recordOf(effect), toWrite(effect, state, deletedLikes.get(effect.id)))
      }
    }
  }
  conflicts.push(
    ...(await findMissingReferences(read, byRecord)),
    ...(await findTakenKeys(read, byRecord)),
    ...(await findReferring(read, byRecord)),
  )
  const likesLost = await settleLikes(read, byRecord)
  return { writes: [...byRecord.values()], conflicts, likesLost }
}

/** Whether a record is still as the action has left it. */
const findConflict = (
  effect: Effect,
  state: State | undefined,
  /** What was changed after the action, if anything was. Only for a record whose entry has no values. */
  later: Changes | undefined,
): Conflict | undefined => {
  const { name, id, existsAfter, existedBefore, createdAt } = effect
  const record = `${name}/${id}`
  if (!existsAfter) return state && { record, reason: 'exists', members: [] }
  if (!state) return { record, reason: 'deleted', members: [] }
  if (createdAt !== undefined) {
    const members = Object.keys(later ?? {})
    // A change that is not in the audit trail, as that of another program.
    const isUnknown = !later && state.updated_at !== createdAt
    return members.length > 0 || isUnknown ? { record, reason: 'changed', members } : undefined
  }
  const now = { ...state.members, key: state.key }
  const left = mapValues(effect.changes, ({ to }) => to)
  // The entry of a creation leaves out members without a value. The key may have been stored later, without a change of the record.
  const { key, ...members } = now
  const compared = existedBefore
    ? Object.fromEntries(Object.keys(left).map((member) => [member, now[member as 'key']]))
    : members
  const { key: _, ...withoutKey } = left as Members
  const changed = Object.keys(findChanges(compared, existedBefore ? left : withoutKey))
  return changed.length === 0 ? undefined : { record, reason: 'changed', members: changed }
}
