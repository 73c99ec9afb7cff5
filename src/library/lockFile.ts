import { Database as Sqlite } from 'bun:sqlite'
import { closeSync, existsSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { errorCode, OperationalError } from '../errors.ts'
import { copyOwner, isWritable } from './permissions.ts'

// Beside each library lies an empty file, the marker. It says that a library belongs here, should the library itself be
// gone; and a server holds a lock on it for as long as it serves. The lock is SQLite's own, so it ends with its process,
// however that ends.

export const lockFilePath = (path: string) => `${path}.lock`

/** Says that a library belongs here. */
export const createLockFile = (path: string): void => {
  if (existsSync(lockFilePath(path))) return
  closeSync(openSync(lockFilePath(path), 'a', 0o600))
  copyOwner(existsSync(path) ? path : dirname(path), lockFilePath(path))
}

/** @throws OperationalError where no library is, and something says that one was: a new one would look like a loss of data. */
export const refuseIfVanished = (path: string): void => {
  const empty = existsSync(path) && statSync(path).size === 0
  const trace = empty ? path : [lockFilePath(path), `${path}-wal`].find(existsSync)
  if (!trace) return
  const what = empty ? `${path} is empty` : `There is no ${path}, but there was: ${trace} is still here`
  throw new OperationalError(
    `${what}. Put the library back (music-library restore BACKUP), or start a new one with: serve --new`,
  )
}

/**
 * Makes this process the one that serves the library.
 * @returns what ends that.
 * @throws OperationalError while another process serves it.
 */
export const acquireLock = (path: string): (() => void) => {
  createLockFile(path)
  requireWritable(path)
  // Whoever only looks whether it is served holds the lock for a moment, too.
  const lock = tryLock(path, 500)
  if (!lock) throw new OperationalError(`${path} is served by another process already. Stop that one first.`)
  return () => lock.close()
}

/** On a file that it may only read, SQLite would take a lock that others can take, too. */
const requireWritable = (path: string) => {
  if (isWritable(lockFilePath(path))) return
  throw new OperationalError(
    `${lockFilePath(path)} can't be written by this user, so the library can't be kept from other servers.`,
  )
}

/** Whether a process serves the library now; undefined where this user may not ask. */
export const isServed = (path: string): boolean | undefined => {
  if (!existsSync(lockFilePath(path))) return false
  if (!isWritable(lockFilePath(path))) return
  const lock = tryLock(path, 0)
  lock?.close()
  return !lock
}

const tryLock = (path: string, patience: number): Sqlite | undefined => {
  const lock = new Sqlite(lockFilePath(path), { readwrite: true })
  try {
    lock.run(`PRAGMA busy_timeout = ${patience}`)
    // So that no journal lies beside it.
    lock.run('PRAGMA journal_mode = MEMORY')
    lock.run('BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    lock.close()
    if (errorCode(error).startsWith('SQLITE_BUSY')) return
    throw new OperationalError(
      `${lockFilePath(path)} can't be locked. It is an empty file that belongs to the library; delete it if it has anything in it.`,
    )
  }
}
