import type { Reader } from '../database/connection.ts'
import type { IdRange } from '../database/idRange.ts'
import type { Bytes } from '../http/cachedResponse.ts'
import { compress, utf8 } from './compression.ts'
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

/** Reads the chunks of the records with ids from `first` to `to`. */
export async function* readChunks(read: Reader, source: ListSource, first: number, to: number): AsyncGenerator<Chunk> {
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

/** Compresses a chunk. Its JSON is its own, or a part of the body of the list that it was built into. */
export const compressChunk = async (chunk: Chunk, body: ListBytes | undefined) => {
  chunk.compressed ??= compress(chunk.bytes ?? (await readFromBody(chunk, body)))
  chunk.bytes = undefined
}

const readFromBody = async ({ start, size }: Chunk, body: ListBytes | undefined): Promise<Bytes> => {
  const part = body?.bytes?.slice(start, start + size)
  const bytes = part ?? new Uint8Array(await (body?.blob ?? new Blob()).slice(start, start + size).arrayBuffer())
  bytes.set(utf8.encode(','))
  return bytes
}
