import { type Caller, readCaller } from '../accounts/callers.ts'
import type { UncachedList } from '../accounts/routeDeps.ts'
import type { TokenRules } from '../accounts/tokenLife.ts'
import type { ResourceName } from '../catalogue/resources.ts'
import type { UserList } from '../catalogue/userList.ts'
import { type CachedResponse, sendCached, sendUncached, sizeOf } from '../http/cachedResponse.ts'
import { toErrorResponse } from '../http/errorResponse.ts'
import type { Fetch } from '../http/fetch.ts'
import { normalizedPathOf } from '../http/paths.ts'
import type { SendMemory } from '../http/sendMemory.ts'
import { type Change, type TrackedTable, untracked } from '../library/changes.ts'
import type { Database } from '../library/database.ts'
import type { RequestWork } from '../library/longWork.ts'
import { createCallerCache } from './callerCache.ts'
import { createDependencies } from './dependencies.ts'
import { createEntries } from './entries.ts'
import { createReads, userListKey } from './reads.ts'
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
  onCallerUse(caller: Caller, request: Request): void
  /** When tokens end. */
  tokenRules: TokenRules
  /** Called when changes could not be processed. The cache has been cleared then. */
  onError(error: unknown): void
  /** Called before a response is sent that may take long. */
  onLongResponse(request: Request): void
  /** Bounds the memory of bodies that are made for one request. */
  sendMemory: SendMemory
}

/** The maximum number of cached callers. */
const maxCallers = 10_000

/** A longer response, in bytes, may not fit into the send buffer of a connection: a slow client delays its end. */
const longResponseBytes = 65_536

/** How responses are sent. A long one may take longer than the idle timeout of its connection. */
const createSenders = ({ onLongResponse, sendMemory }: CacheOptions) => {
  const isLong = (response: CachedResponse) => sizeOf(response) > longResponseBytes

  /** Sends a response whose memory many requests share. */
  const send = (response: CachedResponse, request: Request): Response | Promise<Response> => {
    if (isLong(response)) onLongResponse(request)
    return sendCached(response, request)
  }

  /**
   * Sends a response that was made for one request.
   * @param options.isStorable - whether the client may store it
   * @param options.mayBeRejected - as for `SendMemory.take`
   */
  const sendOwn = (
    response: CachedResponse,
    work: RequestWork,
    { isStorable = true, mayBeRejected = true } = {},
  ): Response | Promise<Response> => {
    if (isLong(response)) {
      sendMemory.take(work, sizeOf(response), mayBeRejected)
      onLongResponse(work.request)
    }
    return isStorable ? sendCached(response, work.request) : sendUncached(response)
  }
  return { send, sendOwn }
}

/** Calls `onChange` if another program has changed the library since the last check. */
const createExternalCheck = ({ externalVersion }: Database, onChange: () => void) => {
  let known = externalVersion.read()
  const compare = (version: number) => {
    if (version === known) return
    known = version
    onChange()
  }
  return {
    now: () => compare(externalVersion.read()),
    oncePerTurn: () => compare(externalVersion.readOncePerTurn()),
  }
}

/**
 * Caches responses and callers.
 *
 * Every response is stored with its dependencies, and every commit reports what it changed before its writes are
 * acknowledged. So no request that is sent after an acknowledged write gets a response from before it. SQLite's data
 * version reveals changes by other programs: they clear the cache.
 */
export const createCache = (options: CacheOptions) => {
  const { database, maxBytes, onCallerUse, tokenRules } = options
  const dependencies = createDependencies(options.userListKinds)
  const callers = createCallerCache({
    maxEntries: maxBytes > 0 ? maxCallers : 0,
    read: (token) => readCaller(database.read, token, tokenRules),
    hasEnded: ({ life }) => tokenRules.hasEnded(life),
    onUse: onCallerUse,
  })
  const clear = () => {
    callers.clear()
    entries.clear()
    reads.lists.invalidateBuilds()
  }
  const entries = createEntries(maxBytes, clear)
  const externalCheck = createExternalCheck(database, clear)
  const reads = createReads({ database, maxBytes, entries, dependencies, checkExternalVersion: externalCheck.now })

  const onCommit = (changes: Change[]) => {
    // It is not known which responses depend on an untracked table.
    if (changes.some(({ kind }) => kind === untracked)) return clear()
    entries.record(dependencies.changedBy(changes))
    reads.lists.invalidate(changes)
    callers.invalidate(changes)
  }
  const onError = (error: unknown) => {
    clear()
    options.onError(error)
  }
  database.onCommit([...resourceTables, ...options.otherTables], { onCommit, onError })

  const { send, sendOwn } = createSenders(options)
  return {
    /**
     * Responds to a GET or HEAD from the cache: when its `Authorization` header is one that the guard has accepted, and
     * its path has a fresh entry. Returns undefined otherwise.
     */
    respond(request: Request): Response | Promise<Response> | undefined {
      externalCheck.oncePerTurn()
      const caller = callers.get(request)
      if (!caller) return
      const path = normalizedPathOf(request.url)
      const response = entries.find(path) ?? entries.find(userListKey(path, caller.user.id))
      return response && send(response, request)
    },
    /** Finds the caller of a token, and caches it for `respond`. */
    findCaller(token: string, request: Request): Caller | Promise<Caller | undefined> {
      externalCheck.oncePerTurn()
      return callers.find(token, request)
    },
    /** Responds with one record of a resource, and caches the response for all users. @throws NotFound */
    sendRecord: async (name: ResourceName, id: number, work: RequestWork): Promise<Response> =>
      send(await reads.readRecord(name, id, work), work.request),
    readEtag: reads.readEtag,
    /** Responds with the whole list of a resource, and caches the response for all users. */
    sendList: async (name: ResourceName, work: RequestWork): Promise<Response> =>
      send(await reads.readList(name, work), work.request),
    /** Responds with a list of one user, and caches the response for this user. */
    sendUserList: async (list: UserList, work: RequestWork): Promise<Response> =>
      sendOwn(await reads.readUserList(list, work), work, { mayBeRejected: false }),
    /** Responds with a list that is not cached, such as one of accounts. */
    sendUncachedList: async (list: UncachedList, work: RequestWork): Promise<Response> =>
      sendOwn(await reads.readUncachedList(list, work), work, { isStorable: false, mayBeRejected: false }),
    sendOwn,
    /** Changes the memory for responses, and forgets all. */
    setMaxBytes: entries.lru.setMaxSize,
    /** Forgets when tokens were last used, which no commit reports. */
    reset: callers.clear,
    stats: entries.stats,
  }
}

export type Cache = ReturnType<typeof createCache>

/**
 * Responds to requests from the cache before they are routed. All other requests go on to the guards and the handlers, which
 * fill the cache.
 *
 * A hit creates no promise, and does not pass the router, so that it costs hardly more than a bare fetch handler.
 */
export const withCache =
  (fetch: Fetch, cache: Pick<Cache, 'respond'>): Fetch =>
  (request) => {
    const { method } = request
    const response = method === 'GET' || method === 'HEAD' ? cache.respond(request) : undefined
    if (!response) return fetch(request)
    return response instanceof Promise ? response.catch((error) => toErrorResponse(error, request)) : response
  }
