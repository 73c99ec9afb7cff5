import { constants, type Database as Sqlite } from 'bun:sqlite'
import { existsSync, statSync } from 'node:fs'
import { DamagedLibrary, OperationalError } from '../../base/errors.ts'
import { fileErrorKind } from '../../base/fileErrors.ts'
import { quoteForShell } from '../../base/visibleText.ts'
import { fileTimestamp } from '../copies.ts'
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
export const findDamage = (reader: Sqlite, writer: Sqlite, path: string): string | undefined => {
  return isDamaged(reader, path) ? noteDamage(writer) : undefined
}

/** The same with a new connection, which has no pages in its cache. */
export const findDamageAnew = (writer: Sqlite, path: string): string | undefined => {
  const client = openSqlite(path, 'readonly')
  try {
    return findDamage(client, writer, path)
  } finally {
    client.close(true)
  }
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

const isDamaged = (client: Sqlite, path: string) => {
  if (statSync(path).size > maxCheckedBytes) return false
  try {
    const [result] = client.query<{ quick_check: string }, []>('PRAGMA quick_check(1)').all()
    return result?.quick_check !== 'ok'
  } catch (error) {
    if (fileErrorKind(error) === 'damaged') return true
    throw error
  }
}

/** Leaves the WAL behind: so the next start checks the library, too, before it listens. */
const keepWal = (writer: Sqlite) => writer.fileControl(constants.SQLITE_FCNTL_PERSIST_WAL, 1)

/**
 * A WAL is made after its library. One that is older belongs to a file that was at this path before, as when a backup is copied to the
 * place of a library whose server was killed: SQLite would apply it, and damage the copy.
 * @throws OperationalError for such a WAL
 */
export const requireOwnWal = (path: string): void => {
  const library = statSync(path, { throwIfNoEntry: false })
  const wal = statSync(`${path}-wal`, { throwIfNoEntry: false })
  // Not every file system tells when a file was made: then the time is 0.
  if (!library || !wal?.size || wal.birthtimeMs === 0 || wal.birthtimeMs >= library.birthtimeMs) return
  // Where both were copied with their times, as from an archive, the order in which they were made says nothing.
  if (wal.mtimeMs < wal.birthtimeMs) return
  const [file, aside] = [`${path}-wal`, `${path}.replaced-${fileTimestamp()}-wal`]
  throw new OperationalError(
    `${file} belongs to another file: it is older than ${path}, and would damage it. To use the library as it is, move the other file away: mv ${quoteForShell(file)} ${quoteForShell(aside)}`,
  )
}
