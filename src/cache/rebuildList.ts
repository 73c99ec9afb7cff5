import { yieldIfDue } from '../base/eventLoop.ts'
import type { Bytes } from '../http/cachedResponse.ts'
import type { Reader } from '../library/connection.ts'
import { allIds, endOfChunk } from '../library/listRange.ts'
import {
  arrayBrackets,
  type BuiltList,
  type Chunk,
  compressChunk,
  decompress,
  type ListBytes,
  type ListSource,
  readChunks,
  type Surroundings,
  utf8,
} from './chunks.ts'
import type { EntityKey } from './dependencies.ts'

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
const concatChunks = async (
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

/** The one chunk of a list without records. */
const emptyChunk = (): Chunk => ({
  from: allIds.from,
  isStale: false,
  hashes: new BigUint64Array(),
  nested: [],
  size: 0,
  start: 0,
})

const unbuilt: Pick<BuiltList, 'chunks' | 'body'> = { chunks: [{ ...emptyChunk(), isStale: true }] }

interface RebuildOptions {
  /** The maximum size of a list that is not compressed, in bytes. */
  maxBytes: number
  /** How many chunks one select reads; 1 by default. */
  chunksPerSelect?: number
  /** What surrounds the records; the brackets of an array by default. */
  surroundings?: Surroundings
  /** The former build of the same list. */
  former?: BuiltList | undefined
  /** The entities nested in its records that changed since the former build. */
  changedNested?: ReadonlySet<EntityKey> | undefined
}

/**
 * Builds a list in slices: yields to the event loop between chunks. Reuses the fresh chunks of a former build; returns
 * the former build itself when all are fresh.
 */
export const rebuildList = async (read: Reader, source: ListSource, options: RebuildOptions): Promise<BuiltList> => {
  const { maxBytes, chunksPerSelect = 1, surroundings = arrayBrackets, changedNested = new Set() } = options
  const former = options.former ?? unbuilt
  // Decided before the first await: later commits mark chunks as stale, too, but the transaction of `read` does not see
  // these commits.
  const plan = former.chunks.map((chunk, index) => ({
    chunk,
    isStale: chunk.isStale || (changedNested.size > 0 && chunk.nested.some((key) => changedNested.has(key))),
    to: endOfChunk(former.chunks, index),
  }))
  if (options.former && !plan.some(({ isStale }) => isStale)) return options.former

  const chunks: Chunk[] = []
  let size = 0
  const add = (chunk: Chunk) => {
    size += chunk.size
    chunks.push(chunk)
  }
  for (const { chunk, isStale, to } of plan) {
    if (!isStale) {
      add(chunk)
      continue
    }
    for await (const newChunk of readChunks(read, source, chunk.from, to, chunksPerSelect)) {
      add(newChunk)
      if (size > maxBytes) await compressChunk(newChunk, former.body)
      await yieldIfDue()
    }
  }
  // A record with a smaller position than all others would belong to the first chunk.
  if (chunks[0]) chunks[0].from = allIds.from

  for (const chunk of chunks) {
    if (size > maxBytes) await compressChunk(chunk, former.body)
    else if (chunk.compressed) {
      chunk.bytes = decompress(chunk.compressed)
      chunk.compressed = undefined
    }
    await yieldIfDue()
  }
  if (chunks.length === 0) chunks.push(emptyChunk())
  const list = { prefix: utf8.encode(surroundings.prefix), chunks, suffix: utf8.encode(surroundings.suffix) }
  return size > maxBytes ? list : { ...list, body: await concatChunks(list, former.body) }
}
