import type { Database as Sqlite } from 'bun:sqlite'
import { accessSync, constants, copyFileSync, existsSync, linkSync, mkdirSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import { OperationalError } from '../../base/errors.ts'
import { fileErrorKind } from '../../base/fileErrors.ts'
import { fileTimestamp } from '../copies.ts'
import { syncToDisk } from '../copy.ts'
import { describeFileError } from '../describeFileError.ts'
import { resolveLinks } from '../links.ts'
import { removeFile, takeTemporaryName } from '../temporaryFiles.ts'
import { copyLibrary } from './backup.ts'
import { type Contents, verifyLibrary } from './integrity.ts'
import { acquireLock, lockFilePath } from './lockFile.ts'
import { openSqlite } from './openSqlite.ts'
import { hasForeignWal } from './ownWal.ts'
import { requireNoOtherKind } from './protect.ts'
import { pruneReplacedLibraries } from './replacedLibraries.ts'

export interface RestoreResult {
  /** What the backup contains. */
  contents: Contents
  /** The new path of the library that was replaced; undefined if there was none. */
  replacedLibrary: string | undefined
  /** The paths of libraries that former restores had replaced, and that were deleted now. */
  prunedLibraries: string[]
}

interface RestoreOptions {
  /**
   * Whether the restored library has no tokens and no invitations. Otherwise those that were revoked since the backup are valid
   * again.
   */
  endSessions?: boolean
  /** How many replaced libraries stay, however old they are. */
  keepReplaced?: number
}

/**
 * Replaces a library with a verified copy of a backup. The replaced library gets another name. At every moment
 * either the old or the new library has the path, unless the old one is damaged.
 * @throws OperationalError when the backup is missing, damaged or from a newer program, and while any program uses the
 * library. The library is unchanged then.
 */
export const restore = (
  backup: string,
  path: string,
  { endSessions = false, keepReplaced = 3 }: RestoreOptions = {},
): RestoreResult => {
  if (!existsSync(backup)) throw new OperationalError(`There is no file ${backup}.`)
  if (resolveLinks(backup) === resolveLinks(path)) {
    throw new OperationalError(`${backup} is the library itself. Name a backup.`)
  }
  requireNoOtherKind(path)
  const hadLockFile = existsSync(lockFilePath(path))
  let releaseLock = () => {}
  try {
    mkdirSync(dirname(path), { recursive: true })
    // `pruneReplacedLibraries` reads it when the library is restored.
    accessSync(dirname(path), constants.R_OK)
    using temporary = takeTemporaryName(path)
    releaseLock = acquireLock(path)
    // A copy would leave damaged indexes behind, and with them the signs that records are missing.
    verifyLibrary(backup, 'backup')
    const contents = copyLibrary(backup, temporary.path, { use: 'backup', name: path })
    if (endSessions) revokeAll(temporary.path)
    const replacedLibrary = moveAside(path)
    renameSync(temporary.path, path)
    syncToDisk(dirname(path))
    return {
      contents,
      replacedLibrary,
      prunedLibraries: pruneReplacedLibraries(path, keepReplaced, { backup, replaced: replacedLibrary }),
    }
  } catch (error) {
    throw describeFileError(error, path, 'library')
  } finally {
    releaseLock()
    // A lock file without a library would prevent `openLibrary` from creating one.
    if (!hadLockFile && !existsSync(path)) removeFile(lockFilePath(path))
  }
}

/**
 * Revokes all tokens, invitations and setup codes. It runs before the library has its name: no server can accept one of the backup. The
 * backup may have an older schema, without some of them: it is upgraded when it is opened.
 */
const revokeAll = (path: string) => {
  using client = openSqlite(path, 'readwrite')
  const tables = client.query<{ name: string }, []>(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name IN ('tokens', 'invitations', 'setup_codes')",
  )
  for (const { name } of tables.all()) client.run(`DELETE FROM ${name}`)
}

/**
 * Gives the library a second name, and removes its WAL: SQLite would apply this WAL to the file that takes its place. What does not belong
 * together stays as it is.
 * @returns the second name; undefined if there is no library
 */
const moveAside = (path: string): string | undefined => {
  const replacedLibrary = `${path}.replaced-${fileTimestamp()}`
  if (!existsSync(path)) {
    // A WAL without its library may still contain data that can be recovered, so it is not deleted.
    if (existsSync(`${path}-wal`)) renameSync(`${path}-wal`, `${replacedLibrary}-wal`)
    return
  }
  if (!hasForeignWal(path) && checkpointWal(path)) {
    linkOrCopy(path, replacedLibrary)
    return replacedLibrary
  }
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(path + suffix)) renameSync(path + suffix, replacedLibrary + suffix)
  }
  return replacedLibrary
}

/** The library keeps its first name, so that a file has this name until the restored library replaces it. */
const linkOrCopy = (source: string, target: string) => {
  try {
    linkSync(source, target)
  } catch {
    // The file system has no hard links.
    copyFileSync(source, target, constants.COPYFILE_EXCL)
    syncToDisk(target)
  }
}

/**
 * Moves the contents of the WAL into the library, so that the library is one file.
 * @returns false when the library is too damaged for that
 * @throws OperationalError while another program has the library open; SQLiteError when the disk is full
 */
const checkpointWal = (path: string): boolean => {
  let client: Sqlite | undefined
  try {
    client = openSqlite(path, 'readwrite')
    client.run('PRAGMA busy_timeout = 1000')
    // Leaving WAL mode needs an exclusive lock, and so fails while there is another connection. It removes the WAL:
    // https://sqlite.org/wal.html#persistence_of_wal_mode
    client.query('PRAGMA journal_mode = DELETE').all()
    return !existsSync(`${path}-wal`)
  } catch (error) {
    if (fileErrorKind(error) === 'busy') {
      throw new OperationalError(`${path} is in use by another program. Stop that one first.`)
    }
    if (['damaged', 'notDatabase'].includes(fileErrorKind(error) ?? '')) return false
    throw error
  } finally {
    client?.close()
  }
}
