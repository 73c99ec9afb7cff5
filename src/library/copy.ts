import type { Database as Sqlite } from 'bun:sqlite'
import { chmodSync, closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { OperationalError } from '../errors.ts'
import { type Contents, readContents, verifyLibrary } from './integrity.ts'
import { removeStaleTemporaryFiles, temporaryName } from './retention.ts'

/**
 * Copies a library that is open, while others read and write it, into one file of its own. The copy gets its name only
 * when it has been opened, checked and counted, and is on disk.
 * @throws OperationalError when the copy is not what was copied.
 */
export const copyTo = (client: Sqlite, target: string): Contents => {
  const unfinished = temporaryName(target)
  removeStaleTemporaryFiles(dirname(target))
  try {
    const before = versionOf(client)
    // The name is a parameter, so it may have any characters.
    client.query('VACUUM INTO ?').run(unfinished)
    const expected = readContents(client)
    // What others wrote meanwhile may be in the one and not in the other.
    const comparable = versionOf(client) === before
    chmodSync(unfinished, 0o600)
    const copied = verifyLibrary(unfinished, target)
    if (comparable && !Bun.deepEquals(copied, expected)) {
      throw new OperationalError('The copy has not the records that the library has. It was thrown away.')
    }
    syncToDisk(unfinished)
    renameSync(unfinished, target)
    syncToDisk(dirname(target))
    return copied
  } finally {
    for (const end of ['', '-journal', '-wal', '-shm']) rmSync(unfinished + end, { force: true })
  }
}

/** A number that changes when somebody else writes to the file. */
const versionOf = (client: Sqlite) =>
  client.query<{ data_version: number }, []>('PRAGMA data_version').get()?.data_version

/** Makes sure that a file, or the names in a folder, survive a power cut. */
export const syncToDisk = (path: string): void => {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
