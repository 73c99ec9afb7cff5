import { LRUCache } from 'lru-cache'

/** A map of at most so many entries; past that, what was looked at longest ago is forgotten. It takes memory only as it fills. */
export const createBoundedMap = <Value extends object>(most: number) =>
  new LRUCache<string, Value>({ maxSize: most, sizeCalculation: () => 1 })
