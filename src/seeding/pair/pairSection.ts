import { collectGarbage } from '../../base/collectGarbage.ts'
import { yieldIfDue } from '../../base/eventLoop.ts'
import type { Resource } from '../../catalogue/resources.ts'
import type { SeedPlan } from '../plan.ts'
import { type Row, readPages } from '../rows.ts'
import { readPresent, replaceRemovedReferences } from '../successors.ts'
import { reportAmbiguity } from './ambiguity.ts'
import { Candidates } from './candidates.ts'
import { acceptRenames } from './changedIdentity.ts'
import { chooseCandidate, isDescribed } from './claims.ts'
import { EntryIndex } from './entryIndex.ts'
import { MovedTracks } from './movedTracks.ts'
import { findDeleted, indexByLastSeed } from './pairByLastSeed.ts'
import { addDescribed, addFormer, type Pairing } from './pairing.ts'
import { followRenames } from './renameChains.ts'
import { resolveEntries } from './resolveEntries.ts'

/** What is known of the records of a section's entries, by the indexes of the entries, apart from their ids. */
export interface Pairs {
  /** 1 for each entry that would change its record. */
  differs: Uint8Array
  /** The keys that the library has for records whose entries have none. */
  libraryKeys: Map<number, string>
  /** The ids that records had which people have deleted, and whose entries would create them again. */
  deletedIds: ReadonlyMap<number, number>
  /** The records that an entry has claimed which has a better one, and that no other entry has. */
  unmatchedRows: readonly Row[]
}

/** The number of records, or of entries, that are compared before others may run. */
const itemsPerSlice = 100

/**
 * Finds the record of each entry of a section: its `entryIds`, with 0 for entries that create one, or that remove none. The references of the
 * entries are replaced by ids first. Then all records of the section are read, a page at a time, and each becomes a candidate of the entries
 * that claim it, by what they are or else by what they were. An entry has the record with its strongest claim. Adds a problem for each entry
 * with several equal ones.
 */
export const pairSection = async (
  plan: SeedPlan,
  section: Resource,
  /** Called with each record of the section. */
  onRecord: (row: Row) => void,
  onUnmatched: Pairing['onUnmatched'],
): Promise<Pairs> => {
  const { renameFinder, sections } = plan
  const { entryIds, directives } = sections[section.name]
  const entryIndex = new EntryIndex(section)
  acceptRenames(plan, section, entryIndex)
  const entries = await resolveEntries(plan, section, entryIndex)
  const candidates = new Candidates(entryIds)
  let lastSeed: ReturnType<typeof indexByLastSeed> | undefined
  const indexLastSeed = () => (lastSeed ??= indexByLastSeed(pairing))
  const movedTracks = renameFinder && section.hasPath ? new MovedTracks() : undefined
  const pairing: Pairing = {
    plan,
    section,
    entries,
    entryIndex,
    candidates,
    onReplaced: (index, row, entry) => movedTracks?.addReplaced(index, row, entry),
    indexLastSeed,
    onUnmatched,
  }
  for await (const page of readPages(plan.read, section)) {
    collectGarbage()
    replaceRemovedReferences(plan, section, page)
    for (const [position, row] of page.entries()) {
      if (position % itemsPerSlice === 0) await yieldIfDue()
      onRecord(row)
      if (!addDescribed(pairing, row)) await addFormer(pairing, row)
    }
  }
  await separateEqual(pairing, movedTracks)
  await followRenames(pairing)
  if (renameFinder && movedTracks)
    renameFinder.movedTracks = await movedTracks.find(pairing, renameFinder.unmatchedOf(section))
  const chosen = await chooseRecords(pairing)
  const deletedIds = await findDeleted(pairing, (index) => !entryIds[index] && !directives.removals.has(index))
  return { differs: candidates.differs, ...chosen, deletedIds }
}

/**
 * Takes records away from entries that describe several, one of them exactly, where people have given them its name: those that were the
 * records of other entries at the last seed and, of several exact ones, all but the one that was its own.
 */
const separateEqual = async (pairing: Pairing, movedTracks: MovedTracks | undefined): Promise<void> => {
  const { plan, section, candidates } = pairing
  const { removals } = plan.sections[section.name].directives
  const contested = candidates.findContested(isDescribed).filter((index) => !removals.has(index))
  if (contested.length === 0) return
  const findEntry = await pairing.indexLastSeed()
  const others = new Map<number, Row>()
  const equalIds: number[] = []
  for (const index of contested) {
    await yieldIfDue()
    movedTracks?.removeReplaced(index)
    const weaker = candidates.take(index, ({ id, claim }) => {
      const own = claim === 'newKey' || claim === 'libraryKey' ? findEntry(id) : undefined
      return own !== undefined && own !== index
    })
    for (const { row } of weaker) if (row) others.set(row.id, row)
    const exact = candidates.of(index).filter(({ claim }) => claim === 'exact')
    const [own, ...more] = exact.filter(({ id }) => findEntry(id) === index)
    if (!own || more.length > 0) continue
    for (const { id } of candidates.take(index, ({ id, claim }) => claim === 'exact' && id !== own.id))
      equalIds.push(id)
  }
  for (const row of others.values()) await addFormer(pairing, row)
  for (const row of await readPresent(plan, section, equalIds)) await addFormer(pairing, row)
}

/** Leaves each entry with its record, the one with the strongest claim. */
const chooseRecords = async (pairing: Pairing): Promise<Pick<Pairs, 'libraryKeys' | 'unmatchedRows'>> => {
  const { plan, section, entries, candidates } = pairing
  const libraryKeys = new Map<number, string>()
  const weaker = new Map<number, Row>()
  const adopters = new Map<number, number>()
  for (const [index, { key }] of entries.entries()) {
    if (index % itemsPerSlice === 0) await yieldIfDue()
    if (!candidates.hasOthers(index)) continue
    const choice = chooseCandidate(candidates.of(index))
    const { chosen } = choice
    candidates.choose(index, chosen)
    reportAmbiguity(pairing, index, choice, adopters)
    for (const { row } of choice.weaker) if (row) weaker.set(row.id, row)
    const libraryKey = chosen?.row?.key
    if (key === undefined && typeof libraryKey === 'string') libraryKeys.set(index, libraryKey)
  }
  if (weaker.size > 0) for (const id of plan.sections[section.name].entryIds) weaker.delete(id)
  return { libraryKeys, unmatchedRows: [...weaker.values()] }
}
