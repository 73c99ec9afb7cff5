import type { Database as Sqlite } from 'bun:sqlite'
import type { Clock } from '../clock.ts'
import { type Database, noExternalVersion, type Reset } from '../database.ts'
import { keepTemporaryTablesInMemory } from '../file/openSqlite.ts'
import { connect, connectForLongWork, connectWaiting } from '../file/session.ts'
import { WriteQueue } from '../file/writeQueue.ts'
import { libraryTables } from '../libraryTables.ts'
import { createPlaces } from '../longWork.ts'
import { createReadWriteLock } from './readWriteLock.ts'

/** SQLite's table of the last ids. With it, new records get the same ids again. */
const names = [...libraryTables, 'sqlite_sequence']

/**
 * Copies all tables into temporary ones, which are in memory. See `Database.createResetPoint`. A reset writes only the rows that
 * have changed: triggers and the capture of changes make each row that is written expensive.
 * @param forgetAll - called in each reset, before any write that follows it
 */
const createResetPoint = (
  writer: Sqlite,
  write: Database['write'],
  clock: Clock,
  forgetAll: readonly (() => void)[],
): Reset => {
  const resetClock = clock.mark()
  keepTemporaryTablesInMemory(writer)
  for (const name of names) {
    writer.run(`CREATE TEMP TABLE "initial ${name}" AS SELECT rowid AS initial_rowid, * FROM main."${name}"`)
  }
  const deleteChanged = (name: string) =>
    writer.run(
      `DELETE FROM main."${name}" WHERE rowid IN
        (SELECT rowid FROM (SELECT rowid, * FROM main."${name}" EXCEPT SELECT * FROM temp."initial ${name}"))`,
    )
  const insertMissing = (name: string, columns: string) =>
    writer.run(
      `INSERT INTO main."${name}" (rowid, ${columns}) SELECT initial_rowid, ${columns} FROM temp."initial ${name}"
        WHERE initial_rowid NOT IN (SELECT rowid FROM main."${name}")`,
    )
  const columns = names.map((name) => [name, listColumns(writer, name)] as const)
  return (check) =>
    // The work uses the connection itself, since Drizzle has no statement for a table of another schema.
    write(async (tx) => {
      await check?.(tx)
      // References may dangle until all tables are complete. Other writes of the same commit are not concerned.
      writer.run('PRAGMA defer_foreign_keys = ON')
      try {
        for (const name of names) deleteChanged(name)
        for (const [name, list] of columns) insertMissing(name, list)
        resetClock()
        // Here and not after the commit: writes that come next in the same batch have to see it.
        for (const forget of forgetAll) forget()
      } finally {
        writer.run('PRAGMA defer_foreign_keys = OFF')
      }
    })
}

const listColumns = (client: Sqlite, table: string) =>
  client
    .query<{ name: string }, [string]>('SELECT name FROM pragma_table_info(?)')
    .all(table)
    .map(({ name }) => `"${name}"`)
    .join(', ')

/** Long ones leave the lock to short ones. */
const maxLongSnapshots = 1

/** Readers wait for a batch, in milliseconds. */
const maxBatchMs = 5

interface ConnectOptions {
  clock: Clock
  /** The maximum size of the library, in pages of 4 KiB. */
  maxPages?: number | undefined
}

/**
 * Connects to a library in memory whose schema is up to date. Takes over `client`, and closes it in the end.
 *
 * SQLite has neither a WAL nor snapshots in memory, and so the only connection is shared: a lock keeps the state that a snapshot reads, and what
 * a write has not committed yet. The library needs no file and no descriptor.
 */
export const connectMemory = (client: Sqlite, { clock, maxPages }: ConnectOptions): Database => {
  keepTemporaryTablesInMemory(client)
  client.run('PRAGMA foreign_keys = ON')
  if (maxPages !== undefined) client.run(`PRAGMA max_page_count = ${Math.trunc(maxPages)}`)
  const lock = createReadWriteLock()
  const connection = connect(client)
  const long = connectForLongWork(client)
  const places = createPlaces(maxLongSnapshots)
  let resets = 0
  const forgetAll: (() => void)[] = [() => resets++]
  const queue = new WriteQueue(client, { clock, runAlone: lock.write, batchMs: maxBatchMs })
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
    externalVersion: noExternalVersion,
    catchUp: undefined,
    chunksPerSelect: 1,
    clock,
    stats: queue.stats,
    createResetPoint: () => createResetPoint(client, queue.write, clock, forgetAll),
    resets: { count: () => resets, onReset: (forget) => void forgetAll.push(forget) },
    releaseMemory: () => client.run('PRAGMA shrink_memory'),
    close: async () => {
      await queue.idle()
      await places.close()
      client.close(true)
    },
  }
}
