import type { EntityKey } from './dependencies.ts'

/** A cached response with the state that it was read from. */
export interface Versioned {
  /** The tracker's version when the response was read, or when it was last found to be fresh. */
  version: number
  dependencies: readonly EntityKey[]
}

/** Past this number of changed entities the tracker overflows, and the cache is emptied. */
const maxTrackedEntities = 100_000

/** A response with more dependencies than this is stale after any change: to check them takes longer than to read it again. */
const maxCheckedDependencies = 2_000

/**
 * Records which entities changed in which version. A response is fresh as long as none of its dependencies has changed
 * since it was read.
 */
export const createChangeTracker = (onOverflow: () => void) => {
  let version = 0
  let clearedAt = 0
  let changedAt = new Map<EntityKey, number>()
  return {
    /** Selects that begin now see at least this version. */
    get version() {
      return version
    },
    record(keys: Iterable<EntityKey>) {
      version++
      for (const key of keys) changedAt.set(key, version)
      if (changedAt.size > maxTrackedEntities) onOverflow()
    },
    /** Raises the version of a fresh response, so that the next check has fewer versions to compare. */
    isFresh(response: Versioned): boolean {
      if (response.version === version) return true
      if (response.version < clearedAt || response.dependencies.length > maxCheckedDependencies) return false
      for (const key of response.dependencies) {
        const last = changedAt.get(key)
        if (last !== undefined && last > response.version) return false
      }
      response.version = version
      return true
    },
    /** Makes every response that was read until now stale. */
    clear() {
      version++
      clearedAt = version
      changedAt = new Map()
    },
  }
}
