import type { Database as Sqlite } from 'bun:sqlite'
import type { Clock } from '../clock.ts'
import type { Database } from '../database.ts'
import { connect, connectForLongWork, connectWaiting } from '../file/session.ts'
import { createWriteQueue } from '../file/writeQueue.ts'
import { createPlaces } from '../longWork.ts'
import { createReadWriteLock } from './readWriteLock.ts'
import { createResetPoint } from './resetPoint.ts'

/** Long ones leave the lock to short ones. */
const maxLongSnapshots = 1

interface ConnectOptions {
  clock: Clock
  /** The maximum size of the library, in pages of 4 KiB. */
  maxPages?: number | undefined
}

/** No other program can change a library in memory. */
const externalVersion = { read: () => 0, readOncePerTurn: () => 0 }

/**
 * Connects to a library in memory whose schema is up to date. Takes over `client`, and closes it in the end.
 *
 * SQLite has neither a WAL nor snapshots in memory, and so the only connection is shared: a lock keeps the state that a snapshot reads, and what
 * a write has not committed yet. The library needs no file and no descriptor.
 */
export const connectMemory = (client: Sqlite, { clock, maxPages }: ConnectOptions): Database => {
  // A later change of this setting would delete the temporary tables.
  client.run('PRAGMA temp_store = MEMORY')
  client.run('PRAGMA foreign_keys = ON')
  if (maxPages !== undefined) client.run(`PRAGMA max_page_count = ${Math.trunc(maxPages)}`)
  const lock = createReadWriteLock()
  const connection = connect(client)
  const long = connectForLongWork(client)
  const places = createPlaces(maxLongSnapshots)
  const queue = createWriteQueue(client, { clock, runAlone: lock.write })
  return {
    read: connectWaiting(client, lock.written),
    snapshot: (run) => lock.read(() => run(connection)),
    longSnapshot: (work, run) =>
      places.run(work, (owned) =>
        lock.read(() => {
          long.work = owned
          return run(long.connection)
        }),
      ),
    write: queue.write,
    onCommit: queue.onCommit,
    externalVersion,
    catchUp: undefined,
    chunksPerSelect: 1,
    now: clock.present,
    stats: queue.stats,
    createResetPoint: () => createResetPoint(client, queue.write, clock),
    releaseMemory: () => client.run('PRAGMA shrink_memory'),
    close: async () => {
      await queue.idle()
      await places.close()
      client.close(true)
    },
  }
}
