import { yieldIfDue } from '../../base/eventLoop.ts'
import { slices } from '../../base/objects.ts'
import type { Entry } from '../entries.ts'
import { identitiesAtLastSeed, identityOfEntry } from '../lastSeed/recordHashes.ts'
import { pageSize, readByIds } from '../rows.ts'
import type { Pairing } from './pairing.ts'

// What the file knew records by at the last seed, their key or their identity, in comparison with what it knows entries by. So an entry
// finds a record that people have renamed, and it is known which record people have deleted.

/** The number of items that are indexed before others may run. */
const itemsPerSlice = 100

/**
 * Returns a function that finds the entry that a record was the one of at the last seed. Of an entry with `formerly`, the record is that only until a seed
 * has carried it out: then another entry may have its former name.
 */
export const indexByLastSeed = async (pairing: Pairing): Promise<(id: number) => number | undefined> => {
  const { name } = pairing.section
  const { lastSeed } = pairing.plan.sections[name]
  const renamed = await findRenamed(pairing)
  const indexes = new Map<number | string, number>()
  let count = 0
  for (const [index, record] of byPrecedence(pairing, renamed)) {
    if (count++ % itemsPerSlice === 0) await yieldIfDue()
    const identity = identifierOf(pairing, record)
    if (!indexes.has(identity)) indexes.set(identity, index)
  }
  return (id) => {
    const hashes = lastSeed.get(id)
    if (hashes === undefined) return
    for (const identity of identitiesAtLastSeed(name, hashes)) {
      const index = indexes.get(identity)
      if (index !== undefined) return index
    }
  }
}

/**
 * What entries are and were, by their indexes. Of two that have been the same, the first is that.
 * @param renamed - the entries that come first, with what they were
 */
function* byPrecedence({ entries, entryIndex: { formerly } }: Pairing, renamed: Iterable<number> = []) {
  for (const index of renamed) for (const record of formerly.get(index) ?? []) yield [index, record] as const
  yield* entries.entries()
  for (const [index, records] of formerly) for (const record of records) yield [index, record] as const
}

/** The indexes of the entries with `formerly` that the last seed has not known by their present names. */
const findRenamed = async (pairing: Pairing): Promise<Iterable<number>> => {
  const { plan, section, entries, entryIndex } = pairing
  const indexes = new Map<number | string, number>()
  for (const index of entryIndex.formerly.keys()) indexes.set(identifierOf(pairing, entries[index] as Entry), index)
  if (indexes.size === 0) return []
  let count = 0
  for (const [, hashes] of plan.sections[section.name].lastSeed.entries()) {
    if (count++ % itemsPerSlice === 0) await yieldIfDue()
    for (const identity of identitiesAtLastSeed(section.name, hashes)) indexes.delete(identity)
  }
  return indexes.values()
}

/**
 * Finds the ids that the records of entries had before people deleted them, by the indexes of the entries.
 * @param creates - whether an entry creates a record
 */
export const findDeleted = async (
  pairing: Pairing,
  creates: (index: number) => boolean,
): Promise<ReadonlyMap<number, number>> => {
  const { plan, section } = pairing
  const found = new Map<number, number>()
  if (plan.sections[section.name].lastSeed.isEmpty) return found
  let ids: ReadonlyMap<number | string, number> | undefined
  const candidates: [index: number, id: number][] = []
  let count = 0
  // What an entry is comes first: a merged file, which has no entry of the deleted record, could not say that another one was that.
  for (const [index, record] of byPrecedence(pairing)) {
    if (count++ % itemsPerSlice === 0) await yieldIfDue()
    if (!creates(index)) continue
    ids ??= await indexIds(pairing)
    const id = ids.get(identifierOf(pairing, record))
    if (id !== undefined) candidates.push([index, id])
  }
  const takenIds = new Set<number>()
  for (const page of slices(candidates, pageSize)) {
    const rows = await readByIds(
      plan.read,
      section,
      page.map(([, id]) => id),
    )
    for (const { id } of rows) takenIds.add(id)
    for (const [index, id] of page) {
      // Of what an entry is and was, one may be there, and the other deleted.
      if (takenIds.has(id) || found.has(index)) continue
      found.set(index, id)
      takenIds.add(id)
    }
  }
  return found
}

/** The ids of the records of the last seed. */
const indexIds = async ({ plan, section }: Pairing): Promise<ReadonlyMap<number | string, number>> => {
  const ids = new Map<number | string, number>()
  let count = 0
  for (const [id, hashes] of plan.sections[section.name].lastSeed.entries()) {
    if (count++ % itemsPerSlice === 0) await yieldIfDue()
    // The name of a record with a key may be that of another one, which the file knew by it.
    for (const [position, identity] of identitiesAtLastSeed(section.name, hashes).entries())
      if (position === 0 || !ids.has(identity)) ids.set(identity, id)
  }
  return ids
}

/** What the file knows an entry by. A record that is created again for it, such as the label of an album, has another id than at the last seed. */
const identifierOf = ({ plan, section }: Pairing, entry: Entry): number | string => {
  const [, scope = ''] = section.identity
  const [target, id] = [section.targets[scope], entry[scope]]
  const idBefore = target && typeof id === 'number' ? plan.sections[target].idsBeforeDeletion.get(id) : undefined
  return identityOfEntry(section.name, idBefore === undefined ? entry : { ...entry, [scope]: idBefore })
}
