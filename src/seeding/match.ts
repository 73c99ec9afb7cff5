import type { Row } from './sections.ts'

/** A record that an entry may mean besides the first of its own kind. */
interface Candidate {
  row: Row
  /** Both have a key, or neither. */
  alike: boolean
  /** Whether the entry says anything that the record does not have. */
  differs: boolean
}

export interface Match {
  /** The record that the entry means; none where it is to be made, or where several fit. */
  id?: number
  /** Its key in the library, where the entry has none. */
  key?: string | null
  /** Whether the entry changes it. */
  differs?: boolean
  /** Whether it gets its key from the entry. */
  adopts?: boolean
  /** Records that fit equally well. */
  several?: number[]
  /** Records that fit, but not as well; another entry may mean them. */
  passedOver: readonly Row[]
}

const none: readonly Row[] = []

/**
 * Finds for each entry of a section the record that it means. An entry with a key means the record with that key, or
 * else adopts the one record without a key that has the same identity. An entry without a key means the record with its
 * identity: one without a key before those with one. Nothing is guessed: what fits several is reported.
 */
export class Matcher {
  private readonly byKey = new Map<string, number>()
  private readonly byIdentity = new Map<string, number>()
  private readonly adopters = new Map<string, number[]>()
  // The usual case takes no object: one record of the entry's own kind. Its id, 0 for none, and whether it differs.
  private readonly first: Float64Array
  private readonly firstDiffers: Uint8Array
  private readonly others = new Map<number, Candidate[]>()
  private readonly adopted = new Map<number, number>()

  constructor(size: number) {
    this.first = new Float64Array(size)
    this.firstDiffers = new Uint8Array(size)
  }

  /** Takes an entry in, or names the one before it with the same key or, without keys, the same identity. */
  addEntry(at: number, key: string | undefined, identity: string): number | undefined {
    const index = key === undefined ? this.byIdentity : this.byKey
    const name = key ?? identity
    const other = index.get(name)
    if (other !== undefined) return other
    index.set(name, at)
    if (key === undefined) return
    const rivals = this.adopters.get(identity)
    if (rivals) rivals.push(at)
    else this.adopters.set(identity, [at])
  }

  /** The entries that may mean a record. */
  entriesFor({ key }: Row, identity: string): readonly number[] {
    const own = key === null ? undefined : this.byKey.get(key)
    if (own !== undefined) return [own]
    const same = this.byIdentity.get(identity)
    if (same !== undefined) return [same]
    return (key === null && this.adopters.get(identity)) || []
  }

  /** Takes in that a record is one of those that an entry may mean. */
  addCandidate(at: number, hasKey: boolean, row: Row, differs: boolean) {
    const alike = hasKey === (row.key !== null)
    if (alike && !this.first[at]) {
      this.first[at] = row.id
      this.firstDiffers[at] = Number(differs)
      return
    }
    const list = this.others.get(at)
    if (list) list.push({ row, alike, differs })
    else this.others.set(at, [{ row, alike, differs }])
  }

  /** What an entry means. To be asked once for each, after all records have been offered. */
  resolve(at: number, hasKey: boolean): Match {
    const first = this.first[at]
    const list = this.others.get(at)
    if (first) {
      const rivals = list?.filter(({ alike }) => alike) ?? []
      if (rivals.length > 0) return { several: [first, ...rivals.map(({ row }) => row.id)], passedOver: none }
      return { id: first, differs: this.firstDiffers[at] === 1, passedOver: list?.map(({ row }) => row) ?? none }
    }
    const [only, ...more] = list ?? []
    if (!only) return { passedOver: none }
    if (more.length > 0) return { several: (list ?? []).map(({ row }) => row.id), passedOver: none }
    return { id: only.row.id, key: only.row.key, differs: only.differs, adopts: hasKey, passedOver: none }
  }

  /** Marks a record without a key as adopted, or names the entry that has adopted it already. */
  adopt(id: number, at: number): number | undefined {
    const other = this.adopted.get(id)
    if (other === undefined) this.adopted.set(id, at)
    return other
  }
}
