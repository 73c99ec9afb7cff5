import { LRUCache } from 'lru-cache'

/** What is remembered of one kind, up to a size; past it, what was asked for longest ago goes first. */
export const shelf = <Value extends object>(size: number, sizeOf: (value: Value) => number) => {
  // What is larger than all the room there is isn't kept. Room for nothing is not a size that the cache knows.
  const kept = new LRUCache<string, Value>({
    maxSize: Math.max(1, Math.floor(size)),
    sizeCalculation: (value) => (size > 0 ? sizeOf(value) : 2),
  })
  const awaited = new Map<string, object>()

  /** What is being made has no value yet. */
  const forgetWhere = (gone: (key: string, value?: Value) => boolean) => {
    for (const [key, value] of [...kept.entries()]) if (gone(key, value)) kept.delete(key)
    for (const key of [...awaited.keys()]) if (gone(key)) awaited.delete(key)
  }

  return {
    get: (key: string): Value | undefined => kept.get(key),
    put: (key: string, value: Value) => void kept.set(key, value),
    /** Does the work, and keeps what it makes unless that was to be forgotten meanwhile. */
    async fill<Made extends Value | undefined>(key: string, work: () => Promise<Made>): Promise<Made> {
      const ticket = {}
      awaited.set(key, ticket)
      try {
        const value = await work()
        if (value !== undefined && awaited.get(key) === ticket) kept.set(key, value)
        return value
      } finally {
        if (awaited.get(key) === ticket) awaited.delete(key)
      }
    },
    forget: (key: string) => {
      kept.delete(key)
      awaited.delete(key)
    },
    forgetWhere,
    clear: () => {
      kept.clear()
      awaited.clear()
    },
    /** How much is kept. */
    get size() {
      return kept.calculatedSize
    },
    get count() {
      return kept.size
    },
  }
}

export type Shelf<Value extends object> = ReturnType<typeof shelf<Value>>
