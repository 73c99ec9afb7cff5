import { mapValues } from '../../base/objects.ts'
import { type Change, type TrackedTable, untracked } from '../../library/changes.ts'
import type { Reader } from '../../library/connection.ts'
import type { Database } from '../../library/database.ts'
import { allIds, endOfChunk, findChunk } from '../../library/listRange.ts'
import { type LongWork, SharedWork } from '../../library/longWork.ts'
import { type Chunk, readChunks, unreadChunk } from './chunk.ts'
import type { ChunkSource } from './source.ts'

// The names of all records in memory, and what the records refer to, so that a word is found in all of them in a few milliseconds. They are
// read at the first search. After a commit only the chunks with changed records are read again, at the next search that needs them.
// Searches do not share a build as the lists of `cache/builds.ts` do: each goes on in its own snapshot with the names that it has read, so what another
// one reads is right for it only but for the changes between both.

/** The chunks of a kind, as one search uses them. */
export interface NameReader<Kind extends string> {
  /** Reads what is not in memory, and returns all chunks in the order of the ids. */
  chunks(kind: Kind): Promise<readonly Chunk[]>
}

export interface NameIndexDeps {
  database: Pick<Database, 'longSnapshot' | 'onCommit' | 'externalVersion' | 'chunksPerSelect'>
  tracked: readonly TrackedTable[]
}

/** @param sources - where the records of each kind are, by the kind of their changes */
export const createNameIndex = <Kind extends string>(
  { database, tracked }: NameIndexDeps,
  sources: Record<Kind, ChunkSource>,
) => {
  const { longSnapshot, externalVersion, chunksPerSelect } = database
  const lists: Record<Kind, ChunkList> = mapValues<Kind, ChunkSource, ChunkList>(sources, createChunkList)
  const clear = () => {
    for (const list of Object.values<ChunkList>(lists)) list.clear()
  }
  const onCommit = (changes: readonly Change[]) => {
    for (const { kind, id } of changes) {
      if (kind === untracked) clear()
      else if (Object.hasOwn(lists, kind)) lists[kind as Kind].markStale(id)
    }
  }
  database.onCommit(tracked, { onCommit, onError: clear })
  let knownVersion = externalVersion.read()

  return {
    /** Runs a search in a snapshot, with the names as the snapshot has them. */
    snapshot: <Result>(
      work: LongWork,
      run: (read: Reader, names: NameReader<Kind>) => Promise<Result>,
    ): Promise<Result> => {
      const versionBefore = externalVersion.read()
      // Other searches may wait for the names that this one reads.
      const shared = new SharedWork(work)
      return longSnapshot(shared, async (read) => {
        // Nothing was awaited since the transaction began: the listener knows exactly those commits of this process that it sees.
        const version = externalVersion.read()
        if (version !== knownVersion) clear()
        knownVersion = version
        // If another program has committed meanwhile, it is not known whether the transaction sees it.
        const isShared = version === versionBefore
        const loads = mapValues<Kind, ChunkList, Load>(lists, (list) => list.begin(isShared))
        try {
          return await run(read, { chunks: (kind) => loads[kind].read(read, chunksPerSelect, shared) })
        } finally {
          for (const load of Object.values<Load>(loads)) load.end()
        }
      })
    },
  }
}

/** What one search has of a list of chunks. */
interface Load {
  /** @param work - the work of the search */
  read(read: Reader, chunksPerSelect: number, work: SharedWork): Promise<readonly Chunk[]>
  end(): void
}

interface ChunkList {
  markStale(id: number): void
  clear(): void
  /** Begins a load. The chunks that are not stale now are those of its snapshot. */
  begin(isShared: boolean): Load
}

/** The ids of the records that have changed since a load began. */
interface Changes {
  ids: number[]
}

/** Returns the chunks to which ids belong. */
const chunksOf = (list: readonly Chunk[], ids: readonly number[]): Chunk[] =>
  ids.map((id) => list[findChunk(list, id)] as Chunk) // a list has chunks for all ids

const createChunkList = (source: ChunkSource): ChunkList => {
  const unread = () => [unreadChunk(allIds.from)]
  let chunks: readonly Chunk[] = unread()
  /** Those of the loads whose chunks may be stored. */
  const loads = new Set<Changes>()
  /** The load that was the last one to begin to read. */
  let reading: { changes: Changes; work: SharedWork; filled: Promise<readonly Chunk[]> } | undefined

  const markIn = (list: readonly Chunk[], ids: readonly number[]) => {
    for (const chunk of chunksOf(list, ids)) chunk.isStale = true
  }

  return {
    markStale: (id) => {
      markIn(chunks, [id])
      for (const { ids } of loads) ids.push(id)
    },
    clear: () => {
      chunks = unread()
      loads.clear()
    },
    begin: (isShared) => {
      const known = chunks
      const staleOnes = known.filter(({ isStale }) => isStale)
      const changes: Changes = { ids: [] }
      const isLoad = isShared && staleOnes.length > 0
      // What another load reads is right for this one, except for what has changed between the beginnings of both.
      const other = isLoad && reading && loads.has(reading.changes) ? reading : undefined
      const changedBetween = other?.changes.ids.length
      if (isLoad) loads.add(changes)

      const fill = async (read: Reader, chunksPerSelect: number, work: SharedWork) => {
        other?.work.add(work)
        const ofOther = await other?.filled.catch(() => undefined)
        const former = ofOther ?? known
        const stale = new Set(
          ofOther && other ? chunksOf(ofOther, other.changes.ids.slice(0, changedBetween)) : staleOnes,
        )
        const filled: Chunk[] = []
        for (const [index, chunk] of former.entries()) {
          const range = { from: chunk.from, to: endOfChunk(former, index) }
          if (!stale.has(chunk)) filled.push(chunk)
          else filled.push(...(await readChunks(read, source, range, chunksPerSelect)))
        }
        if (loads.delete(changes)) {
          markIn(filled, changes.ids)
          chunks = filled
        }
        return filled
      }
      let filled: Promise<readonly Chunk[]> | undefined
      return {
        read: (read, chunksPerSelect, work) => {
          if (filled) return filled
          filled = staleOnes.length === 0 ? Promise.resolve(known) : fill(read, chunksPerSelect, work)
          if (loads.has(changes)) reading = { changes, work, filled }
          return filled
        },
        end: () => {
          loads.delete(changes)
          if (reading?.changes === changes) reading = undefined
        },
      }
    },
  }
}
