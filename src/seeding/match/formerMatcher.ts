import type { Row } from '../rows.ts'
import { ambiguous, type Match } from './matcher.ts'

interface Candidate {
  row: Row
  /** Whether the record has the former key of the entry, instead of its former identity. */
  byKey: boolean
  differs: boolean
}

/**
 * Finds the records that entries were before: the record that has the `formerly` of an entry and that no entry describes
 * as it is now. Entries are known by their index in the section.
 *
 * Call `addKey` and `addIdentity` for all entries first, then `entryFor` and `addCandidate` for the records that no entry
 * describes, then `resolve`.
 */
export class FormerMatcher {
  private readonly byKey = new Map<string, number>()
  private readonly byIdentity = new Map<string, number>()
  private readonly candidates = new Map<number, Candidate[]>()

  /** Adds the former key of an entry. Returns the index of the entry that was added before with the same one. */
  addKey(index: number, key: string): number | undefined {
    return addOnce(this.byKey, key, index)
  }

  /** Adds a former identity of an entry. Returns the index of the entry that was added before with the same one. */
  addIdentity(index: number, identity: string): number | undefined {
    return addOnce(this.byIdentity, identity, index)
  }

  /** The entry that a record is a candidate of. */
  entryFor({ key }: Row, identity: string): number | undefined {
    return (key === null ? undefined : this.byKey.get(key)) ?? this.byIdentity.get(identity)
  }

  /** Adds a record to the candidates of its `entryFor`. */
  addCandidate(index: number, row: Row, differs: boolean): void {
    const candidate = { row, byKey: row.key !== null && this.byKey.get(row.key) === index, differs }
    const candidates = this.candidates.get(index)
    if (candidates) candidates.push(candidate)
    else this.candidates.set(index, [candidate])
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
      const formerId = candidates.find(({ byKey }) => !byKey)?.row.id
      return { ...present, ...(formerId && { formerId }), weakerRows: [...present.weakerRows, ...rows] }
    }
    const [only] = candidates
    if (!only || candidates.length > 1) return ambiguous(rows.map(({ id }) => id))
    return { id: only.row.id, libraryKey: only.row.key, differs: only.differs, weakerRows: [] }
  }
}

/** Returns the index that a text has already, or else sets it. */
const addOnce = (indexes: Map<string, number>, text: string, index: number): number | undefined => {
  const first = indexes.get(text)
  if (first === undefined) indexes.set(text, index)
  return first
}
