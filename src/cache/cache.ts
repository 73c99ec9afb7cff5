import type { UncachedList } from '../auth/routeDeps.ts'
import { createTokenRules, type TokenRules } from '../auth/tokenLife.ts'
import { type Caller, readCaller } from '../auth/tokens.ts'
import { type ResourceName, resourceNames } from '../catalogue/resources.ts'
import { readRecord } from '../catalogue/store.ts'
import { type Change, type TrackedTable, untracked } from '../database/changes.ts'
import type { Database } from '../database/database.ts'
import { type CachedResponse, createResponse, sendCached, sendUncached, sizeOf } from '../http/cachedResponse.ts'
import { apiPath, normalizedPathOf } from '../http/paths.ts'
import { fromKeys } from '../objects.ts'
import { createCallerCache } from './callerCache.ts'
import { createChangeTracker, type Versioned } from './changeTracker.ts'
import { utf8 } from './compression.ts'
import { createDependencies, type EntityKey } from './dependencies.ts'
import { type CachedList, createListCache } from './listCache.ts'
import { createLongResponses, type LongResponseSource } from './longResponses.ts'
import { createLru } from './lru.ts'
import {
  recordWithChildrenSource,
  resourceListSource,
  type UserList,
  uncachedListSource,
  userListSource,
} from './sources.ts'
import { resourceTables } from './trackedTables.ts'

interface CacheOptions {
  database: Database
  /** The tracked tables that belong to no resource. A change in a table that is not tracked clears the cache. */
  otherTables: readonly TrackedTable[]
  /** Kinds of changes that user lists depend on. */
  userListKinds: readonly string[]
  /** The memory for responses, in bytes; 0 turns the cache off. */
  maxBytes: number
  /** Called for every request of a known caller. */
  onCallerUse?: ((caller: Caller, request: Request) => void) | undefined
  /** When tokens end; only at the times that they have themselves by default. */
  tokenRules?: TokenRules | undefined
  /** Called when changes could not be processed. The cache has been cleared then. */
  onError?: ((error: unknown) => void) | undefined
  /** Called before a response is sent that may take long. */
  onLongResponse?: ((request: Request) => void) | undefined
}

/** The maximum number of cached callers. */
const maxCallers = 10_000

/**
 * Lists up to this size, in bytes, are stored uncompressed. Sending a longer one at once would delay other requests.
 */
const maxUncompressedList = 33_554_432

/** A longer response, in bytes, may not fit into the send buffer of a connection: a slow client delays its end. */
const longResponseBytes = 65_536

/** The memory of one dependency, in bytes. */
const entityKeyBytes = 8

type Entry = (CachedResponse & Versioned & { list?: undefined }) | CachedList

/**
 * Caches responses and callers.
 *
 * Every response is stored with its dependencies, and every commit reports what it changed before its writes are
 * acknowledged. So no request that is sent after an acknowledged write gets a response from before it. SQLite's data
 * version reveals changes by other programs: they clear the cache.
 */
export const createCache = (options: CacheOptions) => {
  const { database, maxBytes, onCallerUse = () => {}, onLongResponse = () => {} } = options
  const { tokenRules = createTokenRules() } = options
  const dependencies = createDependencies(options.userListKinds)
  const callers = createCallerCache({
    maxEntries: maxBytes > 0 ? maxCallers : 0,
    read: (token) => readCaller(database.read, token, tokenRules),
    hasEnded: ({ life }) => tokenRules.hasEnded(life),
    onUse: onCallerUse,
  })
  const entries = createLru<Entry>(
    maxBytes,
    (entry) => sizeOf(entry) + (entry.list ? 0 : entry.dependencies.length * entityKeyBytes),
  )
  let externalVersion = database.externalVersion.read()
  let hits = 0

  const clear = () => {
    callers.clear()
    entries.clear()
    tracker.clear()
    lists.invalidateBuilds()
  }

  const tracker = createChangeTracker(clear)

  const clearIfChanged = (version: number) => {
    if (version === externalVersion) return
    externalVersion = version
    clear()
  }
  const checkExternalVersion = () => clearIfChanged(database.externalVersion.readOncePerTurn())

  const sources = fromKeys(resourceNames, (name) => resourceListSource(name, dependencies))
  // At most a quarter of the cache, since a list that is rebuilt is in memory twice. Without a cache no list is kept, and to
  // compress it would be wasted.
  const maxListBytes = maxBytes > 0 ? Math.min(maxUncompressedList, maxBytes / 4) : maxUncompressedList
  const checkExternalVersionNow = () => clearIfChanged(database.externalVersion.read())
  const lists = createListCache({
    store: entries,
    database,
    sources: Object.values(sources),
    checkExternalVersion: checkExternalVersionNow,
    maxBytes: maxListBytes,
  })
  const longResponses = createLongResponses({
    database,
    version: () => tracker.version,
    checkExternalVersion: checkExternalVersionNow,
  })

  const onCommit = (changes: Change[]) => {
    // It is not known which responses depend on an untracked table.
    if (changes.some(({ kind }) => kind === untracked)) return clear()
    tracker.record(dependencies.changedBy(changes))
    lists.invalidate(changes)
    callers.invalidate(changes)
  }
  const onError = (error: unknown) => {
    clear()
    options.onError?.(error)
  }
  database.onCommit([...resourceTables, ...options.otherTables], { onCommit, onError })

  const getEntry = (key: string): CachedResponse | undefined => {
    const entry = entries.get(key)
    if (!entry || (entry.list ? entry.isStale : !tracker.isFresh(entry))) return
    hits++
    return entry
  }

  const store = (key: string, response: CachedResponse, version: number, dependencies: EntityKey[]) =>
    entries.set(key, Object.assign(response, { version, dependencies }))

  const loadRecord = async (key: string, name: ResourceName, id: number) => {
    // Read before the record: a commit during the read makes the entry stale.
    const { version } = tracker
    const value = await readRecord(database.read, name, id)
    const bytes = utf8.encode(JSON.stringify(value))
    const response = createResponse(bytes, Bun.hash.xxHash64(bytes))
    store(key, response, version, dependencies.ofRecord(name, value))
    return response
  }

  const loadLong = (key: string, source: LongResponseSource) => {
    const find = () => getEntry(key)
    return longResponses.get(key, source, { find, store: (...stored) => store(key, ...stored) })
  }

  const allowLongSend = (response: CachedResponse, request: Request) => {
    if (sizeOf(response) > longResponseBytes) onLongResponse(request)
  }

  const send = (response: CachedResponse, request: Request) => {
    allowLongSend(response, request)
    return sendCached(response, request)
  }

  const sendWithoutEtag = (response: CachedResponse, request: Request) => {
    allowLongSend(response, request)
    return sendUncached(response)
  }

  const userListKey = (path: string, user_id: number) => `${path} ${user_id}`

  return {
    /**
     * Responds to a GET or HEAD from the cache: when its `Authorization` header is one that the guard has accepted, and
     * its path has a fresh entry. Returns undefined otherwise.
     */
    respond(request: Request): Response | Promise<Response> | undefined {
      checkExternalVersion()
      const caller = callers.get(request)
      if (!caller) return
      const path = normalizedPathOf(request.url)
      const response = getEntry(path) ?? getEntry(userListKey(path, caller.user.id))
      return response && send(response, request)
    },
    /** Finds the caller of a token, and caches it for `respond`. */
    findCaller(token: string, request: Request): Promise<Caller | undefined> {
      checkExternalVersion()
      return callers.find(token, request)
    },
    /** Responds with one record of a resource, and caches the response for all users. @throws NotFound */
    async sendRecord(name: ResourceName, id: number, request: Request): Promise<Response> {
      const key = `${apiPath}/${name}/${id}`
      const cached = getEntry(key)
      if (cached) return send(cached, request)
      const source = recordWithChildrenSource(name, id, database, dependencies)
      return send(await (source ? loadLong(key, source) : loadRecord(key, name, id)), request)
    },
    /** Responds with the whole list of a resource, and caches the response for all users. */
    async sendList(name: ResourceName, request: Request): Promise<Response> {
      return send(await lists.get(sources[name]), request)
    },
    /** Responds with a list of one user, and caches the response for this user. */
    async sendUserList(list: UserList, request: Request): Promise<Response> {
      const source = userListSource(list, database, dependencies)
      return send(await loadLong(userListKey(apiPath + list.path, list.user_id), source), request)
    },
    /** Responds with a list that is not cached, such as one of accounts. */
    async sendUncachedList(list: UncachedList, request: Request): Promise<Response> {
      return sendWithoutEtag(await longResponses.get(apiPath + list.path, uncachedListSource(list, database)), request)
    },
    /** Responds with a response that the server does not store, but the client may. */
    send,
    /** Responds with a response that neither of both stores. */
    sendUncached: sendWithoutEtag,
    /** The memory of all entries in bytes, their number, and how many single responses were found in the cache. */
    stats: () => ({ bytes: entries.size, entries: entries.count, hits }),
  }
}

export type Cache = ReturnType<typeof createCache>
