import type { Database as Sqlite } from 'bun:sqlite'
import { existsSync, lstatSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { isLocked, tryLock } from './file/lockFile.ts'
import { resolveLinks } from './links.ts'
import { createFile, isWritable } from './permissions.ts'

// A file that is being written has a temporary name. It is renamed when it is complete, so that a file with a final name is never a partial
// one. Meanwhile the writing process holds a lock, on an empty file with a name of the same kind. The operating system releases it when
// the process ends, so a file that is left is known, also one of another container. An id of a process would not tell: in another container
// it is the id of another process, and ids are used again.

/** Deletes a file or a folder if it is there. On a read-only disk, `rmSync` with `force` fails also for one that is not. */
export const removeFile = (path: string): void => {
  if (existsSync(path)) rmSync(path, { recursive: true, force: true })
}

/** Its end deletes what has this path, and the files that SQLite creates beside it, and releases the lock. */
interface TemporaryFile extends Disposable {
  path: string
}

/**
 * Returns a new temporary name for the file that becomes `target`, in the same folder, and locks it. Deletes what killed processes have left in
 * this folder. The id of the process in the name is for people.
 */
export const takeTemporaryName = (target: string): TemporaryFile => {
  const folder = resolveLinks(dirname(target))
  removeStaleTemporaryFiles(folder)
  const stem = `${basename(target)}.music-library-${process.pid}-${crypto.randomUUID().slice(0, 8)}`
  const path = join(folder, `${stem}.part`)
  const release = holdLock(join(folder, `${stem}.lock.part`))
  return {
    path,
    [Symbol.dispose]: () => {
      for (const suffix of ['', '-journal', '-wal', '-shm']) removeFile(path + suffix)
      release()
    },
  }
}

const namePattern = /\.music-library-\d+-[0-9a-f]{8}(?:\.lock)?\.part(?:-\w+)?$/
const suffixPattern = /(?:\.lock)?\.part(?:-\w+)?$/

/** Some file systems have no locks. A file without a lock counts as left when it is old. */
const holdLock = (lockFile: string): (() => void) => {
  try {
    createFile(lockFile)
  } catch {
    // The file can't be created in this folder, either, and that error is reported.
    return () => {}
  }
  let lock: Sqlite | undefined
  const release = () => {
    lock?.close()
    removeFile(lockFile)
  }
  try {
    lock = tryLock(lockFile)
  } catch {
    // Nothing else depends on the lock.
  }
  if (!lock) release()
  return release
}

/** A file without a lock, which an earlier version may be writing, is left when it has not changed for so long, in milliseconds. */
const maxUnlockedAgeMs = 86_400_000

interface Leftover {
  paths: string[]
  /** Whether it is certain that no process writes it. */
  isStale: boolean
}

/** The folders in which programs that use a library have temporary files. */
export const listTemporaryFolders = (path: string | undefined, backupFolder: string | undefined): string[] =>
  [path && dirname(path), backupFolder, tmpdir()].filter((folder) => folder !== undefined)

/** Lists the temporary files in a folder that no process has locked; none of a folder that can't be read. */
export const listLeftovers = (folder: string): Leftover[] => {
  const byStem = Map.groupBy(listTemporaryFiles(folder), (path) => path.replace(suffixPattern, ''))
  return [...byStem].flatMap(([stem, paths]) => {
    const lockFile = `${stem}.lock.part`
    // The files were listed before. The lock is taken before its file is created, and released after that has its final name.
    if (!paths.includes(lockFile)) return [{ paths, isStale: paths.every(isOldFile) }]
    return isLockedOrUnknown(lockFile) ? [] : [{ paths, isStale: true }]
  })
}

const listTemporaryFiles = (folder: string) => {
  try {
    const resolved = resolveLinks(folder)
    const names = readdirSync(resolved).filter((name) => namePattern.test(name))
    return names.map((name) => join(resolved, name))
  } catch {
    return []
  }
}

const isLockedOrUnknown = (lockFile: string) => {
  try {
    return isLocked(lockFile) !== false
  } catch {
    return true
  }
}

const isOldFile = (path: string) => {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  return stat === undefined || (stat.isFile() && Date.now() - stat.mtimeMs > maxUnlockedAgeMs)
}

/** Deletes the temporary files in a folder that are certainly left. All other files stay. @returns the paths of those that were deleted */
export const removeStaleTemporaryFiles = (folder: string): string[] =>
  listLeftovers(folder).flatMap(({ paths, isStale }) => (isStale ? paths.filter(remove) : []))

/** Returns false if the file can't be deleted, or is gone. `doctor` names those that stay. */
const remove = (path: string) => {
  try {
    rmSync(path, { recursive: isOwn(path) })
    return true
  } catch {
    return false
  }
}

/** In the temporary folder of the machine, another user may have made a folder with such a name. */
const isOwn = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.uid === process.geteuid?.()

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
