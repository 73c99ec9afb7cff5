import { LRUCache } from 'lru-cache'

/** A map with a maximum number of entries. It deletes the entry that was least recently used, and allocates as it grows. */
export const createBoundedMap = <Value extends object>(maxEntries: number) =>
  // With the option `max` it would allocate memory for all entries at once.
  new LRUCache<string, Value>({ maxSize: maxEntries, sizeCalculation: () => 1 })
