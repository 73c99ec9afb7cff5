/** A response that the server may confirm with a 304. */
export interface CachedResponse {
  etag: string
  /** The body. It is parsed again for each caller, so that no caller can change the value of another. */
  text: string
  /** The number of records on all pages; 0 where the response is no page. */
  total: number
  /** The path of the next page, if there is one. */
  next?: string | undefined
}

const maxEntries = 100

/** For all bodies together. One character takes one or two bytes. */
const maxCharacters = 32 * 1024 * 1024

/** Holds the responses that were used last, within bounds. */
export const createResponseCache = () => {
  // In the order of their last use.
  const entries = new Map<string, CachedResponse>()
  let characters = 0

  const remove = (key: string) => {
    characters -= entries.get(key)?.text.length ?? 0
    entries.delete(key)
  }

  const add = (key: string, entry: CachedResponse) => {
    characters += entry.text.length
    entries.set(key, entry)
  }

  return {
    get(key: string): CachedResponse | undefined {
      const entry = entries.get(key)
      if (!entry) return
      remove(key)
      add(key, entry)
      return entry
    },

    set(key: string, entry: CachedResponse) {
      remove(key)
      if (entry.text.length > maxCharacters) return
      add(key, entry)
      for (const oldest of entries.keys()) {
        if (entries.size <= maxEntries && characters <= maxCharacters) return
        remove(oldest)
      }
    },

    clear() {
      entries.clear()
      characters = 0
    },
  }
}

export type ResponseCache = ReturnType<typeof createResponseCache>
