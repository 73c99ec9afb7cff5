import { Database as Sqlite } from 'bun:sqlite'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import { migrations } from '../../migrations/index.ts'
import { createExternalVersion } from '../database/changeCapture.ts'
import type { Instant } from '../database/clock.ts'
import type { Connection, Reader, Writer } from '../database/connection.ts'
import { preferWriter } from '../database/preferWriter.ts'
import { createReadPool } from '../database/readPool.ts'
import { type CommitListener, createWriteQueue } from '../database/writeQueue.ts'
import { OperationalError } from '../errors.ts'
import { createLibrary } from './create.ts'
import { describeError, errorMessage } from './describeError.ts'
import { readSchemaVersion, requireLibrary, requireSqlite } from './integrity.ts'
import { type Location, libraryExists, locate } from './locate.ts'
import { acquireLock, createLockFile, isServed, refuseIfVanished } from './lockFile.ts'
import { upgrade } from './migrate.ts'
import { fileTimestamp } from './retention.ts'

/** The one way into the library's file, and the one way out of it. */
export interface Database {
  /** The file's full path, or `:memory:`. */
  readonly file: string
  /** True when opening made the file. */
  readonly created: boolean
  /** The copy that was made before opening brought its schema up to date. */
  readonly snapshotBefore: string | undefined
  /** One select at a time. It sees every write that was answered, and none that is under way. */
  readonly read: Reader
  /** Several selects that must see the same moment. */
  snapshot<T>(work: (read: Reader) => Promise<T>): Promise<T>
  /**
   * The only way to change anything: all or nothing, one at a time, on disk when it resolves.
   * Nothing but the database may be waited for inside.
   * @throws DatabaseBusy when another program keeps the file locked.
   */
  write<T>(work: (tx: Writer, now: Instant) => Promise<T>): Promise<T>
  /** Whoever remembers what was read: it is told of every change that `write` makes. There is one. */
  onCommit(watcher: CommitListener): void
  /** What other programs do to the file. */
  readonly externalVersion: ReturnType<typeof createExternalVersion>
  /** Why it can't do its work just now, in one sentence; undefined when it can. */
  problem(): Promise<string | undefined>
  /** What it takes on disk, in bytes; how many writes wait, and how many were made since it was opened. */
  stats(): { bytes: number; waiting: number; written: number }
  /** Gives back the memory of what was read; it is read again when it is needed. */
  releaseMemory(): void
  /** Looks a small file through for damage, in up to 30 milliseconds. @throws OperationalError */
  requireSound(): void
  /** Whether another file has taken the place of the one that was opened, as a restored backup does. */
  wasReplaced(): boolean
  /** Finishes the writes that wait, then closes the file cleanly. */
  close(): Promise<void>
}

export interface OpenOptions {
  /** Refuse where there is no library. */
  mustExist?: boolean
  /** Make a library even where something says that one was there. */
  createNew?: boolean
  /** Be the one process that serves the library. It looks for damage later, so as to begin soon. */
  serve?: boolean
  /** How many snapshots from before upgrades to keep. */
  keepSnapshots?: number
  /** The largest number of pages, of 4 KiB each, that the file may have. */
  maxPages?: number
}

/**
 * Opens the library at a path, a `file:` URL or `:memory:`, and brings its schema up to date. Where there is none, and
 * nothing says that there was one, it makes one.
 * @throws UsageError for a URL that names no file; OperationalError, in one sentence, for a file that can't be used.
 */
export const openDatabase = async (url: string, options: OpenOptions = {}): Promise<Database> => {
  const location = locate(url)
  if (options.mustExist && !libraryExists(location))
    throw new OperationalError(`There is no library at ${location.name}.`)
  try {
    return await open(location, options)
  } catch (error) {
    throw describeError(error, location.name)
  }
}

const open = async (location: Location, options: OpenOptions): Promise<Database> => {
  const { path, release } = placeOf(location)
  const created = makeIfMissing(path, options)
  requireSqlite(path)
  const main = new Sqlite(path, { readwrite: true })
  const clients = [main]
  let unclaim = () => {}
  try {
    main.run('PRAGMA busy_timeout = 5000')
    // Before anything else is done to the file, which may not even be ours.
    requireLibrary(main, location.name)
    if (!options.serve || readSchemaVersion(main) !== migrations.length) requireSound(main, path)
    if (options.serve && location.path !== undefined) unclaim = acquireLock(path)
    else requireNoOlderServer(main, path)
    const snapshot = upgrade(main, path, options.keepSnapshots ?? 3)
    prepareWriter(main, location, options)
    const reading = openReader(path)
    clients.unshift(reading)
    const moments = createReadPool(() => {
      const client = openReader(path)
      return { client, read: connect(client) }
    })
    if (location.path === undefined) moments.openAll()
    if (location.path !== undefined) createLockFile(path)
    release()

    const opened = location.path === undefined ? undefined : statSync(path).ino
    const queue = createWriteQueue(main, connect(main))
    return {
      file: location.name,
      created,
      snapshotBefore: snapshot,
      read: connect(preferWriter(main, reading)),
      snapshot: moments.run,
      write: queue.write,
      onCommit: queue.watch,
      externalVersion: createExternalVersion(main),
      problem: async () => problemOf(reading, path, opened),
      stats: () => ({ bytes: sizeOf(path) + sizeOf(`${path}-wal`), ...queue.figures() }),
      releaseMemory: () => {
        const shrink = (client: Sqlite) => client.run('PRAGMA shrink_memory')
        clients.forEach(shrink)
        moments.each(shrink)
      },
      requireSound: () => {
        // One in memory has lost its name by now, and was made by this process.
        if (location.path === undefined) return
        // Apart, since the pages of the whole file are of no use in a cache.
        using client = openReader(path)
        requireSound(client, path)
      },
      wasReplaced: () => wasReplaced(path, opened),
      close: async () => {
        await queue.idle()
        moments.close()
        for (const client of clients) client.close(true)
        unclaim()
      },
    }
  } catch (error) {
    for (const client of clients) client.close()
    unclaim()
    release()
    throw error
  }
}

/**
 * Where SQLite finds the library, and what to do once it is open. One in memory is a file among the temporary ones that
 * loses its name then: it behaves like every library, readers beside a writer included, and nothing of it is left
 * however the program ends.
 */
const placeOf = ({ path }: Location) => {
  if (path !== undefined) return { path, release: () => {} }
  const folder = mkdtempSync(join(tmpdir(), 'music-library-'))
  return { path: join(folder, 'library.db'), release: () => rmSync(folder, { recursive: true, force: true }) }
}

const statOf = (path: string) => statSync(path, { throwIfNoEntry: false })

const sizeOf = (path: string) => statOf(path)?.size ?? 0

/** One in memory has no file that could be replaced. */
const wasReplaced = (path: string, opened: number | undefined) => opened !== undefined && statOf(path)?.ino !== opened

const problemOf = (client: Sqlite, path: string, opened: number | undefined) => {
  if (wasReplaced(path, opened)) return 'Another file has taken the place of the library.'
  try {
    return readSchemaVersion(client) === migrations.length
      ? undefined
      : 'The library belongs to another version of the program.'
  } catch (error) {
    return errorMessage(error)
  }
}

const connect = (client: Sqlite): Connection => drizzle({ client })

/** True when there was no library, and now there is one. */
const makeIfMissing = (path: string, { createNew: anew = false }: OpenOptions): boolean => {
  const missing = !existsSync(path) || statSync(path).size === 0
  if (!missing) return false
  if (!anew) refuseIfVanished(path)
  mkdirSync(dirname(path), { recursive: true })
  // What is left of a library that is gone is no part of a new one, but may be all that there is of it.
  for (const end of ['', '-wal', '-shm'])
    if (existsSync(path + end)) renameSync(path + end, `${path}.old-${fileTimestamp()}${end}`)
  createLibrary(path)
  return true
}

/** Up to this size a file is looked through, by a server soon after it began and before all else. In larger ones `doctor` looks. */
const lookedThrough = 8_388_608

const requireSound = (client: Sqlite, path: string) => {
  if (statSync(path).size > lookedThrough) return
  const [fault] = client.query<{ quick_check: string }, []>('PRAGMA quick_check(1)').all()
  if (fault?.quick_check !== 'ok') throw new OperationalError(`${path} is damaged. Restore it from a backup.`)
}

/** A server must not have the schema changed under it by a newer program that is only asked for a piece of work. */
const requireNoOlderServer = (client: Sqlite, path: string) => {
  if (readSchemaVersion(client) === migrations.length || !isServed(path)) return
  throw new OperationalError(`${path} is served by an older program. Stop that one, and start this one in its place.`)
}

/** Waiting for locks was asked for before, since keeping a WAL needs one. */
const prepareWriter = (client: Sqlite, { path }: Location, { maxPages }: OpenOptions) => {
  client.run('PRAGMA journal_mode = WAL')
  // FULL puts a commit on disk before it is answered. What nobody will ever open again need not be on disk.
  client.run(`PRAGMA synchronous = ${path === undefined ? 'OFF' : 'FULL'}`)
  client.run('PRAGMA foreign_keys = ON')
  // In KiB. It serves the selects as well.
  client.run('PRAGMA cache_size = -8000')
  // In pages: the journal grows to 32 MB before it is moved into the library, where a page is written once by then.
  client.run('PRAGMA wal_autocheckpoint = 8000')
  touch(client)
  if (maxPages !== undefined) client.run(`PRAGMA max_page_count = ${Math.trunc(maxPages)}`)
  // From here on the queue waits for the lock itself: SQLite's own waiting would stop every other request.
  client.run('PRAGMA busy_timeout = 0')
}

const openReader = (path: string) => {
  const client = new Sqlite(path, { readonly: true })
  client.run('PRAGMA busy_timeout = 5000')
  touch(client)
  return client
}

/** SQLite opens the files of the WAL at the first read. A library in memory has lost its name by then. */
const touch = (client: Sqlite) => client.run('SELECT 1 FROM sqlite_schema')
