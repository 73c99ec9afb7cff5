import { Database as Sqlite } from 'bun:sqlite'
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import { Failure } from '../faults.ts'
import type { Instant } from './clock.ts'
import type { Connection, Reader, Writer } from './connection.ts'
import { explained } from './explain.ts'
import { isThere, type Location, locate } from './locate.ts'
import { migrate } from './migrate.ts'
import { writeQueue } from './queue.ts'

/** The one way into the library's file, and the one way out of it. */
export interface Database {
  /** The file's full path, or `:memory:`. */
  readonly file: string
  /** True when opening made the file. */
  readonly created: boolean
  /** One select at a time. It sees every write that was answered, and none that is under way. */
  readonly read: Reader
  /** Several selects that must see the same moment. */
  snapshot<T>(work: (read: Reader) => Promise<T>): Promise<T>
  /**
   * The only way to change anything: all or nothing, one at a time, on disk when it resolves.
   * Nothing but the database may be waited for inside.
   * @throws Busy when another program keeps the file locked.
   */
  write<T>(work: (tx: Writer, now: Instant) => Promise<T>): Promise<T>
  /** Finishes the writes that wait, then closes the file cleanly. */
  close(): Promise<void>
}

/**
 * Opens the library at a path, a `file:` URL or `:memory:`, and brings its schema up to date. Where there is no library
 * it makes one, unless it is told that there must be one.
 * @throws Misuse for a URL that names no file; Failure, in one sentence, for a file that can't be used.
 */
export const openDatabase = async (url: string, { mustExist = false } = {}): Promise<Database> => {
  const location = locate(url)
  if (mustExist && !isThere(location)) throw new Failure(`There is no library at ${location.name}.`)
  try {
    return await open(location)
  } catch (error) {
    throw explained(error, location.name)
  }
}

const open = async (location: Location): Promise<Database> => {
  const { path, release } = placeOf(location)
  mkdirSync(dirname(path), { recursive: true })
  const created = !existsSync(path)
  // It holds addresses and hashes. SQLite gives the files beside it the same rights.
  if (created) closeSync(openSync(path, 'a', 0o600))
  const main = new Sqlite(path, { create: true, readwrite: true })
  const clients = [main]
  try {
    prepareWriter(main, location)
    migrate(main)
    // From here on the queue waits for the lock itself: SQLite's own waiting would stop every other request.
    main.run('PRAGMA busy_timeout = 0')
    const [reading, moment] = [openReader(path), openReader(path)]
    clients.unshift(reading, moment)
    release()

    const queue = writeQueue(main, connect(main))
    return {
      file: location.name,
      created,
      read: connect(reading),
      snapshot: snapshots(moment, connect(moment)),
      write: queue.write,
      close: async () => {
        await queue.idle()
        for (const client of clients) client.close(true)
      },
    }
  } catch (error) {
    for (const client of clients) client.close()
    release()
    throw error
  }
}

/**
 * Where SQLite finds the library, and what to do once it is open. One in memory is a file among the temporary ones that
 * loses its name then: it behaves as any library does, readers beside a writer included, and nothing of it is left
 * however the program ends.
 */
const placeOf = ({ path }: Location) => {
  if (path !== undefined) return { path, release: () => {} }
  const folder = mkdtempSync(join(tmpdir(), 'music-library-'))
  return { path: join(folder, 'library.db'), release: () => rmSync(folder, { recursive: true, force: true }) }
}

const connect = (client: Sqlite): Connection => drizzle({ client })

/** The order matters: wait for locks before asking for one, and only then say how to keep a journal. */
const prepareWriter = (client: Sqlite, { path }: Location) => {
  client.run('PRAGMA busy_timeout = 5000')
  client.run('PRAGMA journal_mode = WAL')
  // FULL puts a commit on disk before it is answered. What nobody will ever open again need not be on disk.
  client.run(`PRAGMA synchronous = ${path === undefined ? 'OFF' : 'FULL'}`)
  client.run('PRAGMA foreign_keys = ON')
}

const openReader = (path: string) => {
  const client = new Sqlite(path, { readonly: true })
  client.run('PRAGMA busy_timeout = 5000')
  // SQLite opens its files at the first read, and a temporary library has lost its name by then.
  client.run('SELECT 1 FROM sqlite_schema')
  return client
}

/** Read transactions on one connection, one after the other: they only ever wait for SQLite, so a queue costs nothing. */
const snapshots = (client: Sqlite, read: Reader): Database['snapshot'] => {
  const begin = client.prepare('BEGIN')
  const end = client.prepare('COMMIT')
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(async () => {
      begin.run()
      try {
        return await work(read)
      } finally {
        end.run()
      }
    })
    last = mine.catch(() => {})
    return mine
  }
}
