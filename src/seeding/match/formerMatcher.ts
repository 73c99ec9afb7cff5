import type { Row } from '../rows.ts'
import type { BaseMatcher } from './baseMatcher.ts'
import { ambiguous, type Match } from './matcher.ts'

interface Candidate {
  row: Row
  /**
   * What the record has in common with the entry: the `formerly` of the entry, as a key or an identity, what the entry was at the last
   * seed, or the present path. Its id if it was accepted that the record is the one of the entry.
   */
  by: 'id' | 'key' | 'identity' | 'base' | 'path'
  differs: boolean
}

/**
 * Finds the records that entries were before: the record that has the `formerly` of an entry and that no entry describes
 * as it is now. A record that people have renamed is found by what it was at the last seed, a file whose entry got another key by its
 * path. Entries are known by their index in the section.
 *
 * Call `addId`, `addKey`, `addIdentity` and `addPath` for all entries first, then `entryFor` and `addCandidate` for the records that no entry
 * describes, then `resolve`.
 */
export class FormerMatcher {
  private readonly byId = new Map<number, number>()
  private readonly byKey = new Map<string, number>()
  private readonly byIdentity = new Map<string, number>()
  /** The entries by their paths; undefined where several have one. */
  private readonly byPath = new Map<string, number | undefined>()
  private readonly candidates = new Map<number, Candidate[]>()
  /** Set once the entries are read. */
  base: BaseMatcher | undefined

  /** Adds the id of the record that an entry was before. */
  addId(index: number, id: number): void {
    this.byId.set(id, index)
  }

  /** Adds the former key of an entry. Returns the index of the entry that was added before with the same one. */
  addKey(index: number, key: string): number | undefined {
    return addOnce(this.byKey, key, index)
  }

  /** Adds a former identity of an entry. Returns the index of the entry that was added before with the same one. */
  addIdentity(index: number, identity: string): number | undefined {
    return addOnce(this.byIdentity, identity, index)
  }

  /** Adds the path of an entry with a key. */
  addPath(index: number, path: string): void {
    this.byPath.set(path, this.byPath.has(path) ? undefined : index)
  }

  /** The entry that a record is a candidate of. */
  entryFor(row: Row, identity: string): number | undefined {
    return this.find(row, identity)?.index
  }

  private find({ id, key }: Row, identity: string): { index: number; by: Candidate['by'] } | undefined {
    const withId = this.byId.get(id)
    if (withId !== undefined) return { index: withId, by: 'id' }
    const withKey = key === null ? undefined : this.byKey.get(key)
    if (withKey !== undefined) return { index: withKey, by: 'key' }
    const withIdentity = this.byIdentity.get(identity)
    if (withIdentity !== undefined) return { index: withIdentity, by: 'identity' }
    const withBase = this.base?.entryFor(id)
    if (withBase !== undefined) return { index: withBase, by: 'base' }
    const withPath = this.byPath.get(identity)
    return withPath === undefined ? undefined : { index: withPath, by: 'path' }
  }

  hasCandidate(index: number): boolean {
    return this.candidates.has(index)
  }

  /** Adds a record to the candidates of its `entryFor`. */
  addCandidate(row: Row, identity: string, differs: boolean): void {
    const found = this.find(row, identity)
    if (!found) return
    const candidate = { row, by: found.by, differs }
    const candidates = this.candidates.get(found.index)
    if (candidates) candidates.push(candidate)
    else this.candidates.set(found.index, [candidate])
  }

  /**
   * Returns the match of an entry.
   * @param present - the match of the entry as it is now
   */
  resolve(index: number, present: Match): Match {
    const candidates = this.candidates.get(index)
    if (!candidates || present.ambiguousIds) return present
    const rows = candidates.map(({ row }) => row)
    if (present.id !== undefined) {
      // A former key has no effect when the entry has a record, since a file may have been copied before it got its key.
      const formerId = candidates.find(({ by }) => by === 'identity')?.row.id
      return { ...present, ...(formerId && { formerId }), weakerRows: [...present.weakerRows, ...rows] }
    }
    const ranks = Map.groupBy(candidates, ({ by }) => (by === 'base' || by === 'path' ? by : 'formerly'))
    const [best, ...others] = ranks.get('formerly') ?? ranks.get('base') ?? candidates
    if (!best) return present
    if (others.length > 0) return ambiguous([best, ...others].map(({ row }) => row.id))
    const weakerRows = rows.filter((row) => row !== best.row)
    return { id: best.row.id, libraryKey: best.row.key, differs: best.differs, weakerRows }
  }
}

/** Returns the index that a text has already, or else sets it. */
const addOnce = (indexes: Map<string, number>, text: string, index: number): number | undefined => {
  const first = indexes.get(text)
  if (first === undefined) indexes.set(text, index)
  return first
}
