import type { SQLQueryBindings, Database as Sqlite, Statement } from 'bun:sqlite'
import { fileErrorKind } from '../../base/fileErrors.ts'
import { systemClock } from '../clock.ts'
import type { Database, ExternalVersion } from '../database.ts'
import { createPlaces } from '../longWork.ts'
import { createCheckpoints } from './checkpoints.ts'
import { openSqlite } from './openSqlite.ts'
import { createReadPool } from './readPool.ts'
import { createReserve } from './reserve.ts'
import { connect } from './session.ts'
import { WriteQueue } from './writeQueue.ts'

/**
 * A connection for single selects. It uses the writing connection between two transactions, since SQLite empties the page
 * cache of every other connection at each commit. During a transaction it uses the reader, so that no select sees an
 * uncommitted write.
 */
const preferWriter = (writer: Sqlite, reader: Sqlite): Sqlite => {
  const prepare = (sql: string) => {
    const onWriter = writer.prepare(sql)
    let prepared: Statement | undefined
    const onReader = () => {
      prepared ??= reader.prepare(sql)
      return prepared
    }
    const run =
      <Rows>(select: (statement: Statement, values: SQLQueryBindings[]) => Rows) =>
      (...values: SQLQueryBindings[]): Rows => {
        if (writer.inTransaction) return select(onReader(), values)
        try {
          return select(onWriter, values)
        } catch (error) {
          // Another program has locked the file. The writer's busy timeout is 0; the reader waits.
          if (fileErrorKind(error) === 'busy') return select(onReader(), values)
          throw error
        }
      }
    return {
      values: run((statement, values) => statement.values(...values)),
      all: run((statement, values) => statement.all(...values)),
    }
  }
  return { prepare } as unknown as Sqlite // Drizzle's selects call nothing else of a connection.
}

/** @param client - the connection that writes: its own commits do not change the number */
const createExternalVersion = (client: Sqlite): ExternalVersion => {
  const select = client.prepare<{ data_version: number }, []>('PRAGMA data_version')
  let current: number | undefined
  const read = (): number => {
    try {
      return select.get()?.data_version ?? Number.NaN
    } catch {
      // Another program holds an exclusive lock, and so may change the file. NaN equals no version, not even itself.
      return Number.NaN
    }
  }
  return {
    read,
    readOncePerTurn: () => {
      if (current === undefined) {
        current = read()
        setImmediate(() => {
          current = undefined
        })
      }
      return current
    },
  }
}

/** How many of the connections for read transactions long ones use. */
const maxLongSnapshots = 4

interface ConnectOptions {
  /** The maximum size of the file, in pages of 4 KiB. */
  maxPages?: number | undefined
  /**
   * Throws an error when the files of the library are not the ones any more that were opened. It is called before and after each commit, and before a
   * further connection is opened.
   * @param isAlone - whether only one commit of this process can have come since the last call
   */
  requireFiles: (isAlone: boolean) => void
  /** Whether the process serves the library. */
  serve: boolean
}

/**
 * Connects to a library in a file whose schema is up to date. Takes over `writer`, and closes it in the end.
 * @returns the database, and the connection for single selects
 */
export const connectDatabase = (
  writer: Sqlite,
  path: string,
  { maxPages, requireFiles, serve }: ConnectOptions,
): Database & { reader: Sqlite } => {
  configureWriter(writer, maxPages)
  const reader = openReader(path)
  const pool = createReadPool(() => {
    requireFiles(false)
    return openReader(path)
  })
  const places = createPlaces(maxLongSnapshots)
  const checkpoints = createCheckpoints(writer)
  const reserve = createReserve(writer, reader, path)
  if (serve) reserve.create()
  const queue = new WriteQueue(writer, { clock: systemClock, requireFiles, reserve })
  return {
    reader,
    read: connect(preferWriter(writer, reader)),
    snapshot: (run) => pool.run(run),
    longSnapshot: (work, run) => places.run(work, (owned) => checkpoints.run(() => pool.run(run, owned))),
    write: queue.write,
    onCommit: queue.onCommit,
    externalVersion: createExternalVersion(writer),
    catchUp: undefined,
    chunksPerSelect: 1,
    stats: queue.stats,
    clock: systemClock,
    createResetPoint: undefined,
    resets: undefined,
    releaseMemory: () => {
      const shrink = (client: Sqlite) => client.run('PRAGMA shrink_memory')
      for (const client of [reader, writer]) shrink(client)
      pool.forEachClient(shrink)
    },
    close: async () => {
      await queue.idle()
      await places.close()
      pool.close()
      // The writer is closed last: SQLite removes the WAL when the last connection that may write is closed.
      for (const client of [reader, writer]) client.close(true)
    },
  }
}

/** The change to WAL may have to wait for a lock: the caller has set a busy timeout. */
const configureWriter = (client: Sqlite, maxPages: number | undefined) => {
  client.run('PRAGMA journal_mode = WAL')
  // What a long write needs for its rollback would fill the memory: a seed may change every page of the library.
  client.run('PRAGMA temp_store = FILE')
  // FULL syncs the WAL at each commit, before the write is acknowledged.
  client.run('PRAGMA synchronous = FULL')
  client.run('PRAGMA foreign_keys = ON')
  // In KiB. Single selects use this cache, too.
  client.run('PRAGMA cache_size = -8000')
  // In bytes. A WAL that had to grow beyond it, because a long transaction read it, is cut when it is written from its
  // start again.
  client.run('PRAGMA journal_size_limit = 33554432')
  openWal(client)
  if (maxPages !== undefined) client.run(`PRAGMA max_page_count = ${Math.trunc(maxPages)}`)
  // From now on the write queue waits for locks. SQLite would block the event loop while it waits.
  client.run('PRAGMA busy_timeout = 0')
}

const openReader = (path: string) => {
  const client = openSqlite(path, 'readonly')
  client.run('PRAGMA busy_timeout = 5000')
  openWal(client)
  return client
}

/** SQLite opens the WAL at the first select. */
const openWal = (client: Sqlite) => client.run('SELECT 1 FROM sqlite_schema')
