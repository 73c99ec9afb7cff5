import { yieldIfDue } from '../../base/eventLoop.ts'
import type { Resource } from '../../catalogue/resources.ts'
import { type Entry, identityOf } from '../entries.ts'
import { differs } from '../report/diff.ts'
import type { Row } from '../rows.ts'
import { readPresent } from '../successors.ts'
import { isDescribed } from './claims.ts'
import { addFormer, type Pairing } from './pairing.ts'

/** An entry that was formerly what another entry with `formerly` is now. */
interface Link {
  /** The other entry. */
  from: number
  /** The record that the library has under the other entry's name. */
  id: number
}

/**
 * Gives the records of a row of renames to the entries that they become: where A is now B, and B is now C, the record B is that of C,
 * though the file has an entry B. A row begins with a record that no entry describes as it is now, and ends with an entry that has no record.
 * Without these it is a circle, such as two files that change places. After the seed, the file looks the same as before: so the records have
 * to be as the entries say, apart from their names.
 */
export const followRenames = async (pairing: Pairing): Promise<void> => {
  const { context, section, entries, candidates } = pairing
  const links = findLinks(pairing)
  const starts = new Set(links.keys())
  for (const { from } of links.values()) starts.delete(from)
  const followed = new Set<number>()
  for (const start of [...starts, ...links.keys()]) {
    await yieldIfDue()
    const indexes: number[] = []
    let index = start
    for (let link = links.get(index); link && !followed.has(index); link = links.get(index)) {
      followed.add(index)
      indexes.push(index)
      index = link.from
    }
    if (indexes.length === 0) continue
    const isCircle = index === start
    if (!isCircle && (candidates.of(start).some(isDescribed) || candidates.of(index).every(isDescribed))) continue
    const moves = indexes.flatMap((to) => ({ to, ...(links.get(to) as Link) })) // Each of them has a link.
    const ids = moves.map(({ id }) => id)
    const rows = new Map((await readPresent(context, section, ids)).map((row) => [row.id, row]))
    const given = moves.flatMap(({ to, from, id }) => {
      const [row, entry] = [rows.get(id), entries[to]]
      return row && entry ? [{ row, entry, from }] : []
    })
    if (isCircle && !given.every(({ row, entry }) => isSame(section, row, entry))) continue
    for (const { from } of given) candidates.take(from, isDescribed)
    for (const { row } of given) await addFormer(pairing, row)
  }
}

/** The entries whose former record is described by another entry with `formerly`. */
const findLinks = ({ section, entryIndex, candidates }: Pairing): Map<number, Link> => {
  const links = new Map<number, Link>()
  for (const [index, [identity, ...others]] of entryIndex.formerly) {
    if (!identity || identity.key !== undefined || others.length > 0) continue
    const from = entryIndex.findKeyless({ key: null }, identityOf(section, identity))
    if (from === undefined || from === index || !entryIndex.formerly.has(from)) continue
    const [only, ...more] = candidates.of(from).filter(isDescribed)
    if (only?.claim === 'exact' && more.length === 0) links.set(index, { from, id: only.id })
  }
  return links
}

/** Whether a record is as an entry says, apart from what identifies it. */
const isSame = ({ identity }: Resource, row: Row, entry: Entry): boolean =>
  !differs({ ...row, ...Object.fromEntries(identity.map((member) => [member, entry[member]])) } as Row, entry)
