import type { StoredRecord } from '../catalogue/store.ts'
import { type CachedResponse, createResponse, createTextResponse } from '../http/cachedResponse.ts'
import type { Reader } from '../library/connection.ts'
import type { Database } from '../library/database.ts'
import { allIds } from '../library/listRange.ts'
import type { LongWork } from '../library/longWork.ts'
import { createBuilds } from './builds.ts'
import { maxCheckedDependencies } from './changeTracker.ts'
import { type ListSource, listHashOf, type Surroundings } from './chunks.ts'
import type { EntityKey } from './dependencies.ts'
import { listBody } from './listBody.ts'
import { rebuildList } from './rebuildList.ts'

/** What surrounds the list of a response. */
interface ResponseSurroundings extends Surroundings {
  /** The entities that the response depends on, whatever records the list has. */
  dependencies: readonly EntityKey[]
}

/**
 * A response with a list that may be long, such as an album with its tracks. No part of it is kept for the next build:
 * `listCache.ts` does so for the lists of resources.
 */
export interface LongResponseSource {
  /** Runs the selects of a short list. */
  readShort: Database['snapshot']
  readSurroundings(read: Reader): Promise<ResponseSurroundings>
  readPage: ListSource['read']
  /** The entities that the response depends on because of these records of the list. */
  dependenciesOf(records: StoredRecord[]): Iterable<EntityKey>
}

/** Where a response is cached. */
interface Store {
  /** Returns the response, if it is cached and fresh. */
  find(): CachedResponse | undefined
  /** @param version - the version of the state that the response was read from */
  store(response: CachedResponse, version: number, dependencies: EntityKey[]): void
}

interface LongResponsesOptions {
  database: Database
  /** Returns the version of the last commit. */
  version: () => number
  /** Clears the cache if another program has changed the file. */
  checkExternalVersion: () => void
}

/**
 * Lists up to this size, in bytes, are not compressed. To copy a longer one into one buffer, and that into a response, takes
 * more than a millisecond each: memory that is used for the first time takes 0.7 ms per MiB. The parts of a compressed
 * list are never copied at once.
 */
const maxBytes = 1_048_576

/** A list with fewer records is read by one select, which takes about a millisecond at most. */
const maxShortRecords = 64

interface ReadResponse {
  response: CachedResponse
  dependencies: Set<EntityKey>
}

/** Reads a response at once; undefined for one whose list is too long for that. */
const readShortResponse = async (
  read: Reader,
  { readSurroundings, readPage, dependenciesOf }: LongResponseSource,
): Promise<ReadResponse | undefined> => {
  const { prefix, suffix, dependencies } = await readSurroundings(read)
  const { records } = await readPage(read, { ...allIds, limit: maxShortRecords })
  if (records.length === maxShortRecords) return
  const response = createTextResponse(`${prefix}${JSON.stringify(records).slice(1, -1)}${suffix}`)
  return { response, dependencies: new Set([...dependencies, ...dependenciesOf(records)]) }
}

/** Reads a response in slices. */
const readLongResponse = async (
  read: Reader,
  { readSurroundings, readPage, dependenciesOf }: LongResponseSource,
  chunksPerSelect: number,
): Promise<ReadResponse> => {
  const { prefix, suffix, dependencies } = await readSurroundings(read)
  const allDependencies = new Set(dependencies)
  const nestedIn = (records: StoredRecord[]): EntityKey[] => {
    // A response with more dependencies is stale after any change. All of them would take much memory.
    if (allDependencies.size > maxCheckedDependencies) return []
    for (const key of dependenciesOf(records)) allDependencies.add(key)
    return []
  }
  const surroundings = { prefix, suffix }
  const list = await rebuildList(read, { read: readPage, nestedIn }, { maxBytes, chunksPerSelect, surroundings })
  return { response: createResponse(listBody(list), listHashOf(list)), dependencies: allDependencies }
}

/** Reads the tag that a response has in one state of the library, which may be that within a transaction. */
export const readLongEtag = async (
  read: Reader,
  source: LongResponseSource,
  { chunksPerSelect }: Pick<Database, 'chunksPerSelect'>,
): Promise<string> => {
  const { response } =
    (await readShortResponse(read, source)) ?? (await readLongResponse(read, source, chunksPerSelect))
  return response.etag
}

/** Builds responses with lists that may be long: a short one at once, and a long one in slices. */
export const createLongResponses = ({ database, version, checkExternalVersion }: LongResponsesOptions) => {
  const builds = createBuilds<CachedResponse>()

  const startBuild = (source: LongResponseSource, { store }: Partial<Store>, work: LongWork) => {
    let readVersion = version()

    const finish = ({ response, dependencies }: ReadResponse) => {
      store?.(response, readVersion, [...dependencies])
      return response
    }

    const buildShort = async (read: Reader) => {
      const short = await readShortResponse(read, source)
      return short && finish(short)
    }

    const buildLong = async (read: Reader) => {
      // Nothing was awaited since the transaction began: it sees exactly the commits up to this version.
      readVersion = version()
      checkExternalVersion()
      return finish(await readLongResponse(read, source, database.chunksPerSelect))
    }

    const build = async () => (await source.readShort(buildShort)) ?? database.longSnapshot(work, buildLong)
    return { response: build(), isCurrent: () => readVersion === version() }
  }

  return {
    /** Returns the current response. Without a store it is not cached. @throws what its reads throw */
    get(key: string, source: LongResponseSource, work: LongWork, store: Partial<Store> = {}): Promise<CachedResponse> {
      const find = () => {
        checkExternalVersion()
        return store.find?.()
      }
      return builds.load(key, work, find, (shared) => startBuild(source, store, shared))
    },
  }
}
