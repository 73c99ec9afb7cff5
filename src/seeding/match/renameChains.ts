import { yieldIfDue } from '../../base/eventLoop.ts'
import type { Resource } from '../../catalogue/resources.ts'
import type { SeedContext } from '../context.ts'
import { type Entry, identityOf } from '../entries.ts'
import { differs } from '../report/diff.ts'
import { type Row, readByIds } from '../rows.ts'
import { replaceRemovedReferences } from '../successors.ts'
import type { FormerMatcher } from './formerMatcher.ts'
import type { Matcher } from './matcher.ts'

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
export const followRenames = async (
  context: SeedContext,
  section: Resource,
  { matcher, formerMatcher }: { matcher: Matcher; formerMatcher: FormerMatcher },
  entries: readonly Entry[],
): Promise<void> => {
  const links = findLinks(context, section, matcher)
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
    if (!isCircle && (matcher.hasCandidate(start) || !formerMatcher.hasCandidate(index))) continue
    const moves = indexes.flatMap((to) => ({ to, ...(links.get(to) as Link) })) // Each of them has a link.
    const rows = await readByIds(
      context.read,
      section,
      moves.map(({ id }) => id),
    )
    const rowsById = new Map(replaceRemovedReferences(context, section, rows).map((row) => [row.id, row]))
    const given = moves.flatMap(({ to, from, id }) => {
      const [row, entry] = [rowsById.get(id), entries[to]]
      return row && entry ? [{ row, entry, from }] : []
    })
    if (isCircle && !given.every(({ row, entry }) => isSame(section, row, entry))) continue
    for (const { from } of given) matcher.release(from)
    for (const { row, entry } of given) formerMatcher.addCandidate(row, identityOf(section, row), differs(row, entry))
  }
}

/** The entries whose former record is described by another entry with `formerly`. */
const findLinks = ({ sections }: SeedContext, section: Resource, matcher: Matcher): Map<number, Link> => {
  const { directives, formerIdentities } = sections[section.name]
  const links = new Map<number, Link>()
  for (const index of directives.formers.keys()) {
    const [identity, ...others] = formerIdentities.get(index) ?? []
    if (!identity || identity.key !== undefined || others.length > 0) continue
    const from = matcher.keylessEntryFor({ key: null }, identityOf(section, identity))
    const id = from === undefined || from === index || !directives.formers.has(from) ? undefined : matcher.onlyId(from)
    if (from !== undefined && id !== undefined) links.set(index, { from, id })
  }
  return links
}

/** Whether a record is as an entry says, apart from what identifies it. */
const isSame = ({ identity }: Resource, row: Row, entry: Entry): boolean =>
  !differs({ ...row, ...Object.fromEntries(identity.map((member) => [member, entry[member]])) } as Row, entry)
