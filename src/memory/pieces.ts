import type { Reader } from '../database/connection.ts'
import { everything, type Stretch } from '../database/stretch.ts'
import type { Content } from '../http/answer.ts'
import { breather } from './breather.ts'

// A long list in pieces of a few records: it is made a piece at a time, and after a change only what changed is made again.

/** Reads a stretch of a list, by id. */
export type Page = (read: Reader, stretch: Stretch) => Promise<{ id: number }[]>

export interface Piece {
  /** The least id that belongs in it. It goes on to where the next one begins. */
  from: number
  /** Whether it has to be made again. */
  stale: boolean
  hash: bigint
  /** Of its JSON, a comma before each record, in bytes. */
  size: number
  /** Where that begins in the whole, which has a bracket for its first comma. */
  start: number
  /** Compressed, in a list that is too long to keep whole. */
  packed?: Uint8Array<ArrayBuffer>
}

/** A list and what it takes to make it again. */
export interface Assembled {
  pieces: Piece[]
  /** Missing in one that is kept packed. */
  whole?: Blob
}

/** How many records make a piece: it takes about a third of a millisecond. */
const records = 32

/** How long a list is made before others have their turn, in milliseconds. */
const turn = 0.3

/** Nothing but the need to be made. */
const blank: Assembled = { pieces: [{ from: everything.from, stale: true, hash: 0n, size: 0, start: 0 }] }

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
 * Makes a list, from what is still good of an earlier one. Others have their turn in between.
 * @param most - the longest list that is kept whole, in bytes
 */
export const assemble = async (read: Reader, page: Page, most: number, old = blank): Promise<Assembled> => {
  // Later changes mark pieces, too, but this list is of the moment when `read` began.
  const plan = old.pieces.map((piece, at) => ({
    piece,
    stale: piece.stale,
    to: (old.pieces[at + 1]?.from ?? everything.to + 1) - 1,
  }))
  const breathe = breather(turn)
  const pieces: Piece[] = []
  const fresh = new Map<Piece, Uint8Array<ArrayBuffer>>()
  let size = 0
  const add = (piece: Piece) => {
    size += piece.size
    pieces.push(piece)
  }
  for (const { piece, stale, to } of plan) {
    if (!stale) add(piece)
    else {
      for await (const [made, bytes] of cut(read, page, piece.from, to)) {
        add(made)
        if (size > most) made.packed = pack(bytes)
        else fresh.set(made, bytes)
        await breathe()
      }
    }
  }
  // Whatever comes before the first record would belong to its piece.
  if (pieces[0]) pieces[0].from = everything.from
  else pieces.push({ ...blank.pieces[0], stale: false } as Piece)

  if (size <= most) return { pieces, whole: await joined(pieces, fresh, old.whole) }
  for (const piece of pieces) {
    piece.packed ??= pack(fresh.get(piece) ?? (await bytesOf(piece, old.whole)))
    await breathe()
  }
  return { pieces }
}

/** The pieces of a stretch. */
async function* cut(read: Reader, page: Page, first: number, to: number) {
  for (let from = first; ; ) {
    const rows = await page(read, { from, to, most: records })
    const last = rows.at(-1)
    if (!last) return
    const bytes = utf8.encode(`,${JSON.stringify(rows).slice(1, -1)}`)
    const piece: Piece = { from, stale: false, hash: Bun.hash.xxHash64(bytes), size: bytes.length, start: 0 }
    yield [piece, bytes] as const
    if (rows.length < records) return
    from = last.id + 1
  }
}

const utf8 = new TextEncoder()

/** Puts pieces together, and notes where each of them is. Neighbours that were neighbours before are copied in one go. */
const joined = async (pieces: Piece[], fresh: Map<Piece, Uint8Array<ArrayBuffer>>, old: Blob | undefined) => {
  const parts: (Blob | Uint8Array<ArrayBuffer> | string)[] = []
  let [start, copyFrom, copyTo] = [0, 0, 0]
  const copy = () => {
    if (old && copyTo > copyFrom) parts.push(old.slice(copyFrom, copyTo))
    copyFrom = copyTo = 0
  }
  for (const piece of pieces) {
    const bytes = fresh.get(piece) ?? (piece.packed && unpack(piece.packed))
    const comma = start === 0 ? '[' : ','
    if (piece.size === 0) continue
    if (bytes) {
      copy()
      parts.push(comma, bytes.subarray(1))
    } else if (copyTo > 0 && copyTo === piece.start) copyTo += piece.size
    else {
      copy()
      parts.push(comma)
      copyFrom = piece.start + 1
      copyTo = piece.start + piece.size
    }
    piece.start = start
    delete piece.packed
    start += piece.size
  }
  copy()
  return new Blob([...parts, start === 0 ? '[]' : ']'])
}

const bytesOf = async (piece: Piece, whole: Blob | undefined) => {
  const bytes = (await whole?.slice(piece.start, piece.start + piece.size).bytes()) ?? new Uint8Array()
  bytes.set(utf8.encode(','))
  return bytes
}

const pack = (bytes: Uint8Array<ArrayBuffer>) => new Uint8Array(Bun.zstdCompressSync(bytes, { level: 1 }))
const unpack = (bytes: Uint8Array<ArrayBuffer>) => new Uint8Array(Bun.zstdDecompressSync(bytes))

/** How much is put into a stream before others have their turn, in bytes. */
const portion = 262_144

/** A list that is kept packed, as something to send: unpacked on the way, or as it is to who takes zstd. */
export const packedContent = (pieces: Piece[]): Content => {
  const frames = pieces.flatMap(({ packed }) => packed ?? [])
  const opened = (first: Uint8Array<ArrayBuffer>) => {
    const bytes = unpack(first)
    bytes.set(utf8.encode('['))
    return bytes
  }
  const plain = () => streamOf(frames, (frame, at) => (at === 0 ? opened(frame) : unpack(frame)), utf8.encode(']'))
  const zstd = () => streamOf(frames, (frame, at) => (at === 0 ? pack(opened(frame)) : frame), pack(utf8.encode(']')))
  return {
    plain,
    coded: (coding) => (coding === 'zstd' ? zstd() : plain().pipeThrough(new CompressionStream('gzip'))),
    size: frames.reduce((size, frame) => size + frame.length + 300, 0),
  }
}

type Bytes = Uint8Array<ArrayBuffer>

const streamOf = (frames: Bytes[], form: (frame: Bytes, at: number) => Bytes, end: Bytes) => {
  let at = 0
  return new ReadableStream<Bytes>({
    pull: async (controller) => {
      // A stream that always has more at once would be read to its end before anybody else is served.
      await new Promise<void>((resolve) => setImmediate(resolve))
      for (let size = 0; size < portion; at++) {
        const frame = frames[at]
        const bytes = frame ? form(frame, at) : end
        controller.enqueue(bytes)
        if (!frame) return controller.close()
        size += bytes.length
      }
    },
  })
}
