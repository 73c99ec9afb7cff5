import { yieldIfDue } from '../../base/eventLoop.ts'
import { slices } from '../../base/objects.ts'
import type { Resource } from '../../catalogue/resources.ts'
import { isUntouched } from '../decide/deletions.ts'
import { type Entry, nameOf } from '../entries.ts'
import { maxCandidates } from '../report/likelyRenames.ts'
import type { LikelyRename } from '../report/report.ts'
import { pairUnique } from '../report/similarity.ts'
import { pageSize, type Row } from '../rows.ts'
import { readPresent } from '../successors.ts'
import { type Chain, findChains } from './chains.ts'
import type { Pairing } from './pairing.ts'
import { isSame, readDisplaced } from './renameChains.ts'

/** The number of records and entries that are compared before others may run. */
const itemsPerSlice = 100

/** The ids of records by the indexes of entries. */
type IdsByIndex = ReadonlyMap<number, number>

/**
 * Finds tracks that have changed places: records whose title and length are now those of the entry of another path. Only where one record and one
 * entry have them, and all else is the same, so that `followRenames` carries out what is found.
 */
export class MovedTracks {
  /** The records of which entries with their paths change the title or the length, with what they had, by the indexes of the entries. */
  private readonly replaced = new Map<number, { id: number; song: string | undefined }>()

  /** Adds a record that differs from the entry with its path. */
  addReplaced(index: number, row: Row, entry: Entry): void {
    if (row.key !== null || entry.key !== undefined || this.replaced.size > maxCandidates) return
    const song = songOf(row)
    if (song !== songOf({ ...row, ...entry })) this.replaced.set(index, { id: row.id, song })
  }

  /** Forgets the record of an entry whose path several records have: what the entry of one of them says that it was, the others were, too. */
  removeReplaced(index: number): void {
    this.replaced.delete(index)
  }

  /** @param unmatched - the records that no entry claims, by id */
  async find(pairing: Pairing, unmatched: ReadonlyMap<number, Row>): Promise<LikelyRename[]> {
    const { entryIndex, candidates } = pairing
    if (this.replaced.size === 0 || this.replaced.size + unmatched.size > maxCandidates) return []
    const present = new Map<number, number>()
    const songs = new Map<number, string | undefined>()
    let count = 0
    for (const [index, { id, song }] of this.replaced) {
      if (count++ % itemsPerSlice === 0) await yieldIfDue()
      // Those that `formerly` and accepted renames give to other entries are done.
      if (candidates.exactOf(index)?.id !== id) continue
      present.set(index, id)
      songs.set(id, song)
    }
    for (const [id, row] of unmatched) {
      if (count++ % itemsPerSlice === 0) await yieldIfDue()
      songs.set(id, songOf(row))
    }
    const songsOfEntries = await findSongs(pairing, new Set(songs.values()))
    const describeSong = (_: number, song: string | undefined) => song
    const pairs = await pairUnique(songs, songsOfEntries, [{ describeA: describeSong, describeB: describeSong }])
    const ids = new Map<number, number>()
    for (const [[id], [index]] of pairs)
      if (present.has(index) || (candidates.of(index).length === 0 && !unmatched.has(id))) ids.set(index, id)
    const renames: LikelyRename[] = []
    const remaining = new Set(songsOfEntries.values())
    const isGone = (id: number) => {
      const song = songs.get(id)
      return song !== undefined && !remaining.has(song)
    }
    for (const chain of await findChains(findGivers(ids, present), ids.keys())) {
      const { start, end } = chain
      // What an entry says that it was contradicts the chain.
      if (!ids.has(end) && entryIndex.formerly.has(end)) continue
      const displacedId = chain.isCircle ? undefined : present.get(start)
      if (displacedId !== undefined) {
        const displaced = isGone(displacedId) && (await readDisplaced(pairing, start))
        if (!displaced || isClaimed(pairing, displaced)) continue
      }
      for (const rename of await describeChain(pairing, chain, ids)) renames.push(rename)
    }
    return renames.sort((a, b) => a.index - b.index)
  }
}

/** Title and length; undefined without a length, since many tracks are called Intro. */
const songOf = ({ title, duration_seconds }: Entry): string | undefined =>
  typeof duration_seconds === 'number' ? `${duration_seconds} ${title}` : undefined

/** Which of some songs the entries have, by their indexes. */
const findSongs = async (
  { plan, section, entries }: Pairing,
  songs: ReadonlySet<string | undefined>,
): Promise<Map<number, string>> => {
  const { removals } = plan.sections[section.name].directives
  const found = new Map<number, string>()
  for (const [index, entry] of entries.entries()) {
    if (index % itemsPerSlice === 0) await yieldIfDue()
    const song = removals.has(index) ? undefined : songOf(entry)
    if (song !== undefined && songs.has(song)) found.set(index, song)
  }
  return found
}

/** The entries that have the paths of the records that other entries take, by the indexes of these. */
const findGivers = (ids: IdsByIndex, present: IdsByIndex): Map<number, number> => {
  const indexes = new Map<number, number>()
  for (const [index, id] of present) indexes.set(id, index)
  const givers = new Map<number, number>()
  for (const [index, id] of ids) {
    const giver = indexes.get(id)
    if (giver !== undefined) givers.set(index, giver)
  }
  return givers
}

/** The renames of a chain; none if they would not be carried out all. */
const describeChain = async (pairing: Pairing, chain: Chain, ids: IdsByIndex): Promise<LikelyRename[]> => {
  const { plan, section, entries } = pairing
  const renames: LikelyRename[] = []
  for (const slice of slices(chain.indexes, pageSize)) {
    await yieldIfDue()
    const moves = slice.flatMap((index) => {
      const id = ids.get(index)
      return id === undefined ? [] : [{ index, id }]
    })
    const present = await readPresent(
      plan,
      section,
      moves.map(({ id }) => id),
    )
    const rows = new Map(present.map((row) => [row.id, row]))
    for (const { index, id } of moves) {
      const [row, entry] = [rows.get(id), entries[index]]
      if (!row || !entry || row.key !== null || !isSame(section, row, entry)) return []
      if (isUntouched(plan, section, row) === false || isClaimed(pairing, row, index)) return []
      renames.push(toRename(section, index, row, entry))
    }
  }
  return renames
}

/** Whether another entry than one says that it was a record. */
const isClaimed = ({ section, entryIndex }: Pairing, row: Row, index?: number): boolean => {
  const [claimant] = entryIndex.findFormer(row, nameOf(section, row), undefined) ?? []
  return claimant !== undefined && claimant !== index
}

const toRename = (section: Resource, index: number, row: Row, entry: Entry): LikelyRename => ({
  section: section.name,
  index,
  name: nameOf(section, entry),
  id: row.id,
  former_name: nameOf(section, row),
  formerly: nameOf(section, row),
  likes_stay_with_path: true,
})
