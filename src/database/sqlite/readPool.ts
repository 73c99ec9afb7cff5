import type { Database as Sqlite } from 'bun:sqlite'
import type { Reader } from '../connection.ts'

interface ReadConnection {
  client: Sqlite
  read: Reader
}

/** The maximum number of concurrent read transactions. Further ones wait until a connection is free. */
const maxConnections = 6

/** A pool of connections for read transactions. A connection is opened when it is first needed. */
export const createReadPool = (open: () => ReadConnection) => {
  const idle: ReadTransaction[] = []
  const clients: Sqlite[] = []
  const waiting: (() => void)[] = []

  const add = () => {
    const { client, read } = open()
    clients.push(client)
    return createReadTransaction(client, read)
  }

  const acquire = async (): Promise<ReadTransaction> => {
    for (;;) {
      const transaction = idle.pop() ?? (clients.length < maxConnections ? add() : undefined)
      if (transaction) return transaction
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
  }

  return {
    /** Runs selects that all see the library as it was when the first of them began. */
    run: async <T>(work: (read: Reader) => Promise<T>): Promise<T> => {
      const transaction = await acquire()
      try {
        transaction.begin()
        return await work(transaction.read)
      } finally {
        transaction.end()
        idle.push(transaction)
        waiting.shift()?.()
      }
    },
    forEachClient: (action: (client: Sqlite) => void) => clients.forEach(action),
    close: () => {
      for (const client of clients) client.close(true)
    },
  }
}

type ReadTransaction = ReturnType<typeof createReadTransaction>

const createReadTransaction = (client: Sqlite, read: Reader) => {
  const begin = client.prepare('BEGIN')
  const select = client.prepare('SELECT 1 FROM sqlite_schema')
  const commit = client.prepare('COMMIT')
  return {
    read,
    begin: () => {
      begin.run()
      // SQLite's BEGIN takes no snapshot: the first select does.
      select.get()
    },
    end: () => {
      if (client.inTransaction) commit.run()
    },
  }
}
