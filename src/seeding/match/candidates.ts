import { type Candidate, isDescribed } from './claims.ts'

/** The records that each entry of a section may have. Entries are known by their index in the section. */
export class Candidates {
  // Most entries have one exact candidate and no other. Typed arrays hold these without an object for each entry.
  /** The id of each entry's first exact candidate, or 0. Once `choose` was called, that of its record. */
  readonly ids: Float64Array
  /** 1 for each entry that would change this record. */
  readonly differs: Uint8Array
  private readonly others = new Map<number, Candidate[]>()

  constructor(entryCount: number) {
    this.ids = new Float64Array(entryCount)
    this.differs = new Uint8Array(entryCount)
  }

  add(index: number, candidate: Candidate): void {
    if (candidate.claim === 'exact' && !this.ids[index]) {
      this.set(index, candidate)
      return
    }
    const others = this.others.get(index)
    if (others) others.push(candidate)
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
    this.clear(index)
    for (const candidate of candidates) if (!isTaken(candidate)) this.add(index, candidate)
    return candidates.filter(isTaken)
  }

  /** The entries that describe several records, one of them exactly. */
  findContested(): number[] {
    const contested: number[] = []
    for (const [index, others] of this.others) if (this.ids[index] && others.some(isDescribed)) contested.push(index)
    return contested
  }

  /** Whether an entry has other candidates than an exact one. */
  hasOthers(index: number): boolean {
    return this.others.has(index)
  }

  /** Leaves an entry with no other candidate than its record. */
  choose(index: number, chosen: Candidate | undefined): void {
    this.clear(index)
    if (chosen) this.set(index, chosen)
  }

  private set(index: number, { id, differs }: Candidate): void {
    this.ids[index] = id
    this.differs[index] = Number(differs)
  }

  private clear(index: number): void {
    this.ids[index] = 0
    this.differs[index] = 0
    this.others.delete(index)
  }
}
