import { type CachedResponse, sizeOf } from '../http/cachedResponse.ts'
import { createChangeTracker, type Versioned } from './changeTracker.ts'
import type { EntityKey } from './dependencies.ts'
import type { CachedList } from './listCache.ts'
import { createLru } from './lru.ts'

/** The memory of one dependency, in bytes. */
const entityKeyBytes = 8

type Entry = (CachedResponse & Versioned & { list?: undefined }) | CachedList

/**
 * Stores responses with what they depend on, and tells whether they are fresh.
 * @param maxBytes - the memory for responses, in bytes
 * @param onOverflow - called when more changes were recorded than the tracker holds: it has to call `clear`
 */
export const createEntries = (maxBytes: number, onOverflow: () => void) => {
  const lru = createLru<Entry>(
    maxBytes,
    (entry) => sizeOf(entry) + (entry.list ? 0 : entry.dependencies.length * entityKeyBytes),
  )
  const tracker = createChangeTracker(onOverflow)
  let hits = 0
  return {
    /** Where lists are stored, which say themselves whether they are stale. */
    lru,
    /** The version of the last commit. */
    get version() {
      return tracker.version
    },
    /** Records the entities that a commit has changed. */
    record: tracker.record,
    /** Returns the response, if it is stored and fresh. */
    find(key: string): CachedResponse | undefined {
      const entry = lru.get(key)
      if (!entry || (entry.list ? entry.isStale : !tracker.isFresh(entry))) return
      hits++
      return entry
    },
    /** @param version - the version of the state that the response was read from */
    store: (key: string, response: CachedResponse, version: number, dependencies: EntityKey[]): void =>
      lru.set(key, Object.assign(response, { version, dependencies })),
    clear() {
      lru.clear()
      tracker.clear()
    },
    /** The memory of all entries in bytes, their number, and how many single responses were found. */
    stats: () => ({ bytes: lru.size, entries: lru.count, hits }),
  }
}

export type Entries = ReturnType<typeof createEntries>
