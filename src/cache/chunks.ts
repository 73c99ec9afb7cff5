import type { Reader } from '../database/connection.ts'
import type { IdRange } from '../database/idRange.ts'
import type { Bytes } from '../http/cachedResponse.ts'
import { compress, utf8 } from './compression.ts'
import type { EntityKey } from './dependencies.ts'

// A list is built from chunks of a few records. After a change only the chunks that changed are read again.

/** A list that can be read in ranges. */
export interface ListSource {
  /** Reads a range of the list, ordered by id. */
  read(read: Reader, range: IdRange): Promise<{ id: number }[]>
  /** Returns the entities that are nested in records of the list. */
  nestedIn(records: object[]): EntityKey[]
}

/** The JSON of a few records, with a comma before each record. */
export interface Chunk {
  /** The smallest id that belongs to the chunk. All ids up to the `from` of the next chunk belong to it, too. */
  from: number
  isStale: boolean
  hash: bigint
  /** The entities that are nested in its records. */
  nested: EntityKey[]
  /** The length of its JSON, in bytes. */
  size: number
  /** Its JSON, until it is copied into the body of the list. */
  bytes?: Bytes | undefined
  /**
   * Where its JSON begins in the body of the list. There the comma of the first chunk is replaced by the opening
   * bracket.
   */
  start: number
  /** Its JSON as a zstd frame, in a list that is too long to be stored uncompressed. */
  compressed?: Bytes | undefined
}

/**
 * The JSON of a whole list: as a buffer, which may be longer than `size`, or as a Blob. It has neither once a newer
 * list has taken over the buffer.
 */
export interface ListBytes {
  size: number
  bytes?: Bytes | undefined
  blob?: Blob
}

export interface BuiltList {
  chunks: Chunk[]
  /** Left out for a list that is too long to be stored uncompressed. Its chunks are compressed instead. */
  body?: ListBytes
}

/** The maximum number of records in a chunk. Reading so many takes a fraction of a millisecond. */
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

/** Marks the chunks to which these ids belong as stale. */
export const markStale = (chunks: Chunk[], ids: Iterable<number>) => {
  for (const id of ids) {
    const chunk = chunks[findChunk(chunks, id)]
    if (chunk) chunk.isStale = true
  }
}

/** Returns the index of the last chunk whose `from` is at most the id, by binary search. */
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
 * Compresses a chunk.
 * @param body - the body of its former list, which contains its JSON if the chunk itself does not
 */
export const compressChunk = async (chunk: Chunk, body: ListBytes | undefined) => {
  chunk.compressed ??= compress(chunk.bytes ?? (await readFromBody(chunk, body)))
  chunk.bytes = undefined
}

const readFromBody = async ({ start, size }: Chunk, body: ListBytes | undefined): Promise<Bytes> => {
  const part = body?.bytes?.slice(start, start + size)
  const bytes = part ?? new Uint8Array(await (body?.blob ?? new Blob()).slice(start, start + size).arrayBuffer())
  // In the body, the first chunk begins with the opening bracket.
  bytes.set(utf8.encode(','))
  return bytes
}
