import { Database as Sqlite } from 'bun:sqlite'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { errorCode, OperationalError } from '../errors.ts'
import { copyTo, syncToDisk } from './copy.ts'
import { describeError } from './describeError.ts'
import { type Contents, openForInspection, requireLibrary, requireSqlite, verifyLibrary } from './integrity.ts'
import { acquireLock, lockFilePath } from './lockFile.ts'
import { copyOwner } from './permissions.ts'
import { fileTimestamp, removeStaleTemporaryFiles, temporaryName } from './retention.ts'

export interface Restored {
  contents: Contents
  /** Where the library is now that was there before, if one was. */
  kept: string | undefined
}

/**
 * Puts a backup in the place of a library: the file is checked first, the library that was there is kept under another
 * name, and at every moment there is one or the other.
 * @throws OperationalError for a file that is no sound library or too new, and while anything uses the library.
 */
export const restore = (backup: string, path: string): Restored => {
  if (!existsSync(backup)) throw new OperationalError(`There is no file ${backup}.`)
  if (existsSync(path) && realpathSync(backup) === realpathSync(path)) {
    throw new OperationalError(`${backup} is the library itself. Name a backup.`)
  }
  const unfinished = temporaryName(path)
  const marked = existsSync(lockFilePath(path))
  let unclaim = () => {}
  try {
    mkdirSync(dirname(path), { recursive: true })
    removeStaleTemporaryFiles(dirname(path))
    unclaim = acquireLock(path)
    const contents = hasJournal(backup) ? joined(backup, unfinished) : copied(backup, unfinished)
    copyOwner(existsSync(path) ? path : dirname(path), unfinished)
    const kept = moveAside(path)
    renameSync(unfinished, path)
    syncToDisk(dirname(path))
    return { contents, kept }
  } catch (error) {
    throw describeError(error, path)
  } finally {
    rmSync(unfinished, { force: true })
    unclaim()
    // A marker of a library that there is not would keep one from being made.
    if (!marked && !existsSync(path)) rmSync(lockFilePath(path), { force: true })
  }
}

/** A library that was copied by hand has its newest writes in a journal beside it. */
const hasJournal = (path: string) => existsSync(`${path}-wal`) && statSync(`${path}-wal`).size > 0

const joined = (backup: string, unfinished: string) => {
  requireSqlite(backup)
  const client = openForInspection(backup)
  try {
    requireLibrary(client, backup)
    return copyTo(client, unfinished)
  } finally {
    client.close(true)
  }
}

const copied = (backup: string, unfinished: string) => {
  copyFileSync(backup, unfinished)
  chmodSync(unfinished, 0o600)
  // The copy is what will be opened, so the copy is what has to be sound.
  const contents = verifyLibrary(unfinished, backup)
  syncToDisk(unfinished)
  return contents
}

/** Keeps the library under another name, too, without its journal, which would spoil whatever takes its place. */
const moveAside = (path: string): string | undefined => {
  const kept = `${path}.replaced-${fileTimestamp()}`
  if (!existsSync(path)) {
    // A journal without its library: no use to the one that comes, but perhaps to somebody.
    if (existsSync(`${path}-wal`)) renameSync(`${path}-wal`, `${kept}-wal`)
    return
  }
  if (checkpointWal(path)) linkOrCopy(path, kept)
  else for (const end of ['', '-wal', '-shm']) if (existsSync(path + end)) renameSync(path + end, kept + end)
  return kept
}

/** Under both names, so that the library is there until another takes its place. Some file systems have no links. */
const linkOrCopy = (path: string, kept: string) => {
  try {
    linkSync(path, kept)
  } catch {
    copyFileSync(path, kept)
    syncToDisk(kept)
  }
}

/**
 * Takes what is in the journal into the library, so that the library is one file.
 * @returns false for one that is too damaged for that.
 * @throws OperationalError while another program has it open, and when there is no room for it.
 */
const checkpointWal = (path: string): boolean => {
  let client: Sqlite | undefined
  try {
    client = new Sqlite(path, { readwrite: true })
    // Only who is alone with the file may give up its journal.
    client.run('PRAGMA busy_timeout = 1000')
    client.query('PRAGMA journal_mode = DELETE').all()
    return !existsSync(`${path}-wal`)
  } catch (error) {
    if (errorCode(error).startsWith('SQLITE_BUSY')) {
      throw new OperationalError(`${path} is in use by another program. Stop that one first.`)
    }
    if (/^SQLITE_(NOTADB|CORRUPT)/.test(errorCode(error))) return false
    throw error
  } finally {
    client?.close()
  }
}
