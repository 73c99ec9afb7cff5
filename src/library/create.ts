import { Database as Sqlite } from 'bun:sqlite'
import { closeSync, existsSync, linkSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { errorCode } from '../errors.ts'
import { verifyLibrary } from './integrity.ts'
import { acquireLock, createLockFile, lockFilePath } from './lockFile.ts'
import { migrate } from './migrate.ts'
import { copyOwner } from './permissions.ts'
import { removeStaleTemporaryFiles, temporaryName } from './retention.ts'

/**
 * Makes an empty library. It gets its name when it is whole, so a program that dies over it leaves none; and where
 * another program is quicker, that one's is kept.
 */
export const createLibrary = (path: string): void => {
  const unfinished = temporaryName(path)
  removeStaleTemporaryFiles(dirname(path))
  try {
    // It will hold addresses and hashes. SQLite gives the files beside it the same rights.
    closeSync(openSync(unfinished, 'wx', 0o600))
    const client = new Sqlite(unfinished, { readwrite: true })
    try {
      migrate(client)
    } finally {
      client.close(true)
    }
    copyOwner(dirname(path), unfinished)
    giveName(unfinished, path)
    createLockFile(path)
  } finally {
    for (const end of ['', '-journal', '-wal', '-shm']) rmSync(unfinished + end, { force: true })
  }
}

/** Unlike renaming, linking never puts one file in the place of another. */
const giveName = (unfinished: string, path: string) => {
  try {
    linkSync(unfinished, path)
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return
    // Some file systems have no links.
    renameSync(unfinished, path)
  }
}

/** Takes a library away that was made for a piece of work that came to nothing, unless somebody uses it by now. */
export const removeIfEmpty = (path: string): void => {
  const unclaim = acquireLock(path)
  try {
    if (existsSync(`${path}-wal`)) return
    const { rows } = verifyLibrary(path)
    const used = Object.entries(rows).some(([table, count]) => table !== 'roles' && count > 0)
    if (!used) for (const file of [path, lockFilePath(path)]) rmSync(file)
  } finally {
    unclaim()
  }
}
