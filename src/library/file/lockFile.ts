import type { Database as Sqlite } from 'bun:sqlite'
import { existsSync, lstatSync, statSync } from 'node:fs'
import { OperationalError } from '../../base/errors.ts'
import { fileErrorKind } from '../../base/fileErrors.ts'
import { quoteForShell } from '../../base/visibleText.ts'
import { describeClosedLibrary } from '../fileOwner.ts'
import { createFile, isWritable } from '../permissions.ts'
import { openSqlite } from './openSqlite.ts'

// Beside each library lies a lock file, which is empty. It has two purposes:
// - The process that serves the library holds an exclusive lock on it. SQLite takes the lock, on the lock file as an empty
//   database, and the operating system releases it when the process ends: https://sqlite.org/lockingv3.html
// - It shows that a library belongs here. When the library is missing, for instance because a disk is not mounted, no
//   empty library is created in its place.

export const lockFilePath = (path: string) => `${path}.lock`

/** Creates the lock file of a library, unless it exists. @throws OperationalError when it is no file, but a link */
export const createLockFile = (path: string): void => {
  const lockFile = lockFilePath(path)
  if (lstatSync(lockFile, { throwIfNoEntry: false })?.isFile()) return
  try {
    createFile(lockFile)
  } catch (error) {
    if (fileErrorKind(error) !== 'exists') throw error
    // Another process may have created it just now.
    if (!lstatSync(lockFile).isFile()) throw unusableLockFile(lockFile)
  }
}

/**
 * Makes sure that a new library may be created at a path. Remains show that the library of this path is missing: an empty
 * one in its place would look like a loss of data. Remains are an empty file, a lock file or a WAL.
 * @throws OperationalError when there are such remains
 */
export const requireNoRemains = (path: string): void => {
  const isEmpty = existsSync(path) && statSync(path).size === 0
  const remains = isEmpty ? path : [lockFilePath(path), `${path}-wal`].find(existsSync)
  if (!remains) return
  const problem = isEmpty ? `${path} is empty` : `There is no ${path}, but there was: ${remains} is still here`
  throw new OperationalError(
    `${problem}. Put the library back (music-library restore BACKUP), or start a new one with: serve --new`,
  )
}

/** How long a lock is waited for, in milliseconds. `isLocked` holds it for a moment, too. */
const lockTimeoutMs = 500

/**
 * Acquires the lock of the one process that serves the library.
 * @returns a function that releases the lock
 * @throws OperationalError while a server of this process or of another one serves the library, and when this user may not write the lock file
 */
export const acquireLock = (path: string): (() => void) => {
  createLockFile(path)
  requireWritable(path)
  const lock = tryLock(lockFilePath(path))
  if (!lock) throw new OperationalError(`${path} is served already. Stop that server first.`)
  return () => lock.close()
}

/** SQLite takes only a shared lock on a file that it can't write, and a shared lock keeps no other server out. */
const requireWritable = (path: string) => {
  if (isWritable(lockFilePath(path))) return
  const reason = `${lockFilePath(path)} can't be written by this user, so the library can't be locked.`
  throw describeClosedLibrary(path, reason) ?? new OperationalError(reason)
}

/**
 * Two names of one file (hard links) have two lock files and two WALs: what two processes write by them is lost. A name with a WAL is not
 * looked at, since closing it would write the WAL into the file before it is checked.
 * @throws OperationalError while a process uses the library by another name
 */
export const requireNoOtherName = (path: string): void => {
  if (statSync(path).nlink === 1 || existsSync(`${path}-wal`) || !isOpen(path)) return
  throw new OperationalError(
    `${path} is in use by another program under another name (a hard link). Stop that program, and keep one of the names: find FOLDER -samefile ${quoteForShell(path)} lists them.`,
  )
}

/** Whether a connection has a library open that has no WAL. */
const isOpen = (path: string): boolean => {
  using client = openSqlite(path, 'readwrite')
  try {
    // In this mode, SQLite locks the file itself, which each connection to a library with a WAL has locked against it.
    client.run('PRAGMA locking_mode = EXCLUSIVE')
    client.query('SELECT count(*) FROM sqlite_schema').get()
    return false
  } catch (error) {
    if (fileErrorKind(error) === 'busy') return true
    throw error
  }
}

/** Returns whether a process serves the library; undefined when this user may not write the lock file, and so can't know. */
export const isServed = (path: string): boolean | undefined => isLocked(lockFilePath(path))

/** The same for any file that is used as a lock. */
export const isLocked = (lockFile: string): boolean | undefined => {
  if (!existsSync(lockFile)) return false
  if (!isWritable(lockFile)) return
  const lock = tryLock(lockFile, 0)
  lock?.close()
  return !lock
}

/**
 * Locks an empty file, until the lock is closed or the process ends.
 * @returns undefined when another connection holds the lock for longer than `timeoutMs`
 * @throws OperationalError when the file can't be locked
 */
export const tryLock = (lockFile: string, timeoutMs = lockTimeoutMs): Sqlite | undefined => {
  let lock: Sqlite | undefined
  try {
    lock = openSqlite(lockFile, 'readwrite')
    lock.run(`PRAGMA busy_timeout = ${timeoutMs}`)
    // Without this, SQLite creates a -journal file beside the lock file.
    lock.run('PRAGMA journal_mode = MEMORY')
    lock.run('BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    lock?.close()
    if (fileErrorKind(error) === 'busy') return
    throw unusableLockFile(lockFile)
  }
}

const unusableLockFile = (lockFile: string) =>
  new OperationalError(
    `${lockFile} can't be locked. It is an empty file that belongs to the library; delete it if it is a link, or has anything in it.`,
  )
