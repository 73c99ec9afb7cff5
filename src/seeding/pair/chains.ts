import { yieldIfDue } from '../../base/eventLoop.ts'

/** The indexes of entries of which each one takes the record of the next one. In a circle, the last one takes that of the first. */
export interface Chain {
  indexes: readonly number[]
  /** The first and the last index. */
  start: number
  end: number
  isCircle: boolean
}

/** The number of entries that are followed before others may run. */
const entriesPerSlice = 100

/**
 * Puts entries in chains: first those with a beginning and an end, then circles.
 * @param givers - by the indexes of the entries that take the record of another one, the indexes of these. Each gives its record to one entry
 * @param others - entries that are chains of their own, unless they are part of another one
 */
export const findChains = async (
  givers: ReadonlyMap<number, number>,
  others: Iterable<number> = [],
): Promise<Chain[]> => {
  const starts = new Set([...givers.keys(), ...others])
  for (const giver of givers.values()) starts.delete(giver)
  const chains: Chain[] = []
  const followed = new Set<number>()
  for (const start of [...starts, ...givers.keys()]) {
    const indexes: number[] = []
    let end = start
    for (let index: number | undefined = start; index !== undefined && !followed.has(index); ) {
      if (followed.size % entriesPerSlice === 0) await yieldIfDue()
      followed.add(index)
      indexes.push(index)
      end = index
      index = givers.get(index)
    }
    if (indexes.length > 0) chains.push({ indexes, start, end, isCircle: !starts.has(start) })
  }
  return chains
}
