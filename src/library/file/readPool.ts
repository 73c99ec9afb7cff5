import type { Database as Sqlite } from 'bun:sqlite'
import type { Reader } from '../connection.ts'
import type { LongWork } from '../longWork.ts'
import { createSlots } from '../slots.ts'
import { connect, connectForLongWork } from './session.ts'

/** The maximum number of concurrent read transactions. Further ones wait until a connection is free. */
const maxConnections = 6

/** A pool of connections for read transactions. A connection is opened when it is first needed. */
export const createReadPool = (open: () => Sqlite) => {
  const clients: Sqlite[] = []
  const slots = createSlots(maxConnections, () => {
    const client = open()
    clients.push(client)
    return createReadTransaction(client)
  })

  return {
    /**
     * Runs selects that all see the library as it was when the first of them began.
     * @param work - for long work
     */
    run: async <T>(run: (read: Reader) => Promise<T>, work?: LongWork): Promise<T> => {
      const transaction = await slots.acquire()
      try {
        return await run(transaction.begin(work))
      } finally {
        transaction.end()
        slots.release(transaction)
      }
    },
    forEachClient: (action: (client: Sqlite) => void) => clients.forEach(action),
    close: () => {
      for (const client of clients) client.close(true)
    },
  }
}

const createReadTransaction = (client: Sqlite) => {
  const short = connect(client)
  const long = connectForLongWork(client)
  const begin = client.prepare('BEGIN')
  const select = client.prepare('SELECT 1 FROM sqlite_schema')
  const commit = client.prepare('COMMIT')
  return {
    begin: (work: LongWork | undefined): Reader => {
      begin.run()
      // SQLite's BEGIN takes no snapshot: the first select does.
      select.get()
      long.work = work
      return work ? long.connection : short
    },
    end: () => {
      if (client.inTransaction) commit.run()
    },
  }
}
