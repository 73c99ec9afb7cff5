import type { Bytes } from '../http/cachedResponse.ts'
import type { BuiltList, Chunk, ListBytes } from './chunks.ts'

/** The size of a new buffer, as a multiple of the list's size, so that a list that grows a little still fits. */
const headroom = 1.05

/** A copy of adjacent chunks that were adjacent in the former buffer, too. */
interface Move {
  from: number
  to: number
  size: number
}

/**
 * Concatenates the chunks of a list, with what surrounds them. Takes over the buffer of the former list if it is large enough,
 * and moves unchanged chunks within it: chunks whose position is the same are not copied.
 */
export const concatChunks = async (
  { prefix, chunks, suffix }: BuiltList,
  former: ListBytes | undefined,
): Promise<ListBytes> => {
  const length = chunks.reduce((sum, chunk) => sum + chunk.size, 0)
  const size = prefix.length + Math.max(0, length - 1) + suffix.length
  const source = former?.bytes ?? (former?.blob && new Uint8Array(await former.blob.arrayBuffer())) ?? new Uint8Array()
  const target: Bytes = source.length >= size ? source : new Uint8Array(Math.ceil(size * headroom))
  if (former) former.bytes = undefined

  const moves = planMoves(chunks, prefix.length - 1)
  // Within one buffer, first the moves to the left, from left to right, and then the moves to the right, from right to
  // left: in this order no move overwrites bytes that a later one reads.
  const left = moves.filter(({ from, to }) => to <= from)
  const right = moves.filter(({ from, to }) => to > from)
  for (const { from, to, size } of [...left, ...right.reverse()]) {
    if (source === target) target.copyWithin(to, from, from + size)
    else target.set(source.subarray(from, from + size), to)
  }
  let start = prefix.length - 1
  for (const chunk of chunks) {
    if (chunk.bytes) target.set(chunk.bytes, start)
    else if (chunk.size > 0) target[start] = comma
    chunk.start = start
    chunk.bytes = undefined
    start += chunk.size
  }
  target.set(prefix)
  target.set(suffix, size - suffix.length)
  return { size, bytes: target }
}

const comma = 0x2c

const planMoves = (chunks: Chunk[], start: number): Move[] => {
  const moves: Move[] = []
  let to = start
  for (const { bytes, start, size } of chunks) {
    const last = moves.at(-1)
    if (!bytes && last && last.to + last.size === to && last.from + last.size === start) last.size += size
    else if (!bytes) moves.push({ from: start, to, size })
    to += size
  }
  return moves
}
