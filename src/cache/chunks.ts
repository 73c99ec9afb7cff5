import type { Reader } from '../database/connection.ts'
import { allIds, type IdRange } from '../database/idRange.ts'
import { breather } from './breather.ts'
import { type Bytes, pack, unpack, utf8 } from './bytes.ts'
import { layOut } from './concatChunks.ts'
import { type Key, nestedIn } from './dependencies.ts'

// A long list in pieces of a few records: it is made a piece at a time, and after a change only what changed is made again.

/** Reads a stretch of a list, by id. */
export type Listing = (read: Reader, stretch: IdRange) => Promise<{ id: number }[]>

/** The JSON of a few records, a comma before each of them. */
export interface Piece {
  /** The least id that belongs in it. It goes on to where the next one begins. */
  from: number
  /** Whether it has to be made again. */
  stale: boolean
  hash: bigint
  /** What nests in its records. */
  nested: Key[]
  /** In bytes. */
  size: number
  /** Its bytes, until it is part of a whole: then they are there, at `start`, with a bracket for the list's first comma. */
  bytes?: Bytes | undefined
  start: number
  /** Its bytes, compressed, in a list that is too long to be kept whole. */
  packed?: Bytes | undefined
}

/** A whole list, as bytes that may have more room, or as a Blob. */
export interface Body {
  size: number
  bytes?: Bytes | undefined
  blob?: Blob
}

/** A list and what it takes to make it again. */
export interface Assembled {
  pieces: Piece[]
  /** What the pieces are parts of. A list that is too long to be kept whole has none, and its pieces are packed. */
  body?: Body
}

/** How many records make a piece: it takes a fraction of a millisecond. */
const records = 16

/** How long a list is made before others have their turn, in milliseconds. */
const turn = 0.2

/** Nothing but the need to be made. */
const blank: Assembled = {
  pieces: [{ from: allIds.from, stale: true, hash: 0n, nested: [], size: 0, start: 0 }],
}

/** Marks what has to be made again for records with these ids. */
export const spoil = (pieces: Piece[], ids: Iterable<number>) => {
  for (const id of ids) {
    const piece = pieces[pieceOf(pieces, id)]
    if (piece) piece.stale = true
  }
}

/** The last piece that begins at or before an id. */
const pieceOf = (pieces: Piece[], id: number): number => {
  let [low, high] = [0, pieces.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((pieces[middle]?.from ?? id) <= id) low = middle
    else high = middle - 1
  }
  return low
}

/**
 * Makes a list, from what is still good of an earlier one: all of it, if nothing has to be made again. Others have their
 * turn in between.
 * @param most - the longest list that is kept whole, in bytes
 * @param changed - what has changed of all that may nest in its records
 */
export const assemble = async (
  read: Reader,
  listing: Listing,
  most: number,
  old = blank,
  changed: ReadonlySet<Key> = new Set(),
): Promise<Assembled> => {
  // Later changes mark pieces, too, but this list is of the moment when `read` began.
  const plan = old.pieces.map((piece, at) => ({
    piece,
    stale: piece.stale || (changed.size > 0 && piece.nested.some((key) => changed.has(key))),
    to: (old.pieces[at + 1]?.from ?? allIds.to + 1) - 1,
  }))
  if (!plan.some(({ stale }) => stale)) return old
  const breathe = breather(turn)
  const pieces: Piece[] = []
  let size = 0
  const add = (piece: Piece) => {
    size += piece.size
    pieces.push(piece)
  }
  for (const { piece, stale, to } of plan) {
    if (!stale) add(piece)
    else {
      for await (const made of cut(read, listing, piece.from, to)) {
        add(made)
        if (size > most) await packUp(made, old.body)
        await breathe()
      }
    }
  }
  // Whatever comes before the first record would belong to its piece.
  if (pieces[0]) pieces[0].from = allIds.from

  for (const piece of pieces) {
    if (size > most) await packUp(piece, old.body)
    else if (piece.packed) {
      piece.bytes = unpack(piece.packed)
      piece.packed = undefined
    }
    await breathe()
  }
  if (pieces.length === 0) pieces.push(...blank.pieces)
  return size > most ? { pieces } : { pieces, body: await layOut(pieces, old.body) }
}

/** The pieces of a stretch. */
async function* cut(read: Reader, listing: Listing, first: number, to: number): AsyncGenerator<Piece> {
  for (let from = first; ; ) {
    const rows = await listing(read, { from, to, limit: records })
    const last = rows.at(-1)
    if (!last) return
    const bytes = utf8.encode(`,${JSON.stringify(rows).slice(1, -1)}`)
    const hash = Bun.hash.xxHash64(bytes)
    yield { from, stale: false, hash, nested: nestedIn(rows), size: bytes.length, bytes, start: 0 }
    if (rows.length < records) return
    from = last.id + 1
  }
}

const packUp = async (piece: Piece, body: Body | undefined) => {
  piece.packed ??= pack(piece.bytes ?? (await bytesIn(piece, body)))
  piece.bytes = undefined
}

const bytesIn = async ({ start, size }: Piece, body: Body | undefined): Promise<Bytes> => {
  const part = body?.bytes?.slice(start, start + size)
  const bytes = part ?? new Uint8Array(await (body?.blob ?? new Blob()).slice(start, start + size).arrayBuffer())
  bytes.set(utf8.encode(','))
  return bytes
}
