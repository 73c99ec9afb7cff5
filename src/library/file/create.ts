import { existsSync, linkSync, renameSync, rmSync } from 'node:fs'
import { fileErrorKind } from '../../base/fileErrors.ts'
import { makeLibraryId } from '../libraryId.ts'
import { createFile } from '../permissions.ts'
import { takeTemporaryName } from '../temporaryFiles.ts'
import { verifyLibrary } from './integrity.ts'
import { acquireLock, createLockFile, lockFilePath } from './lockFile.ts'
import { migrate } from './migrate.ts'
import { openSqlite } from './openSqlite.ts'

/**
 * Creates an empty library with the current schema, and its lock file. The library gets its name when it is complete, so a
 * process that is killed leaves none. If another process creates the library at the same time, the first one stays.
 */
export const createLibrary = (path: string): void => {
  using temporary = takeTemporaryName(path)
  // SQLite would create the file with the mode that the umask gives.
  createFile(temporary.path)
  fillNew(temporary.path)
  linkIfAbsent(temporary.path, path)
  createLockFile(path)
}

const fillNew = (path: string) => {
  using client = openSqlite(path, 'readwrite')
  migrate(client)
  makeLibraryId(client)
}

/** Gives a file a second name, unless another file has it. Renaming would replace that file. */
const linkIfAbsent = (source: string, target: string) => {
  try {
    linkSync(source, target)
  } catch (error) {
    if (fileErrorKind(error) === 'exists') return
    // The file system has no hard links.
    renameSync(source, target)
  }
}

/** The tables that migrations and starts without an admin fill: a library that has rows only in these has no records. */
export const filledTables = ['roles', 'folded_letters', 'audit_gap', 'setup_codes', 'cleanup_clock']

/**
 * Removes a library that a failed command created, unless it has been used since. The rows that
 * migrations and starts insert don't count.
 * @throws OperationalError while a process serves the library
 */
export const removeIfEmpty = (path: string): void => {
  const releaseLock = acquireLock(path)
  try {
    // Another connection is open, or a process was killed: the WAL may contain writes.
    if (existsSync(`${path}-wal`)) return
    const { rows } = verifyLibrary(path)
    const hasRecords = Object.entries(rows).some(([table, count]) => !filledTables.includes(table) && count > 0)
    if (!hasRecords) for (const file of [path, lockFilePath(path)]) rmSync(file)
  } finally {
    releaseLock()
  }
}
