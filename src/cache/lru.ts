import { LRUCache } from 'lru-cache'

/**
 * Creates a cache of limited size that evicts the least recently used entries. With a `maxSize` of 0 it stores nothing.
 */
export const createLru = <Value extends object>(initialMaxSize: number, sizeOf: (value: Value) => number) => {
  // LRUCache accepts no size limit of 0. With a limit of 1 and entries of size 2 it stores nothing.
  const create = (maxSize: number) =>
    new LRUCache<string, Value>({
      maxSize: Math.max(1, Math.floor(maxSize)),
      sizeCalculation: (value) => (maxSize > 0 ? sizeOf(value) : 2),
    })
  let entries = create(initialMaxSize)
  /** The newest load of each key that is being loaded. */
  const loads = new Map<string, object>()

  return {
    get: (key: string): Value | undefined => entries.get(key),
    set: (key: string, value: Value) => void entries.set(key, value),
    /** Loads a value, and stores it unless the key was invalidated meanwhile. */
    async load<Loaded extends Value | undefined>(key: string, load: () => Promise<Loaded>): Promise<Loaded> {
      const id = {}
      loads.set(key, id)
      try {
        const value = await load()
        if (value !== undefined && loads.get(key) === id) entries.set(key, value)
        return value
      } finally {
        if (loads.get(key) === id) loads.delete(key)
      }
    },
    delete: (key: string) => {
      entries.delete(key)
      loads.delete(key)
    },
    /** Deletes the entries that match. Running loads have no value yet, and so count as matching. */
    deleteWhere: (matches: (value: Value) => boolean) => {
      for (const [key, value] of [...entries.entries()]) if (matches(value)) entries.delete(key)
      loads.clear()
    },
    clear: () => {
      entries.clear()
      loads.clear()
    },
    /** Changes the maximum, and deletes all entries. */
    setMaxSize: (maxSize: number) => {
      entries = create(maxSize)
      loads.clear()
    },
    /** The sum of the sizes of all entries. */
    get size() {
      return entries.calculatedSize
    },
    get count() {
      return entries.size
    },
  }
}
