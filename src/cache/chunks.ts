import type { Reader } from '../database/connection.ts'
import { allIds, type IdRange } from '../database/idRange.ts'
import { createYielder } from '../eventLoop.ts'
import { type Bytes, compress, decompress, utf8 } from './compression.ts'
import { concatChunks } from './concatChunks.ts'
import type { EntityKey } from './dependencies.ts'

// A list is built from chunks of a few records. After a change only the chunks that changed are read again.

/** How a list is read. */
export interface ListSource {
  /** Reads a range of the list, ordered by id. */
  read(read: Reader, range: IdRange): Promise<{ id: number }[]>
  /** The entities that are nested in records. */
  nestedIn(records: object[]): EntityKey[]
}

/** The JSON of a few records, with a comma before each record. */
export interface Chunk {
  /** The smallest id that belongs to the chunk. It extends to the `from` of the next chunk. */
  from: number
  isStale: boolean
  hash: bigint
  /** The entities that are nested in its records. */
  nested: EntityKey[]
  /** The length of its JSON, in bytes. */
  size: number
  /** Its JSON, until it is copied into the body of the list. There it begins at `start`, and the first comma is a bracket. */
  bytes?: Bytes | undefined
  start: number
  /** Its JSON as a zstd frame, in a list that is too long to be kept uncompressed. */
  compressed?: Bytes | undefined
}

/** The JSON of a whole list: as a buffer, which may be longer than `size`, or as a Blob. */
export interface ListBytes {
  size: number
  bytes?: Bytes | undefined
  blob?: Blob
}

export interface BuiltList {
  chunks: Chunk[]
  /** Left out for a list that is too long to be kept uncompressed. Its chunks are compressed instead. */
  body?: ListBytes
}

/** Records per chunk: reading a chunk takes a fraction of a millisecond. */
const recordsPerChunk = 16

/** How long a list is built before other requests have their turn, in milliseconds. */
const sliceMs = 0.2

const unbuilt: BuiltList = {
  chunks: [{ from: allIds.from, isStale: true, hash: 0n, nested: [], size: 0, start: 0 }],
}

/** Marks the chunks of these ids as stale. */
export const markStale = (chunks: Chunk[], ids: Iterable<number>) => {
  for (const id of ids) {
    const chunk = chunks[findChunk(chunks, id)]
    if (chunk) chunk.isStale = true
  }
}

/** The index of the last chunk whose `from` is at most the id, by binary search. */
const findChunk = (chunks: Chunk[], id: number): number => {
  let [low, high] = [0, chunks.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((chunks[middle]?.from ?? id) <= id) low = middle
    else high = middle - 1
  }
  return low
}

/**
 * Builds a list. Reuses the fresh chunks of a former build; returns the former build itself when all are fresh. Yields to
 * the event loop between chunks.
 * @param maxBytes - the longest list that is kept uncompressed, in bytes
 * @param changedNested - the entities nested in its records that changed since the former build
 */
export const rebuild = async (
  read: Reader,
  source: ListSource,
  maxBytes: number,
  former = unbuilt,
  changedNested: ReadonlySet<EntityKey> = new Set(),
): Promise<BuiltList> => {
  // Decided before the first await: a later commit marks chunks as stale, too, but this list shows the state in which
  // the transaction of `read` began.
  const plan = former.chunks.map((chunk, index) => ({
    chunk,
    isStale: chunk.isStale || (changedNested.size > 0 && chunk.nested.some((key) => changedNested.has(key))),
    to: (former.chunks[index + 1]?.from ?? allIds.to + 1) - 1,
  }))
  if (!plan.some(({ isStale }) => isStale)) return former

  const yieldIfDue = createYielder(sliceMs)
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
    for await (const newChunk of readChunks(read, source, chunk.from, to)) {
      add(newChunk)
      if (size > maxBytes) await compressChunk(newChunk, former.body)
      await yieldIfDue()
    }
  }
  // A record with a smaller id than all others would belong to the first chunk.
  if (chunks[0]) chunks[0].from = allIds.from

  for (const chunk of chunks) {
    if (size > maxBytes) await compressChunk(chunk, former.body)
    else if (chunk.compressed) {
      chunk.bytes = decompress(chunk.compressed)
      chunk.compressed = undefined
    }
    await yieldIfDue()
  }
  if (chunks.length === 0) chunks.push(...unbuilt.chunks)
  return size > maxBytes ? { chunks } : { chunks, body: await concatChunks(chunks, former.body) }
}

async function* readChunks(read: Reader, source: ListSource, first: number, to: number): AsyncGenerator<Chunk> {
  for (let from = first; ; ) {
    const records = await source.read(read, { from, to, limit: recordsPerChunk })
    const last = records.at(-1)
    if (!last) return
    const bytes = utf8.encode(`,${JSON.stringify(records).slice(1, -1)}`)
    const hash = Bun.hash.xxHash64(bytes)
    yield { from, isStale: false, hash, nested: source.nestedIn(records), size: bytes.length, bytes, start: 0 }
    if (records.length < recordsPerChunk) return
    from = last.id + 1
  }
}

const compressChunk = async (chunk: Chunk, body: ListBytes | undefined) => {
  chunk.compressed ??= compress(chunk.bytes ?? (await readFromBody(chunk, body)))
  chunk.bytes = undefined
}

const readFromBody = async ({ start, size }: Chunk, body: ListBytes | undefined): Promise<Bytes> => {
  const part = body?.bytes?.slice(start, start + size)
  const bytes = part ?? new Uint8Array(await (body?.blob ?? new Blob()).slice(start, start + size).arrayBuffer())
  bytes.set(utf8.encode(','))
  return bytes
}
