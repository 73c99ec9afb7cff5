import { findChanges } from '../../audit/changes.ts'
import type { Changes } from '../../audit/model.ts'
import type { StoredLike } from '../../audit/restore.ts'
import { type CompressedPages, compressedPages } from '../../base/compressedPages.ts'
import { fromKeys, mapValues, slices } from '../../base/objects.ts'
import type { Members } from '../../catalogue/members.ts'
import { type ResourceName, resourceNames } from '../../catalogue/resources.ts'
import { readLikes, readStates, type State } from '../../catalogue/states.ts'
import type { Reader } from '../../library/connection.ts'
import { createDigest } from '../../validation/digest.ts'
import { findLaterChanges } from '../laterEntries.ts'
import type { Conflict } from './conflicts.ts'
import type { Effect, Effects } from './effects.ts'
import { findMissingReferences, findReferring, findTakenKeys } from './planConflicts.ts'
import { type LikesTaken, readHolders, settleLikes } from './planLikes.ts'
import { type Outline, recordOf, recordsPerStatement, toWrite, type Write } from './plannedWrite.ts'

// What undoing an action would change, and what speaks against it.

export interface Plan {
  /** The records of a page are of one resource, and the pages are in the order of `resourceNames`. */
  writes: CompressedPages<Write>
  /** The ids of the records that are deleted. */
  deleted: Record<ResourceName, number[]>
  /** The ids of those that lose or change their keys. */
  keysReleased: Record<ResourceName, number[]>
  likesTaken: LikesTaken
  conflicts: Conflict[]
  counts: Record<'created' | 'updated' | 'deleted' | 'likes_restored' | 'likes_deleted' | 'likes_lost', number>
  digest: string
}

const countOf = { create: 'created', update: 'updated', delete: 'deleted' } as const

const listsOfIds = () => fromKeys(resourceNames, (): number[] => [])

/** Finds what undoing would change, and the conflicts. Records refer only to those of resources before their own. */
export const planUndo = async (read: Reader, entryId: number, effects: Effects): Promise<Plan> => {
  const later = await findLaterChanges(read, entryId, effects.createdWithoutValues)
  const writes = compressedPages<Write>()
  const [deleted, keysReleased] = [listsOfIds(), listsOfIds()]
  const likesTaken: LikesTaken = new Map()
  /** There may be a million, which is more than a call has arguments. */
  const conflicts: Conflict[] = []
  const counts = { created: 0, updated: 0, deleted: 0, likes_restored: 0, likes_deleted: 0, likes_lost: 0 }
  const digest = createDigest()
  const outlines = new Map<string, Outline>()
  const add = async (page: readonly Write[]) => {
    for (const write of page) {
      const { name, id, action, before, changes, likes } = write
      outlines.set(recordOf(write), { action, changed: Object.keys(changes) })
      if (action === 'delete') deleted[name].push(id)
      if (before?.key && 'key' in changes) keysReleased[name].push(id)
      counts[countOf[action]]++
      counts[action === 'delete' ? 'likes_deleted' : 'likes_restored'] += likes.length
    }
    await digest.add(page.map(toDigestLine))
    writes.push(page)
  }
  for (const name of resourceNames) {
    const keysClaimed = new Map<string, number>()
    for (const ids of slices(effects.ids[name], recordsPerStatement)) {
      const page: Write[] = []
      const states = new Map((await readStates(read, name, ids)).map((state) => [state.id, state]))
      const own = await effects.read(name, ids)
      const created = own.filter(({ existedBefore }) => !existedBefore).map(({ id }) => id)
      const likes = created.length > 0 ? await readLikes(read, name, created) : new Map<number, StoredLike[]>()
      for (const effect of own) {
        const state = states.get(effect.id)
        const conflict = findConflict(effect, state, later.get(recordOf(effect)))
        if (conflict) conflicts.push(conflict)
        else page.push(toWrite(effect, state, likes.get(effect.id)))
      }
      for (const { id, after, changes } of page)
        if (typeof after.key === 'string' && 'key' in changes) keysClaimed.set(after.key, id)
      for (const conflict of await findMissingReferences(read, name, page, outlines)) conflicts.push(conflict)
      counts.likes_lost += await settleLikes(read, page, likesTaken)
      await add(page)
    }
    for (const conflict of await findTakenKeys(read, name, keysClaimed, outlines)) conflicts.push(conflict)
  }
  for (const name of resourceNames)
    for (const conflict of await findReferring(read, name, deleted[name], outlines)) conflicts.push(conflict)
  const others = [...likesTaken.keys()].filter((id) => !outlines.has(`tracks/${id}`))
  for (const ids of slices(others, recordsPerStatement)) await add(await readHolders(read, ids))
  return { writes, deleted, keysReleased, likesTaken, conflicts, counts, digest: digest.toHex() }
}

const toDigestLine = ({ name, id, action, changes, likes }: Write): string =>
  `${action} ${name}/${id} ${likes.length} ${JSON.stringify(changes)}`

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
