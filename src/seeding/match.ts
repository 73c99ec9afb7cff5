import type { Row } from './sections.ts'

/** A record of the library that an entry may mean. */
interface Candidate {
  row: Row
  /** Whether the entry says anything that the record does not have. */
  differs: boolean
}

export interface Verdict {
  /** The record that the entry means; none: it is to be made. */
  id?: number
  /** Its key in the library, if it has one. */
  key?: string | null
  /** The record as it is, where the entry changes it. */
  before?: Row
  /** Records that fit equally well. */
  several?: number[]
  /** Records that fit, but not as well. */
  passedOver: Row[]
}

const none: Row[] = []
const isNew: Verdict = { passedOver: none }

/**
 * Finds for each entry of a section the record that it means. An entry with a key means the record with that key, or
 * else adopts the one record without a key that has the same identity. An entry without a key means the record with its
 * identity: one without a key before those with one. Nothing is guessed: what fits several is reported.
 */
export class Matcher {
  private readonly byKey = new Map<string, number>()
  private readonly byIdentity = new Map<string, number>()
  private readonly adopters = new Map<string, number[]>()
  /** The usual case takes no object: the id of a record that fits best and stays as it is; 0 for none. */
  private readonly unchanged: Float64Array
  private readonly candidates = new Map<number, Candidate[]>()
  private readonly adopted = new Map<number, number>()

  constructor(size: number) {
    this.unchanged = new Float64Array(size)
  }

  /** Takes an entry in, or names the one before it with the same key or, without keys, the same identity. */
  enter(at: number, key: string | undefined, identity: string): number | undefined {
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
  offer(at: number, hasKey: boolean, row: Row, differs: boolean) {
    const list = this.candidates.get(at)
    if (list) list.push({ row, differs })
    else if (!differs && hasKey === (row.key !== null) && !this.unchanged[at]) this.unchanged[at] = row.id
    else this.candidates.set(at, [{ row, differs }])
  }

  /** What an entry means. To be asked once for each, after all records have been offered. */
  decide(at: number, hasKey: boolean): Verdict {
    const best = this.unchanged[at] || undefined
    const list = this.candidates.get(at)
    if (!list) return best ? { id: best, passedOver: none } : isNew

    const alike = list.filter(({ row }) => hasKey === (row.key !== null))
    const fitting = alike.length > 0 || best ? alike : list
    const ids = [...(best ? [best] : []), ...fitting.map(({ row }) => row.id)]
    const passedOver = list.filter((candidate) => !fitting.includes(candidate)).map(({ row }) => row)
    if (ids.length > 1) return { several: ids, passedOver }
    const [only] = fitting
    if (!only) return best ? { id: best, passedOver } : { passedOver }
    return { id: only.row.id, key: only.row.key, ...(only.differs && { before: only.row }), passedOver }
  }

  /** Marks a record without a key as adopted, or names the entry that has adopted it already. */
  adopt(id: number, at: number): number | undefined {
    const other = this.adopted.get(id)
    if (other === undefined) this.adopted.set(id, at)
    return other
  }
}
