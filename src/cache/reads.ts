import type { UncachedList } from '../accounts/routeDeps.ts'
import { fromKeys } from '../base/objects.ts'
import { type ResourceName, resourceNames } from '../catalogue/resources.ts'
import { readRecord } from '../catalogue/store.ts'
import type { UserList } from '../catalogue/userList.ts'
import { type CachedResponse, createTextResponse } from '../http/cachedResponse.ts'
import { apiPath } from '../http/paths.ts'
import type { Reader } from '../library/connection.ts'
import type { Database } from '../library/database.ts'
import type { LongWork } from '../library/longWork.ts'
import type { Dependencies } from './dependencies.ts'
import type { Entries } from './entries.ts'
import { createListCache } from './listCache.ts'
import { createLongResponses, type LongResponseSource, readLongEtag } from './longResponses.ts'
import { recordWithChildrenSource, resourceListSource, uncachedListSource, userListSource } from './sources.ts'

interface ReadsOptions {
  database: Database
  /** The memory for responses, in bytes; 0 turns the cache off. */
  maxBytes: number
  entries: Entries
  dependencies: Dependencies
  /** Clears the cache if another program has changed the library. */
  checkExternalVersion: () => void
}

/**
 * Lists up to this size, in bytes, are stored uncompressed. Sending a longer one at once would delay other requests.
 */
const maxUncompressedList = 33_554_432

/** The key of a list that differs for each user. */
export const userListKey = (path: string, user_id: number) => `${path} ${user_id}`

/** The response with a record that has no children. */
const recordResponse = (record: object): CachedResponse => createTextResponse(JSON.stringify(record))

/** Reads responses: from the entries where they are fresh, and otherwise from the database into the entries. */
export const createReads = ({ database, maxBytes, entries, dependencies, checkExternalVersion }: ReadsOptions) => {
  const sources = fromKeys(resourceNames, (name) => resourceListSource(name, dependencies))
  const lists = createListCache({
    store: entries.lru,
    database,
    sources: Object.values(sources),
    checkExternalVersion,
    // At most a quarter of the cache, since a list that is rebuilt is in memory twice. Without a cache no list is kept, and to
    // compress it would be wasted.
    maxBytes: maxBytes > 0 ? Math.min(maxUncompressedList, maxBytes / 4) : maxUncompressedList,
  })
  const longResponses = createLongResponses({ database, version: () => entries.version, checkExternalVersion })

  const loadRecord = async (key: string, name: ResourceName, id: number) => {
    // Read before the record: a commit during the read makes the entry stale.
    const { version } = entries
    const value = await readRecord(database.read, name, id)
    const response = recordResponse(value)
    entries.store(key, response, version, dependencies.ofRecord(name, value))
    return response
  }

  const loadLong = (key: string, source: LongResponseSource, work: LongWork) =>
    longResponses.get(key, source, work, {
      find: () => entries.find(key),
      store: (...stored) => entries.store(key, ...stored),
    })

  return {
    lists,
    /** @throws NotFound */
    async readRecord(name: ResourceName, id: number, work: LongWork): Promise<CachedResponse> {
      const key = `${apiPath}/${name}/${id}`
      const cached = entries.find(key)
      if (cached) return cached
      const source = recordWithChildrenSource(name, id, database, dependencies)
      return source ? loadLong(key, source, work) : loadRecord(key, name, id)
    },
    /**
     * Reads the tag that the GET of a record has, in the state that `read` sees: in a transaction, that of the transaction. It comes from
     * the whole response, since the tag of a record with children changes with them.
     * @throws NotFound
     */
    async readEtag(read: Reader, name: ResourceName, id: number): Promise<string> {
      const source = recordWithChildrenSource(name, id, database, dependencies)
      return source ? readLongEtag(read, source, database) : recordResponse(await readRecord(read, name, id)).etag
    },
    readList: (name: ResourceName, work: LongWork): Promise<CachedResponse> => lists.get(sources[name], work),
    readUserList: (list: UserList, work: LongWork): Promise<CachedResponse> =>
      loadLong(userListKey(apiPath + list.path, list.user_id), userListSource(list, database, dependencies), work),
    readUncachedList: (list: UncachedList, work: LongWork): Promise<CachedResponse> =>
      longResponses.get(apiPath + list.path, uncachedListSource(list, database), work),
  }
}
