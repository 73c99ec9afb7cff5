import type { EntityKey } from './dependencies.ts'

/** A cached response with the state that it was read from. */
export interface Versioned {
  /** The tracker's version when the response was read, or when it was last found to be fresh. */
  version: number
  dependencies: readonly EntityKey[]
}

/** Past this number of changed entities the tracker overflows, and `onOverflow` has to clear it. */
const maxTrackedEntities = 100_000

/** A response with more dependencies is stale after any change: checking them takes longer than reading it again. */
export const maxCheckedDependencies = 2_000

/**
 * Records which entities changed in which version. A response is fresh as long as none of its dependencies has changed
 * since it was read.
 */
export const createChangeTracker = (onOverflow: () => void) => {
  let version = 0
  let clearedAt = 0
  let changedAt = new Map<EntityKey, number>()
  return {
    /** The version of the last commit. Selects that begin now see at least its state. */
    get version() {
      return version
    },
    /** Records the entities that a commit changed, as a new version. */
    record(keys: Iterable<EntityKey>) {
      version++
      for (const key of keys) changedAt.set(key, version)
      if (changedAt.size > maxTrackedEntities) onOverflow()
    },
    /**
     * Whether a response is fresh. Raises its version then: the next check returns at once if no commit came in
     * between.
     */
    isFresh(response: Versioned): boolean {
      if (response.version === version) return true
      if (response.version < clearedAt || response.dependencies.length > maxCheckedDependencies) return false
      for (const key of response.dependencies) {
        const changeVersion = changedAt.get(key)
        if (changeVersion !== undefined && changeVersion > response.version) return false
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
