import { yieldIfDue } from '../base/eventLoop.ts'
import type { Reader } from '../library/connection.ts'
import { allIds } from '../library/idRange.ts'
import {
  arrayBrackets,
  type BuiltList,
  type Chunk,
  compressChunk,
  decompress,
  type ListSource,
  readChunks,
  type Surroundings,
} from './chunks.ts'
import { concatChunks } from './concatChunks.ts'
import type { EntityKey } from './dependencies.ts'

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
    to: (former.chunks[index + 1]?.from ?? allIds.to + 1) - 1,
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
  const list = { ...surroundings, chunks }
  return size > maxBytes ? list : { ...list, body: await concatChunks(list, former.body) }
}
