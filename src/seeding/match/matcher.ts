import type { Row } from '../rows.ts'

/** A record that an entry may match, apart from its first exact candidate. */
interface Candidate {
  row: Row
  /** Whether the entry and the record either both have a key, or both have none. Of a removal, every candidate is exact. */
  exact: boolean
  /** Whether the entry would change the record. */
  differs: boolean
}

export interface Match {
  /** The record that the entry matches. Absent when the entry creates one, and when it is ambiguous. */
  id?: number
  /** The record's key in the library, when the entry has none. */
  libraryKey?: string | null
  /** Whether the entry changes the record. */
  differs?: boolean
  /** Whether the entry gives its key to a record without one. */
  adopts?: boolean
  /** The ids of the records that the entry matches equally well. */
  ambiguousIds?: number[]
  /** Another record, which has the former identity of the entry. One entry can't be both. */
  formerId?: number
  /** Records that match less well. Another entry may match them. */
  weakerRows: readonly Row[]
}

const noIndexes: readonly number[] = []
const noCandidates: readonly Candidate[] = []
const noRows: readonly Row[] = []

/**
 * Finds the record that each entry of a section matches. Entries are known by their index in the section.
 *
 * An entry with a key matches the record with that key. If there is none, it adopts the one record without a key that has
 * its identity. An entry without a key matches the record with its identity: one without a key in preference to one with
 * a key. An entry with several equally good matches is ambiguous, which is a problem: the matcher never guesses. To an entry that
 * removes a record, all its candidates are equal: the next seed would remove another one of them.
 *
 * Call `addEntry` for all entries first, then `entriesFor` and `addCandidate` for all records, then `resolve`.
 */
export class Matcher {
  private readonly byKey = new Map<string, number>()
  /** The entries without a key by their identity. */
  private readonly byIdentity = new Map<string, number>()
  /** The entries with a key by their identity. */
  private readonly keyedByIdentity = new Map<string, number[]>()
  // Most entries have one exact candidate and no other. Typed arrays hold these without an object for each entry.
  /** The id of each entry's first exact candidate, or 0. */
  private readonly exactIds: Float64Array
  /** 1 for each entry that would change its first exact candidate. */
  private readonly exactDiffers: Uint8Array
  private readonly otherCandidates = new Map<number, Candidate[]>()
  /** The entries that have adopted records, by the id of the record. */
  private readonly adopters = new Map<number, number>()

  constructor(entryCount: number) {
    this.exactIds = new Float64Array(entryCount)
    this.exactDiffers = new Uint8Array(entryCount)
  }

  /**
   * Adds an entry. Returns the index of the entry that was added before with the same key or, for entries without a key,
   * the same identity; such a duplicate is not added.
   * @param adopts - whether an entry with a key also matches a record without one
   */
  addEntry(index: number, key: string | undefined, identity: string, adopts = true): number | undefined {
    const entries = key === undefined ? this.byIdentity : this.byKey
    const duplicate = entries.get(key ?? identity)
    if (duplicate !== undefined) return duplicate
    entries.set(key ?? identity, index)
    if (key === undefined || !adopts) return
    const keyed = this.keyedByIdentity.get(identity)
    if (keyed) keyed.push(index)
    else this.keyedByIdentity.set(identity, [index])
  }

  /** The entry without a key that a record is a candidate of by an identity that it had, if no entry has its key. */
  keylessEntryFor({ key }: Pick<Row, 'key'>, identity: string): number | undefined {
    return key !== null && this.byKey.has(key) ? undefined : this.byIdentity.get(identity)
  }

  /** The entries that a record is a candidate of. */
  entriesFor({ key }: Row, identity: string): readonly number[] {
    const withKey = key === null ? undefined : this.byKey.get(key)
    if (withKey !== undefined) return [withKey]
    const withIdentity = this.byIdentity.get(identity)
    if (withIdentity !== undefined) return [withIdentity]
    return (key === null && this.keyedByIdentity.get(identity)) || noIndexes
  }

  /** Adds a record to the candidates of one of its `entriesFor`. */
  addCandidate(index: number, exact: boolean, row: Row, differs: boolean): void {
    if (exact && !this.exactIds[index]) {
      this.exactIds[index] = row.id
      this.exactDiffers[index] = Number(differs)
      return
    }
    const others = this.otherCandidates.get(index)
    if (others) others.push({ row, exact, differs })
    else this.otherCandidates.set(index, [{ row, exact, differs }])
  }

  hasCandidate(index: number): boolean {
    return Boolean(this.exactIds[index]) || this.otherCandidates.has(index)
  }

  /** The exact candidate of an entry, if it has no other. */
  onlyId(index: number): number | undefined {
    return this.otherCandidates.has(index) ? undefined : this.exactIds[index] || undefined
  }

  /** Takes its only candidate from an entry. */
  release(index: number): void {
    this.exactIds[index] = 0
  }

  /** Whether an entry may have several exact candidates. */
  hasAmbiguities(): boolean {
    for (const [index, others] of this.otherCandidates)
      if (this.exactIds[index] && others.some(({ exact }) => exact)) return true
    return false
  }

  /**
   * Leaves entries with several exact candidates the only one of these that is their own.
   * @returns the ids of the others
   */
  chooseAmongEqual(isOwn: (index: number, id: number) => boolean): number[] {
    const otherIds: number[] = []
    for (const [index, others] of this.otherCandidates) {
      const firstId = this.exactIds[index]
      const exact = others.filter((candidate) => candidate.exact)
      if (!firstId || exact.length === 0) continue
      const ids = [firstId, ...idsOf(exact)]
      const [own, ...more] = ids.filter((id) => isOwn(index, id))
      if (own === undefined || more.length > 0) continue
      const chosen = exact.find(({ row }) => row.id === own)
      this.exactIds[index] = own
      if (chosen) this.exactDiffers[index] = Number(chosen.differs)
      this.otherCandidates.set(
        index,
        others.filter((candidate) => !candidate.exact),
      )
      for (const id of ids) if (id !== own) otherIds.push(id)
    }
    return otherIds
  }

  /**
   * Takes away the candidates that match less well than the one of an entry, and that were the records of other entries at the last seed: people have given
   * them its name.
   */
  takeWeaker(isOther: (index: number, id: number) => boolean): Row[] {
    const taken = new Map<number, Row>()
    for (const [index, others] of this.otherCandidates) {
      if (!this.exactIds[index]) continue
      const weaker = others.filter(({ exact, row }) => !exact && isOther(index, row.id))
      if (weaker.length === 0) continue
      for (const { row } of weaker) taken.set(row.id, row)
      this.otherCandidates.set(
        index,
        others.filter((candidate) => !weaker.includes(candidate)),
      )
    }
    return [...taken.values()]
  }

  /** Whether an entry may have weaker candidates. */
  get hasOthers(): boolean {
    return this.otherCandidates.size > 0
  }

  /** Returns the match of an entry. Call it once every record is added. */
  resolve(index: number, entryHasKey: boolean): Match {
    const others = this.otherCandidates.get(index) ?? noCandidates
    const exactId = this.exactIds[index]
    if (exactId) {
      const otherExact = others.filter(({ exact }) => exact)
      if (otherExact.length > 0) return ambiguous([exactId, ...idsOf(otherExact)])
      const weakerRows = others.length > 0 ? others.map(({ row }) => row) : noRows
      return { id: exactId, differs: this.exactDiffers[index] === 1, weakerRows }
    }
    const [only] = others
    if (!only) return { weakerRows: noRows }
    if (others.length > 1) return ambiguous(idsOf(others))
    const { row, differs } = only
    return { id: row.id, libraryKey: row.key, differs, adopts: entryHasKey, weakerRows: noRows }
  }

  /** Marks a record as adopted by an entry. Returns the index of the entry that has adopted it before, if any. */
  adopt(id: number, index: number): number | undefined {
    const adopter = this.adopters.get(id)
    if (adopter === undefined) this.adopters.set(id, index)
    return adopter
  }
}

const idsOf = (candidates: readonly Candidate[]): number[] => candidates.map(({ row }) => row.id)

export const ambiguous = (ambiguousIds: number[]): Match => ({ ambiguousIds, weakerRows: noRows })
