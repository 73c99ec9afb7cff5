import { findChanges } from '../../audit/compareMembers.ts'
import { fromKeys, mapValues, slices } from '../../base/objects.ts'
import { type ChangeSet, createChangeSet } from '../../catalogue/changes/changeSet.ts'
import { pathOf, type RecordWrite, recordsPerStatement } from '../../catalogue/changes/recordWrite.ts'
import type { Members } from '../../catalogue/members.ts'
import { resourceNames } from '../../catalogue/resources.ts'
import { readLikes, readStates, type State } from '../../catalogue/states.ts'
import type { Reader } from '../../library/connection.ts'
import { findReplacedValues } from '../laterEntries.ts'
import { type Conflict, maxCounted } from './conflicts.ts'
import type { Effect, Effects } from './effects.ts'
import { findMissingReferences, findReferring, findTakenKeys } from './findConflicts.ts'
import { invert, type Outline } from './invert.ts'
import { type LikesTaken, readHolders, settleLikes } from './restoredLikes.ts'

// What undoing an action would change, and what speaks against it.

export interface Undo {
  changes: ChangeSet
  /** All of them, or more than `maxCounted`. */
  conflicts: Conflict[]
  counts: Record<'created' | 'updated' | 'deleted' | 'likes_restored' | 'likes_deleted' | 'likes_lost', number>
}

/**
 * Finds what undoing would change, and the conflicts. Records refer only to those of resources before their own. The search ends when there
 * are more than `maxCounted` conflicts: the changes are those that were found before.
 */
export const findUndo = async (read: Reader, entryId: number, effects: Effects): Promise<Undo> => {
  const replaced = await findReplacedValues(read, entryId, effects.createdWithoutValues)
  const set = createChangeSet()
  const likesTaken: LikesTaken = new Map()
  const likes = { likes_restored: 0, likes_deleted: 0, likes_lost: 0 }
  const outlines = new Map<string, Outline>()
  const deleted = fromKeys(resourceNames, (): number[] => [])
  const add = async (page: readonly RecordWrite[]) => {
    for (const write of page) {
      const { resource, id, action, changes } = write
      outlines.set(pathOf(write), { action, changed: Object.keys(changes) })
      if (action === 'delete') deleted[resource].push(id)
      likes[action === 'delete' ? 'likes_deleted' : 'likes_restored'] += write.likes ?? 0
    }
    await set.add(page)
  }
  /** Adds the changes, and yields conflicts as it finds them. */
  async function* search(): AsyncGenerator<Conflict[]> {
    for (const name of resourceNames) {
      const keysClaimed = new Map<string, number>()
      for (const ids of slices(effects.ids[name], recordsPerStatement)) {
        const page: RecordWrite[] = []
        const changedSince: Conflict[] = []
        const states = new Map((await readStates(read, name, ids)).map((state) => [state.id, state]))
        const own = await effects.read(name, ids)
        const created = own.filter(({ existedBefore }) => !existedBefore).map(({ id }) => id)
        const likesOf = created.length > 0 ? await readLikes(read, name, created) : undefined
        for (const effect of own) {
          const state = states.get(effect.id)
          const conflict = findConflict(effect, state, replaced.get(`${name}/${effect.id}`))
          const lost = likesOf?.get(effect.id)
          if (conflict) changedSince.push(conflict)
          else page.push({ ...invert(effect, state), ...(lost && { likes: lost.length }) })
        }
        yield changedSince
        for (const { id, changes } of page) if (typeof changes.key?.to === 'string') keysClaimed.set(changes.key.to, id)
        yield await findMissingReferences(read, name, page, outlines)
        likes.likes_lost += await settleLikes(read, page, likesTaken)
        await add(page)
      }
      yield await findTakenKeys(read, name, keysClaimed, outlines)
    }
    for (const name of resourceNames) yield* findReferring(read, name, deleted[name], outlines)
    const others = [...likesTaken.keys()].filter((id) => !outlines.has(`tracks/${id}`))
    for (const ids of slices(others, recordsPerStatement)) await add(await readHolders(read, ids))
  }
  const conflicts: Conflict[] = []
  for await (const found of search()) {
    // There may be 100,000, which is more than a call has arguments.
    for (const conflict of found) conflicts.push(conflict)
    if (conflicts.length > maxCounted) break
  }
  const changes: ChangeSet = { ...set.finish(), likesTaken }
  const { create: created, update: updated, delete: removed } = changes.counts
  return { changes, conflicts, counts: { created, updated, deleted: removed, ...likes } }
}

/** Whether a record is still as the action has left it. */
const findConflict = (
  effect: Effect,
  state: State | undefined,
  /** What later entries have replaced, if they have changed the record. Only for a record whose entry has no values. */
  replaced: Members | undefined,
): Conflict | undefined => {
  const { name, id, changes, existsAfter, existedBefore, createdAt } = effect
  const record = `${name}/${id}`
  if (!existsAfter) return state && { record, reason: 'exists', members: [] }
  if (!state) return { record, reason: 'deleted', members: [] }
  if (createdAt !== undefined && !replaced) {
    // A change that is not in the audit trail, as that of another program.
    const isUnknown = state.updated_at !== createdAt
    return isUnknown ? { record, reason: 'changed', members: [] } : undefined
  }
  const now: Members = { ...state.members, key: state.key }
  const after: Members = replaced ?? mapValues(changes, ({ to }) => to)
  // The entry of a creation leaves out members without a value. The key may have been stored later, without a change of the record.
  const { key, ...members } = now
  const isPartial = existedBefore || replaced !== undefined
  const compared = isPartial ? Object.fromEntries(Object.keys(after).map((member) => [member, now[member]])) : members
  const { key: _, ...withoutKey } = after
  const changed = Object.keys(findChanges(compared, isPartial ? after : withoutKey))
  return changed.length === 0 ? undefined : { record, reason: 'changed', members: changed }
}
