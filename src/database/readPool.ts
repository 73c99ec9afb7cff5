import type { Database as Sqlite } from 'bun:sqlite'
import type { Reader } from './connection.ts'

interface Connected {
  client: Sqlite
  read: Reader
}

/** How many snapshots there can be at once; one more waits for the first that ends. */
const maxConnections = 6

/** Read transactions, each on a connection of its own that is used again by the next. */
export const createReadPool = (open: () => Connected) => {
  const idle: Pinned[] = []
  const all: Sqlite[] = []
  const waiting: (() => void)[] = []

  const make = () => {
    const { client, read } = open()
    all.push(client)
    return pinned(client, read)
  }

  const take = async (): Promise<Pinned> => {
    for (;;) {
      const free = idle.pop() ?? (all.length < maxConnections ? make() : undefined)
      if (free) return free
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
  }

  return {
    run: async <T>(work: (read: Reader) => Promise<T>): Promise<T> => {
      const one = await take()
      try {
        one.begin()
        return await work(one.read)
      } finally {
        one.end()
        idle.push(one)
        waiting.shift()?.()
      }
    },
    /** For a file that can't be opened again later. */
    openAll: () => {
      while (all.length < maxConnections) idle.push(make())
    },
    each: (work: (client: Sqlite) => void) => all.forEach(work),
    close: () => {
      for (const client of all) client.close(true)
    },
  }
}

type Pinned = ReturnType<typeof pinned>

const pinned = (client: Sqlite, read: Reader) => {
  const begin = client.prepare('BEGIN')
  const look = client.prepare('SELECT 1 FROM sqlite_schema')
  const end = client.prepare('COMMIT')
  return {
    read,
    /** The moment is that of the first look. */
    begin: () => {
      begin.run()
      look.get()
    },
    end: () => {
      if (client.inTransaction) end.run()
    },
  }
}
