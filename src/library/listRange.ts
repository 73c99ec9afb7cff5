import { type AnyColumn, type SQL, sql } from 'drizzle-orm'

/** A part of a list: the first `limit` records with ids from `from` to `to`, both included. */
export interface IdRange {
  from: number
  to: number
  limit: number
}

/** All records. */
export const allIds: IdRange = {
  from: Number.MIN_SAFE_INTEGER,
  to: Number.MAX_SAFE_INTEGER,
  limit: Number.MAX_SAFE_INTEGER,
}

/** A part of a list that is in memory. It has all positions from this one up to the `from` of the next chunk: no two have one. */
interface Chunk {
  from: number
}

/** Returns the index of the chunk to which a position belongs, by binary search; 0 for a position before all of them. */
export const findChunk = (chunks: readonly Chunk[], position: number): number => {
  let [low, high] = [0, chunks.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((chunks[middle] as Chunk).from <= position)
      low = middle // it lies between both
    else high = middle - 1
  }
  return low
}

/** The last position that belongs to a chunk. */
export const endOfChunk = (chunks: readonly Chunk[], index: number): number =>
  (chunks[index + 1]?.from ?? allIds.to + 1) - 1

/** The condition of a prepared select that is run with an `IdRange`. */
export const inIdRange = (id: AnyColumn): SQL =>
  sql`${id} between ${sql.placeholder('from')} and ${sql.placeholder('to')}`

/**
 * An integer parameter of an ordered or limited select. SQLite plans such a statement again at each run if a bare
 * parameter is its limit, or equals one of its columns. This takes up to three quarters of the time of a short select.
 * It does not do so for an expression. This one is also the type of the parameter to PostgreSQL.
 */
export const integerParameter = (name: string): SQL => sql`cast(${sql.placeholder(name)} as bigint)`

/** The limit of a prepared select that is run with an `IdRange`. */
// The type of Drizzle's limits has no expressions, but they accept them.
export const rangeLimit = integerParameter('limit') as unknown as number
