/** A whole number from 1 to 65,535 for each of some ids; 0 for all others. */
export class Marks {
  /** The numbers of the ids from 0 on. */
  readonly dense: Uint16Array
  /** Those of all others: another program may have given a record any id. */
  readonly others = new Map<number, number>()
  /** How many ids have a number. */
  count = 0

  /**
   * @param records - how many records there are, with and without a number
   * @param largest - the largest id
   */
  constructor(
    readonly records: number,
    largest: number,
  ) {
    this.dense = new Uint16Array(Math.min(largest + 1, 8 * records + 65_536))
  }

  /** Marks for the same records. */
  createEmpty(): Marks {
    return new Marks(this.records, this.dense.length - 1)
  }

  get(id: number): number {
    return id >= 0 && id < this.dense.length ? (this.dense[id] as number) : (this.others.get(id) ?? 0)
  }

  set(id: number, mark: number): void {
    if (mark > 0 && this.get(id) === 0) this.count++
    else if (mark === 0 && this.get(id) > 0) this.count--
    if (id >= 0 && id < this.dense.length) this.dense[id] = mark
    else if (mark > 0) this.others.set(id, mark)
    else this.others.delete(id)
  }

  /** Gives an id a number, unless it has one that is as small. */
  setLeast(id: number, mark: number): void {
    const former = this.get(id)
    if (former === 0 || mark < former) this.set(id, mark)
  }

  /** Calls a function with each id that has a number. */
  forEach(visit: (id: number, mark: number) => void): void {
    const { dense } = this
    for (let id = 0; id < dense.length; id++) {
      const mark = dense[id] as number
      if (mark > 0) visit(id, mark)
    }
    for (const [id, mark] of this.others) visit(id, mark)
  }
}

/** Returns the ids in their order. @param mark - only those with this one */
export const listIds = (marks: Marks, mark?: number): number[] => {
  const ids: number[] = []
  marks.forEach((id, found) => {
    if (mark === undefined || found === mark) ids.push(id)
  })
  return marks.others.size > 0 ? ids.sort((a, b) => a - b) : ids
}

/** Returns the smallest mark; null without any. */
export const leastMark = (marks: Marks): number | null => {
  let least: number | null = null
  marks.forEach((_, mark) => {
    if (least === null || mark < least) least = mark
  })
  return least
}

/** Counts the ids with each mark, the smallest mark first. */
export const countByMark = (marks: Marks): { mark: number; count: number }[] => {
  const counts = new Map<number, number>()
  marks.forEach((_, mark) => {
    counts.set(mark, (counts.get(mark) ?? 0) + 1)
  })
  return [...counts].map(([mark, count]) => ({ mark, count })).sort((a, b) => a.mark - b.mark)
}

/** Returns the ids as the parameters of a statement. @param mark - only those with this one */
export const toBytes = ({ dense, others }: Marks, mark?: number): { marks: Uint8Array; others: string } => {
  const bytes = new Uint8Array(dense.length)
  for (let id = 0; id < dense.length; id++) {
    const found = dense[id] as number
    if (mark === undefined ? found > 0 : found === mark) bytes[id] = 1
  }
  const ids = [...others].filter(([, found]) => mark === undefined || found === mark).map(([id]) => id)
  return { marks: bytes, others: JSON.stringify(ids) }
}
