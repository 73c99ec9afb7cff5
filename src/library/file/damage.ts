import { constants, type Database as Sqlite } from 'bun:sqlite'
import { existsSync, statSync } from 'node:fs'
import { DamagedLibrary } from '../../base/errors.ts'
import { fileErrorKind } from '../../base/fileErrors.ts'
import { openSqlite } from './openSqlite.ts'

/** Files up to this size are checked when they are opened or served, which takes up to 30 ms. `doctor` checks larger ones. */
const maxCheckedBytes = 8_388_608

/**
 * Whether the process that had the library open last has closed it: SQLite deletes the WAL then. A crash, a kill and a power failure leave
 * it behind. This has to be called before the library is opened.
 */
export const wasClosed = (path: string): boolean => !existsSync(`${path}-wal`)

/**
 * Checks a library that is served. Returns a sentence if it is damaged.
 * @param writer - the connection that is closed last
 */
export const findDamage = (reader: Sqlite, writer: Sqlite, path: string): string | undefined =>
  isDamaged(reader, path) ? noteDamage(writer) : undefined

/** The same with a new connection, which has no pages in its cache. */
export const findDamageAnew = (writer: Sqlite, path: string): string | undefined => {
  using client = openSqlite(path, 'readonly')
  return findDamage(client, writer, path)
}

/** Leaves the WAL of a damaged library behind. @returns a sentence */
export const noteDamage = (writer: Sqlite): string => {
  keepWal(writer)
  return 'The file of the library is damaged. Stop the server, and restore a backup.'
}

/** @throws OperationalError for a damaged library */
export const requireUndamaged = (writer: Sqlite, path: string): void => {
  if (!isDamaged(writer, path)) return
  keepWal(writer)
  throw new DamagedLibrary(`${path} is damaged. Restore it from a backup.`)
}

const isDamaged = (client: Sqlite, path: string) => statSync(path).size <= maxCheckedBytes && !isSound(client)

/** Whether all pages of a library fit together. Reads the whole file. */
export const isSound = (client: Sqlite): boolean => {
  try {
    const [result] = client.query<{ quick_check: string }, []>('PRAGMA quick_check(1)').all()
    return result?.quick_check === 'ok'
  } catch (error) {
    if (fileErrorKind(error) === 'damaged') return false
    throw error
  }
}

/** Leaves the WAL behind: so the next start checks the library, too, before it listens. */
const keepWal = (writer: Sqlite) => writer.fileControl(constants.SQLITE_FCNTL_PERSIST_WAL, 1)
