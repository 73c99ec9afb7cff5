import { findChanges } from '../../audit/changes.ts'
import type { NewEntry } from '../../audit/entry.ts'
import { restoreOf, type StoredLike } from '../../audit/restore.ts'
import { fromKeys, slices } from '../../base/objects.ts'
import { readReferring } from '../../catalogue/referrers.ts'
import { type ResourceName, resourceNames, resources } from '../../catalogue/resources.ts'
import { auditedMembers, readLikes, readStates, removedLinks, type State } from '../../catalogue/states.ts'
import type { Reader } from '../../library/connection.ts'
import { readLastId } from './recordWriter.ts'

// What a seed changes in each record, for the audit trail. A record may be changed by several steps of a seed: its state before the first
// of them is kept, and compared with that after the last one.

interface Before {
  state: State
  likes: StoredLike[] | undefined
}

export interface SeedLog {
  /** Has to be called before records are changed. */
  touch(name: ResourceName, ids: readonly number[]): Promise<void>
  /** Has to be called before records are deleted, or their likes and what refers to them are moved. */
  touchDeleted(name: ResourceName, ids: readonly number[]): Promise<void>
  /**
   * The entries of all records, after the last change. Created records have one for each section, with their first and last id.
   * @param created - their numbers
   */
  toEntries(created: (name: ResourceName) => number): Promise<NewEntry[]>
}

const idsPerSelect = 500

/** Has to be called before the seed changes anything. */
export const createSeedLog = async (read: Reader): Promise<SeedLog> => {
  const lastIds = fromKeys(resourceNames, () => 0)
  for (const name of resourceNames) lastIds[name] = await readLastId(read, resources[name])
  const before = fromKeys(resourceNames, () => new Map<number, Before>())

  const touch = async (name: ResourceName, ids: readonly number[]) => {
    const known = before[name]
    // Later records are those of the seed itself.
    const added = [...new Set(ids)].filter((id) => id <= lastIds[name] && !known.has(id))
    for (const page of slices(added, idsPerSelect)) {
      for (const state of await readStates(read, name, page)) known.set(state.id, { state, likes: undefined })
    }
  }

  const touchDeleted = async (name: ResourceName, ids: readonly number[]) => {
    await touch(name, ids)
    for (const page of slices(ids, idsPerSelect)) {
      const likes = await readLikes(read, name, page)
      for (const id of page) {
        const record = before[name].get(id)
        // A merge has moved the likes of a record before it is deleted.
        if (record) record.likes ??= likes.get(id) ?? []
      }
      const referring = await readReferring(read, name, page)
      for (const other of resourceNames) {
        const referringIds = referring.filter((record) => record.name === other).map(({ id }) => id)
        if (referringIds.length > 0) await touch(other, referringIds)
      }
    }
  }

  const toEntries: SeedLog['toEntries'] = async (created) => {
    const entries: NewEntry[] = []
    for (const name of resourceNames) {
      const [first, last] = [lastIds[name] + 1, lastIds[name] + created(name)]
      if (last >= first) entries.push({ action: 'create', record: name, counts: { first, last } })
      const ids = [...before[name].keys()].sort((a, b) => a - b)
      for (const page of slices(ids, idsPerSelect)) {
        const after = new Map((await readStates(read, name, page)).map((state) => [state.id, state]))
        for (const id of page) {
          const entry = toEntry(name, before[name].get(id) as Before, after.get(id)) // the ids are those of the map
          if (entry) entries.push(entry)
        }
      }
    }
    return entries
  }

  return { touch, touchDeleted, toEntries }
}

const toEntry = (name: ResourceName, { state, likes = [] }: Before, after: State | undefined): NewEntry | undefined => {
  const record = `${name}/${state.id}`
  const members = { key: state.key, ...state.members }
  if (!after)
    return {
      action: 'delete',
      record,
      changes: findChanges(auditedMembers(state), {}),
      restore: restoreOf({ ...state, likes }),
    }
  const changes = findChanges(members, { key: after.key, ...after.members })
  if (Object.keys(changes).length === 0) return undefined
  return { action: 'update', record, changes, restore: restoreOf({ links: removedLinks(state, after.members) }) }
}
