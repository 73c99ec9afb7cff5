import { type Candidate, isDescribed } from './claims.ts'

/** The records that each entry of a section may have. Entries are known by their index in the section. */
export class Candidates {
  /** 1 for each entry that would change the record of `ids`. */
  readonly differs: Uint8Array
  private readonly others = new Map<number, Candidate[]>()

  /**
   * Most entries have one exact candidate and no other. Typed arrays hold these without an object for each entry.
   * @param ids - has a place for each entry: for its first exact candidate or 0 and, once `choose` was called, for its record
   */
  constructor(private readonly ids: Float64Array) {
    this.differs = new Uint8Array(ids.length)
  }

  add(index: number, candidate: Candidate): void {
    const others = this.others.get(index)
    if (candidate.claim === 'exact' && !this.ids[index]) this.set(index, candidate)
    else if (others) others.push(candidate)
    else this.others.set(index, [candidate])
  }

  /** All candidates of an entry. */
  of(index: number): readonly Candidate[] {
    const others = this.others.get(index) ?? []
    const id = this.ids[index]
    return id ? [{ id, claim: 'exact', differs: this.differs[index] === 1 }, ...others] : others
  }

  /** Takes candidates away from an entry, and returns them. */
  take(index: number, isTaken: (candidate: Candidate) => boolean): readonly Candidate[] {
    const candidates = this.of(index)
    this.choose(index, undefined)
    for (const candidate of candidates) if (!isTaken(candidate)) this.add(index, candidate)
    return candidates.filter(isTaken)
  }

  /** The entries that describe a record exactly, and have another candidate of some kind. */
  findContested(isOfKind: (candidate: Candidate) => boolean): number[] {
    const contested: number[] = []
    for (const [index, others] of this.others) if (this.ids[index] && others.some(isOfKind)) contested.push(index)
    return contested
  }

  /** The record that an entry describes exactly, if it describes no other one. */
  exactOf(index: number): Candidate | undefined {
    const [only, ...others] = this.of(index).filter(isDescribed)
    return only?.claim === 'exact' && others.length === 0 ? only : undefined
  }

  /** Whether an entry has other candidates than an exact one. */
  hasOthers(index: number): boolean {
    return this.others.has(index)
  }

  /** Leaves an entry with no other candidate than its record. */
  choose(index: number, chosen: Candidate | undefined): void {
    this.others.delete(index)
    this.set(index, chosen)
  }

  private set(index: number, candidate: Candidate | undefined): void {
    this.ids[index] = candidate?.id ?? 0
    this.differs[index] = Number(candidate?.differs ?? false)
  }
}
