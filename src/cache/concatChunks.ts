import type { Bytes } from './bytes.ts'
import type { Body, Piece } from './chunks.ts'

/** Room for a list to grow in, as a part of it. */
const slack = 1.05

/** Neighbouring pieces that are neighbours in an earlier list, too: where they were, where they go, how long they are. */
interface Run {
  from: number
  to: number
  size: number
}

/**
 * Lays the pieces of a list one after another, brackets around them. What is in an earlier list is moved within its
 * memory where that is large enough, so that what didn't change costs next to nothing.
 */
export const layOut = async (pieces: Piece[], old: Body | undefined): Promise<Body> => {
  const length = pieces.reduce((sum, piece) => sum + piece.size, 0)
  const size = length === 0 ? 2 : length + 1
  const source = old?.bytes ?? (old?.blob && new Uint8Array(await old.blob.arrayBuffer())) ?? new Uint8Array()
  const target: Bytes = source.length >= size ? source : new Uint8Array(Math.ceil(size * slack))
  if (old) old.bytes = undefined

  const runs = runsOf(pieces)
  // Within one memory nothing may be written over before it has been moved itself.
  const [left, right] = [runs.filter(({ from, to }) => to <= from), runs.filter(({ from, to }) => to > from)]
  for (const { from, to, size } of [...left, ...right.reverse()]) {
    if (source === target) target.copyWithin(to, from, from + size)
    else target.set(source.subarray(from, from + size), to)
  }
  let start = 0
  for (const piece of pieces) {
    if (piece.bytes) target.set(piece.bytes, start)
    else if (piece.size > 0) target[start] = comma
    piece.start = start
    piece.bytes = undefined
    start += piece.size
  }
  target[0] = opening
  target[size - 1] = closing
  return { size, bytes: target }
}

const [opening, comma, closing] = [0x5b, 0x2c, 0x5d]

const runsOf = (pieces: Piece[]): Run[] => {
  const runs: Run[] = []
  let to = 0
  for (const { bytes, start, size } of pieces) {
    const last = runs.at(-1)
    if (!bytes && last && last.to + last.size === to && last.from + last.size === start) last.size += size
    else if (!bytes) runs.push({ from: start, to, size })
    to += size
  }
  return runs
}
