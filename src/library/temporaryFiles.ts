import type { Database as Sqlite } from 'bun:sqlite'
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { errorCode } from '../base/errors.ts'
import { isWritable } from './permissions.ts'

// A file that is being written has a temporary name, which contains the id of the writing process. It is renamed when it
// is complete, so that a file with a final name is never a partial one.

/** Returns a new temporary name for the file that becomes `target`, in the same folder. */
export const temporaryName = (target: string): string =>
  `${target}.music-library-${process.pid}-${crypto.randomUUID().slice(0, 8)}.part`

const temporaryNamePattern = /\.music-library-(\d+)-[0-9a-f]{8}\.part(?:-\w+)?$/

/** Deletes a file if it is there. On a read-only disk, `rmSync` with `force` fails also for one that is not. */
export const removeFile = (path: string): void => {
  if (existsSync(path)) rmSync(path, { force: true })
}

/** Deletes a database with a temporary name, and the files that SQLite creates beside it. */
export const removeTemporaryDatabase = (path: string): void => {
  for (const suffix of ['', '-journal', '-wal', '-shm']) removeFile(path + suffix)
}

/**
 * Makes SQLite put its temporary files into the folder of a library, which has room for it and can be written: a container with
 * a read-only root often has no other such folder. SQLite deletes each of them as soon as it is open. The setting holds for the
 * whole process; where this folder is gone, SQLite uses the temporary folder of the machine. See
 * https://sqlite.org/tempfiles.html#temporary_file_storage_locations
 */
export const keepTemporaryFilesBeside = (client: Sqlite, path: string): void => {
  if (!isWritable(dirname(path))) return
  // The value of a pragma can't be a bound parameter.
  client.run(`PRAGMA temp_store_directory = '${dirname(path).replaceAll("'", "''")}'`)
}

/** Deletes the temporary files of ended processes from a folder. All other files stay. */
export const removeStaleTemporaryFiles = (folder: string): void => {
  for (const name of readdirSync(folder)) {
    const pid = Number(temporaryNamePattern.exec(name)?.[1])
    const path = join(folder, name)
    if (pid > 0 && isStale(path, pid)) rmSync(path, { force: true })
  }
}

/** In a container, a process often has the id of its predecessor. A file older than this process is the predecessor's. */
const isStale = (path: string, pid: number): boolean => {
  if (pid !== process.pid) return !isAlive(pid)
  const startedAt = Date.now() - process.uptime() * 1000
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat !== undefined && stat.mtimeMs < startedAt
}

const isAlive = (pid: number) => {
  try {
    // Signal 0 checks that the process exists, and sends nothing.
    return process.kill(pid, 0)
  } catch (error) {
    // The process exists, but belongs to another user.
    return errorCode(error) === 'EPERM'
  }
}
