import type { Database as Sqlite } from 'bun:sqlite'
import { readSync, statSync } from 'node:fs'
import { OperationalError } from '../../base/errors.ts'
import { quoteForShell } from '../../base/visibleText.ts'
import { fileTimestamp } from '../copies.ts'
import { isSound } from './damage.ts'
import { openForGood } from './keptDescriptors.ts'
import { isServed } from './lockFile.ts'
import { openImmutable, openSqlite } from './openSqlite.ts'

// Nothing ties a WAL to its library. When a backup is copied to the place of a library whose server was killed, SQLite applies the WAL of the
// old library to the copy, and damages it. No file is changed here.

/** The size of a WAL that has no frame, in bytes: https://sqlite.org/fileformat.html#the_write_ahead_log */
const walHeaderBytes = 32

/** @throws OperationalError for a WAL that belongs to another file */
export const requireOwnWal = (path: string): void => {
  const isOlder = hasOlderWal(path)
  if (!isOlder && !(hasLeftWal(path) && isMismatch(path))) return
  const [file, aside] = [`${path}-wal`, `${path}.replaced-${fileTimestamp()}-wal`]
  const reason = isOlder ? `it is older than ${path}, and would damage it` : `it would damage ${path}`
  throw new OperationalError(
    `${file} belongs to another file: ${reason}. To use the library as it is, move the other file away: mv ${quoteForShell(file)} ${quoteForShell(aside)}`,
  )
}

/** The same for a library that this process keeps from all others. */
export const hasForeignWal = (path: string): boolean => hasOlderWal(path) || (hasFrames(path) && isMismatch(path))

/** Whether a process that did not close the library, as one that was killed, has left a WAL, and no process serves the library. */
export const hasLeftWal = (path: string): boolean => hasFrames(path) && isServed(path) !== true

const hasFrames = (path: string) => (statOf(`${path}-wal`)?.size ?? 0) > walHeaderBytes

/** A WAL is made after its library. One that is older belongs to a file that was at this path before. */
const hasOlderWal = (path: string) => {
  const [library, wal] = [statOf(path), statOf(`${path}-wal`)]
  // Not every file system tells when a file was made: then the time is 0.
  if (!library || !wal?.size || wal.birthtimeMs === 0 || wal.birthtimeMs >= library.birthtimeMs) return false
  // Where both were copied with their times, as from an archive, the order in which they were made says nothing.
  return wal.mtimeMs >= wal.birthtimeMs
}

/**
 * Whether a library is damaged by its WAL, and only by that. After a crash it may be damaged without its WAL, in the middle of a checkpoint, but
 * never with it.
 */
const isMismatch = (path: string) => {
  const before = describeState(path)
  const [library, wal] = [statOf(path), statOf(`${path}-wal`)]
  // Nothing was copied to the place of the library since the WAL was written. Only a checkpoint comes after that, too.
  if (!library || !wal || library.ctimeMs <= wal.mtimeMs) return false
  const isWrong = hasRollbackMode(path) || isSoundIn(() => openSqlite(path, 'readonly')) === false
  // Another process may have written meanwhile.
  return isWrong && isSoundIn(() => openImmutable(path)) === true && describeState(path) === before
}

const describeState = (path: string) =>
  [path, `${path}-wal`]
    .map((file) => {
      const stat = statOf(file)
      return `${stat?.ino} ${stat?.size} ${stat?.mtimeMs}`
    })
    .join()

/** A backup has this mode. A library leaves it before it has a WAL: https://sqlite.org/fileformat.html#file_format_version_numbers */
const hasRollbackMode = (path: string) => {
  const version = Buffer.alloc(1)
  readSync(openForGood(path), version, 0, 1, 19)
  return version[0] === 1
}

/** @returns undefined if it is not known, since the file can't be read */
const isSoundIn = (open: () => Sqlite) => {
  try {
    using client = open()
    client.run('PRAGMA busy_timeout = 5000')
    return isSound(client)
  } catch {
    return
  }
}

const statOf = (path: string) => statSync(path, { throwIfNoEntry: false })
