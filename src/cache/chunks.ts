import type { StoredRecord } from '../catalogue/store.ts'
import type { Bytes } from '../http/cachedResponse.ts'
import type { Reader } from '../library/connection.ts'
import { findChunk, type IdRange } from '../library/listRange.ts'
import type { EntityKey } from './dependencies.ts'

export const utf8 = new TextEncoder()

/** Compresses to one zstd frame. A sequence of frames decompresses to the sequence of their contents. */
export const compress = (bytes: Bytes): Bytes => Bun.zstdCompressSync(bytes, { level: 1 }) as Bytes // never a SharedArrayBuffer

export const decompress = (frame: Bytes): Bytes => Bun.zstdDecompressSync(frame) as Bytes // never a SharedArrayBuffer

// A list is built from chunks of a few records. After a change only the chunks that changed are read again. They are not those of
// `search/nameIndex/`: these have JSON, which is sent and then given up to the buffer of the whole list, while those have names, which every search reads.

/** A part of a list. */
interface Page {
  records: StoredRecord[]
  /** The position of each record. */
  positions: number[]
}

/** A part of a list that is ordered by id. */
export const pageById = (records: StoredRecord[]): Page => ({ records, positions: records.map(({ id }) => id) })

/**
 * A list that can be read in ranges of positions. A position is a whole number that increases along the list: in most
 * lists the id of the record.
 */
export interface ListSource {
  /** Reads a range of the list, in the order of the list. */
  read(read: Reader, range: IdRange): Promise<Page>
  /** Returns the entities that are nested in records of the list. */
  nestedIn(records: StoredRecord[]): EntityKey[]
}

/** The JSON of a few records, with a comma before each record. */
export interface Chunk {
  /**
   * The smallest position that belongs to the chunk. All positions up to the `from` of the next chunk belong to it, too.
   */
  from: number
  isStale: boolean
  /** The hash of each record's JSON. */
  hashes: BigUint64Array
  /** The entities that are nested in its records. */
  nested: EntityKey[]
  /** The length of its JSON, in bytes. */
  size: number
  /** Its JSON, until it is copied into the body of the list. */
  bytes?: Bytes | undefined
  /**
   * Where its JSON begins in the body of the list. There the comma of the first chunk is replaced by the last byte of
   * the prefix.
   */
  start: number
  /** Its JSON as a zstd frame, in a list that is too long to be stored uncompressed. */
  compressed?: Bytes | undefined
}

/** The JSON that surrounds the records. The prefix ends with the opening bracket of the array. */
export interface Surroundings {
  prefix: string
  suffix: string
}

/** A list is a JSON array. */
export const arrayBrackets: Surroundings = { prefix: '[', suffix: ']' }

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
  prefix: Bytes
  chunks: Chunk[]
  suffix: Bytes
  /** Left out for a list that is too long to be stored uncompressed. Its chunks are compressed instead. */
  body?: ListBytes
}

/** The maximum number of records in a chunk. Reading so many takes a fraction of a millisecond. */
const recordsPerChunk = 16

/**
 * Reads the chunks of the records with positions from `first` to `to`.
 * @param chunksPerSelect - how many chunks one select reads
 */
export async function* readChunks(
  read: Reader,
  source: ListSource,
  first: number,
  to: number,
  chunksPerSelect: number,
): AsyncGenerator<Chunk> {
  const limit = recordsPerChunk * chunksPerSelect
  for (let from = first; ; ) {
    const page = await source.read(read, { from, to, limit })
    for (let start = 0; start < page.records.length; start += recordsPerChunk) {
      const end = start + recordsPerChunk
      yield createChunk(source, from, page.records.slice(start, end))
      // The next one begins behind the last record of this one.
      from = (page.positions[Math.min(end, page.positions.length) - 1] ?? from) + 1
    }
    if (page.records.length < limit) return
  }
}

const createChunk = (source: ListSource, from: number, records: StoredRecord[]): Chunk => {
  const texts = records.map((record) => JSON.stringify(record))
  const hashes = BigUint64Array.from(texts, (text) => Bun.hash.xxHash64(text))
  const bytes = utf8.encode(`,${texts.join()}`)
  return { from, isStale: false, hashes, nested: source.nestedIn(records), size: bytes.length, bytes, start: 0 }
}

/**
 * The hash of a list's content. It is made of the hashes of the records, since the boundaries between chunks depend on
 * the changes that led to the content.
 */
export const listHashOf = ({ prefix, chunks }: BuiltList): bigint => {
  const hashes = new BigUint64Array(chunks.reduce((count, chunk) => count + chunk.hashes.length, 1))
  hashes[0] = Bun.hash.xxHash64(prefix)
  let index = 1
  for (const chunk of chunks) {
    hashes.set(chunk.hashes, index)
    index += chunk.hashes.length
  }
  return Bun.hash.xxHash64(hashes)
}

/** Marks the chunks to which these positions belong as stale. */
export const markStale = (chunks: Chunk[], positions: Iterable<number>) => {
  for (const position of positions) {
    const chunk = chunks[findChunk(chunks, position)]
    if (chunk) chunk.isStale = true
  }
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
  // In the body, the first chunk begins with the last byte of the prefix.
  bytes.set(utf8.encode(','))
  return bytes
}
