import { findChanges } from '../../audit/changes.ts'
import type { NewEntry } from '../../audit/entry.ts'
import { restoreOf, type StoredLike } from '../../audit/restore.ts'
import { collectGarbage } from '../../base/collectGarbage.ts'
import { type CompressedPages, compressedPages } from '../../base/compressedPages.ts'
import { fromKeys, slices } from '../../base/objects.ts'
import { readLastId } from '../../catalogue/records.ts'
import { readReferring } from '../../catalogue/referrers.ts'
import { type ResourceName, resourceNames } from '../../catalogue/resources.ts'
import { auditedMembers, readLikes, readStates, removedLinks, type State } from '../../catalogue/states.ts'
import type { Reader } from '../../library/connection.ts'

// What a seed changes in each record, for the audit trail. A record may be changed by several steps of a seed: its state before the first
// of them is kept, and compared with that after the last one.

/** The records of a resource before they were changed. */
interface Before {
  ids: Set<number>
  states: CompressedPages<State>
  /** Those of tracks that are deleted, or whose likes are moved. */
  likes: Map<number, StoredLike[]>
}

export interface SeedLog {
  /** Has to be called before records are changed. */
  touch(name: ResourceName, ids: readonly number[]): Promise<void>
  /** Has to be called before records are deleted, or their likes and what refers to them are moved. */
  touchDeleted(name: ResourceName, ids: readonly number[]): Promise<void>
  /**
   * Forms the entries of all records, after the last change, a page at a time. Created records have one for each section, with their first
   * and last id.
   * @param created - their numbers
   */
  toEntries(created: (name: ResourceName) => number): AsyncGenerator<NewEntry[]>
}

const idsPerSelect = 500

/** Has to be called before the seed changes anything. */
export const createSeedLog = async (read: Reader): Promise<SeedLog> => {
  const lastIds = fromKeys(resourceNames, () => 0)
  for (const name of resourceNames) lastIds[name] = await readLastId(read, name)
  const before = fromKeys(
    resourceNames,
    (): Before => ({ ids: new Set(), states: compressedPages(), likes: new Map() }),
  )

  const touch = async (name: ResourceName, ids: readonly number[]) => {
    const { ids: known, states: former } = before[name]
    // Later records are those of the seed itself.
    const added = [...new Set(ids)].filter((id) => id <= lastIds[name] && !known.has(id))
    for (const page of slices(added, idsPerSelect)) {
      const states = await readStates(read, name, page)
      for (const { id } of states) known.add(id)
      former.push(states)
    }
  }

  const touchDeleted = async (name: ResourceName, ids: readonly number[]) => {
    await touch(name, ids)
    for (const page of slices(ids, idsPerSelect)) {
      const likes = await readLikes(read, name, page)
      const { likes: former } = before[name]
      // A merge has moved the likes of a record before it is deleted.
      for (const id of page) if (!former.has(id)) former.set(id, likes.get(id) ?? [])
      const referring = await readReferring(read, name, page)
      for (const other of resourceNames) {
        const referringIds = referring.filter((record) => record.name === other).map(({ id }) => id)
        if (referringIds.length > 0) await touch(other, referringIds)
      }
    }
  }

  const toEntries: SeedLog['toEntries'] = async function* (created) {
    for (const name of resourceNames) {
      const [first, last] = [lastIds[name] + 1, lastIds[name] + created(name)]
      if (last >= first) yield [{ action: 'create', record: name, counts: { first, last } }]
      const { states: former, likes } = before[name]
      for (const states of former.pages()) {
        const ids = states.map(({ id }) => id)
        const after = new Map((await readStates(read, name, ids)).map((state) => [state.id, state]))
        yield states.flatMap((state) => toEntry(name, state, likes.get(state.id), after.get(state.id)) ?? [])
        collectGarbage()
      }
    }
  }

  return { touch, touchDeleted, toEntries }
}

const toEntry = (
  name: ResourceName,
  state: State,
  likes: StoredLike[] = [],
  after: State | undefined,
): NewEntry | undefined => {
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
