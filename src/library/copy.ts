import type { Database as Sqlite } from 'bun:sqlite'
import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { OperationalError } from '../base/errors.ts'
import { type Contents, readContents, verifyLibrary } from './file/integrity.ts'
import { createFile } from './permissions.ts'
import { takeTemporaryName } from './temporaryFiles.ts'

/**
 * Copies an open library into one file, while other connections read and write it. The copy gets the name `target` after
 * it was verified and synced to disk. It replaces a file that has this name.
 * @param client - opened by `openSqlite`, so that `VACUUM INTO` takes a URL
 * @returns the row counts of the copy
 * @throws OperationalError when the copy is damaged or its row counts differ from those of the library
 */
export const copyTo = (client: Sqlite, target: string): Contents => {
  using copy = createCopy(target)
  const versionBefore = readDataVersion(client)
  // SQLite would create the file with the mode that the umask gives. It accepts an empty one, and with `mode=rw` creates
  // none: https://sqlite.org/uri.html#recognized_query_parameters
  // The file name is a bound parameter, because it may contain quotes.
  client.query('VACUUM INTO ?').run(`${Bun.pathToFileURL(copy.temporary).href}?mode=rw`)
  const expected = readContents(client)
  // After a commit of another connection the row counts of library and copy may differ.
  const isUnchanged = readDataVersion(client) === versionBefore
  return copy.complete(isUnchanged ? expected : undefined)
}

/** Creates an empty file with a temporary name, which becomes the copy `target`. Its end deletes what is left under the temporary name. */
export const createCopy = (target: string) => {
  const { path: temporary, [Symbol.dispose]: dispose } = takeTemporaryName(target)
  const folder = dirname(temporary)
  createFile(temporary)
  return {
    /** The path of the file until it is complete. */
    temporary,
    /**
     * Verifies the file, syncs it to disk, and gives it the name `target`. It replaces a file that has this name.
     * @param expected - the row counts that it has to have, if they are known
     * @throws OperationalError when it is damaged, or has other row counts
     */
    complete: (expected: Contents | undefined): Contents => {
      const contents = verifyLibrary(temporary, 'write', target)
      if (expected && !Bun.deepEquals(contents, expected)) {
        throw new OperationalError('The copy does not have the records of the library. It was deleted.')
      }
      syncToDisk(temporary)
      renameSync(temporary, join(folder, basename(target)))
      syncToDisk(folder)
      return contents
    },
    [Symbol.dispose]: dispose,
  }
}

/** A number that changes with each commit of another connection: https://sqlite.org/pragma.html#pragma_data_version */
const readDataVersion = (client: Sqlite) =>
  client.query<{ data_version: number }, []>('PRAGMA data_version').get()?.data_version

/** Makes the contents of a file, or the names of the files in a folder, survive a power failure. */
export const syncToDisk = (path: string): void => {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
