import type { Reader } from '../database/connection.ts'
import { allIds } from '../database/idRange.ts'
import { createYielder } from '../eventLoop.ts'
import { type BuiltList, type Chunk, compressChunk, type ListSource, readChunks } from './chunks.ts'
import { decompress } from './compression.ts'
import { concatChunks } from './concatChunks.ts'
import type { EntityKey } from './dependencies.ts'

/** How long a list is built before the build yields to the event loop, in milliseconds. */
const sliceMs = 0.2

const unbuilt: BuiltList = {
  chunks: [{ from: allIds.from, isStale: true, hash: 0n, nested: [], size: 0, start: 0 }],
}

/**
 * Builds a list. Reuses the fresh chunks of a former build; returns the former build itself when all are fresh. Yields
 * to the event loop between chunks.
 * @param maxBytes - the maximum size of a list that is not compressed, in bytes
 * @param changedNested - the entities nested in its records that changed since the former build
 */
export const rebuildList = async (
  read: Reader,
  source: ListSource,
  maxBytes: number,
  former = unbuilt,
  changedNested: ReadonlySet<EntityKey> = new Set(),
): Promise<BuiltList> => {
  // Decided before the first await: later commits mark chunks as stale, too, but the transaction of `read` does not see
  // these commits.
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
