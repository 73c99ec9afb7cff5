import { yieldIfDue } from '../../base/eventLoop.ts'
import { slices } from '../../base/objects.ts'
import type { Resource } from '../../catalogue/resources.ts'
import { isUntouched } from '../decide/deletions.ts'
import { type Entry, identityOf } from '../entries.ts'
import { wasRenamed, wasSaid } from '../lastSeed/recordHashes.ts'
import { differs } from '../report/diff.ts'
import { pageSize, type Row } from '../rows.ts'
import { readPresent } from '../successors.ts'
import { type Chain, findChains } from './chains.ts'
import { isDescribed, isSaidToBe } from './claims.ts'
import { addFormer, type Pairing } from './pairing.ts'

/** The number of entries whose former records are looked up before others may run. */
const entriesPerSlice = 100

/** An entry that takes the record of another one. */
interface Move {
  row: Row
  entry: Entry
  /** The index of the other entry. */
  from: number
}

/**
 * Gives the records of a row of renames to the entries that they become: where A is now B, and B is now C, the record B is that of C,
 * though the file has an entry B. A row begins with a record that no entry describes as it is now, and ends with an entry that has no record.
 * Without these it is a circle, such as two files that change places. After the seed, the file looks the same as before: so the records have
 * to be as the entries say, apart from their names. Where they are so with their present names, too, the last seed has noted whether they
 * have been renamed already.
 *
 * The same holds for an open row of tracks: one that begins with an entry which makes a new track, such as a new first file of an album, or ends
 * with a record that `prune` deletes, such as the first file where it was removed.
 */
export const followRenames = async (pairing: Pairing): Promise<void> => {
  const { plan, section, candidates } = pairing
  const givers = await findGivers(pairing)
  const displacing = section.hasPath && plan.options.prune ? candidates.findContested(isSaidToBe) : []
  for (const chain of await findChains(givers, displacing)) {
    await yieldIfDue()
    const { start, end } = chain
    const displaces = !chain.isCircle && candidates.of(start).some(isDescribed)
    const formers = candidates.of(end).filter((candidate) => !isDescribed(candidate))
    const hasFormer = formers.some(isSaidToBe)
    const isOpen = !chain.isCircle && (displaces || !hasFormer)
    if (isOpen && !section.hasPath) continue
    const moves = await readMoves(pairing, chain, givers)
    if (chain.isCircle && hasBeenFollowed(pairing, moves)) continue
    if ((isOpen || chain.isCircle) && !moves.every(({ row, entry }) => isSame(section, row, entry))) continue
    if (isOpen && !endsWithAnother(pairing, end, moves.at(-1)?.row)) continue
    const displaced = displaces ? await readDisplaced(pairing, start) : undefined
    if (displaces && !displaced) continue
    for (const { row, from } of moves) {
      candidates.take(from, isDescribed)
      await addFormer(pairing, row)
    }
    if (!displaced) continue
    candidates.take(start, isDescribed)
    candidates.add(start, { id: displaced.id, claim: 'path', differs: true, row: displaced })
  }
}

/** Whether the records of a circle are alike otherwise, and have got their names from entries with `formerly`. */
const hasBeenFollowed = ({ plan, section, entries }: Pairing, moves: readonly Move[]): boolean =>
  moves.every(({ row, from }) => {
    const noted = plan.sections[section.name].lastSeed.get(row.id)
    return noted !== undefined && wasRenamed(section.name, row, noted) && isSame(section, row, entries[from] as Entry)
  })

/**
 * The entries whose former record is described by another entry: one with `formerly`, or of tracks any.
 * @returns by their indexes, those of the other entries
 */
const findGivers = async ({ plan, section, entryIndex, candidates }: Pairing): Promise<Map<number, number>> => {
  const { removals } = plan.sections[section.name].directives
  const formers = new Map<number, string>()
  for (const [index, [identity, ...others]] of entryIndex.formerly)
    if (identity && identity.key === undefined && others.length === 0) formers.set(index, identityOf(section, identity))
  for (const rename of plan.options.acceptedRenames ?? [])
    if (rename.section === section.name && rename.likes_stay_with_path) formers.set(rename.index, rename.former_name)
  const givers = new Map<number, number>()
  let count = 0
  for (const [index, identity] of formers) {
    if (count++ % entriesPerSlice === 0) await yieldIfDue()
    const from = entryIndex.findKeyless({ key: null }, identity)
    if (from === undefined || from === index) continue
    if (section.hasPath ? removals.has(from) : !entryIndex.formerly.has(from)) continue
    const id = candidates.exactOf(from)?.id
    if (id !== undefined && entryIndex.findFormer({ id, key: null }, identity, undefined)?.[0] === index)
      givers.set(index, from)
  }
  return givers
}

const readMoves = async (
  { plan, section, entries, candidates }: Pairing,
  { indexes }: Chain,
  givers: ReadonlyMap<number, number>,
): Promise<Move[]> => {
  const moves: Move[] = []
  for (const slice of slices(indexes, pageSize)) {
    await yieldIfDue()
    const taken = slice.flatMap((index) => {
      const from = givers.get(index)
      const id = from === undefined ? undefined : candidates.exactOf(from)?.id
      return from === undefined || id === undefined ? [] : [{ index, from, id }]
    })
    const ids = taken.map(({ id }) => id)
    const rows = new Map((await readPresent(plan, section, ids)).map((row) => [row.id, row]))
    for (const { index, from, id } of taken) {
      const [row, entry] = [rows.get(id), entries[index]]
      if (row && entry) moves.push({ row, entry, from })
    }
  }
  return moves
}

/**
 * The track whose path another one gets, and that is deleted; undefined if there is none. Without `prune` the library would have two tracks with one
 * path.
 * @param index - the entry with its path
 */
export const readDisplaced = async (
  { plan, section, entries, candidates }: Pairing,
  index: number,
): Promise<Row | undefined> => {
  const [exact, entry] = [candidates.exactOf(index), entries[index]]
  if (!plan.options.prune || !exact || !entry || entry.key !== undefined) return
  const [row] = await readPresent(plan, section, [exact.id])
  return row && differs(row, entry) && isUntouched(plan, section, row) ? row : undefined
}

/**
 * Whether an open row ends with an entry that has another record than the one with its path, or makes one. Otherwise the file may have been seeded
 * before.
 * @param row - the record with its path; undefined if that is displaced
 */
const endsWithAnother = (
  { plan, section, entries, candidates }: Pairing,
  index: number,
  row: Row | undefined,
): boolean => {
  const entry = entries[index] as Entry // The index is that of an entry.
  const [former, ...others] = candidates.of(index).filter(isSaidToBe)
  if (former) return others.length === 0 && former.row !== undefined && isSame(section, former.row, entry)
  if (row === undefined || !differs(row, entry)) return false
  // What people have changed may differ after each seed.
  const seeded = plan.sections[section.name].lastSeed.get(row.id)
  return seeded === undefined || !wasSaid(section.name, entry, seeded)
}

/** Whether a record is as an entry says, apart from what identifies it. */
export const isSame = ({ identity }: Resource, row: Row, entry: Entry): boolean =>
  !differs({ ...row, ...Object.fromEntries(identity.map((member) => [member, entry[member]])) } as Row, entry)
