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
    const identity = knownBy(pairing, record)
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

/** What entries are and were, by their indexes. Of two that have been the same, the first is that. */
function* byPrecedence({ entries, entryIndex: { formerly } }: Pairing, renamed: Iterable<number>) {
  for (const index of renamed) for (const record of formerly.get(index) ?? []) yield [index, record] as const
  yield* entries.entries()
  for (const [index, records] of formerly) for (const record of records) yield [index, record] as const
}

/** The indexes of the entries with `formerly` that the last seed has not known by their present names. */
const findRenamed = async (pairing: Pairing): Promise<Iterable<number>> => {
  const { plan, section, entries, entryIndex } = pairing
  const indexes = new Map<number | string, number>()
  for (const index of entryIndex.formerly.keys()) indexes.set(knownBy(pairing, entries[index] as Entry), index)
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
  const { plan, section, entries } = pairing
  const found = new Map<number, number>()
  if (plan.sections[section.name].lastSeed.isEmpty) return found
  let ids: ReadonlyMap<number | string, number> | undefined
  /** Of an entry that was another one before, one may be there, and the other deleted. */
  const candidates: [index: number, ids: number[]][] = []
  for (const index of entries.keys()) {
    if (index % itemsPerSlice === 0) await yieldIfDue()
    if (!creates(index)) continue
    ids ??= await indexIds(pairing)
    const known = identitiesOf(pairing, index).flatMap((identity) => ids?.get(identity) ?? [])
    if (known.length > 0) candidates.push([index, known])
  }
  const takenIds = new Set<number>()
  for (const page of slices(candidates, pageSize)) {
    const rows = await readByIds(
      plan.read,
      section,
      page.flatMap(([, known]) => known),
    )
    for (const { id } of rows) takenIds.add(id)
    // Of several entries, the first has been the record's.
    for (const [index, known] of page) {
      const id = known.find((candidate) => !takenIds.has(candidate))
      if (id === undefined) continue
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
    for (const identity of identitiesAtLastSeed(section.name, hashes)) ids.set(identity, id)
  }
  return ids
}

/** What the file knows an entry by, and what it has known it by before. */
const identitiesOf = (pairing: Pairing, index: number): (number | string)[] => {
  const entry = pairing.entries[index] as Entry // the index is that of an entry
  return [entry, ...(pairing.entryIndex.formerly.get(index) ?? [])].map((record) => knownBy(pairing, record))
}

/** What the file knows an entry by. A record that is created again for it, such as the label of an album, has another id than at the last seed. */
const knownBy = ({ plan, section }: Pairing, entry: Entry): number | string => {
  const [, scope = ''] = section.identity
  const [target, id] = [section.targets[scope], entry[scope]]
  const idBefore = target && typeof id === 'number' ? plan.sections[target].idsBeforeDeletion.get(id) : undefined
  return identityOfEntry(section.name, idBefore === undefined ? entry : { ...entry, [scope]: idBefore })
}
