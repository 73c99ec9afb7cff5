import type { Database as Sqlite } from 'bun:sqlite'
import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { errorMessage, LibraryReplaced } from '../../base/errors.ts'
import { yieldToEventLoop } from '../../base/eventLoop.ts'
import { quoteForShell } from '../../base/visibleText.ts'
import { fileTimestamp } from '../copies.ts'
import { copyTo } from '../copy.ts'
import { describeFileError } from '../describeFileError.ts'

// SQLite goes on with the files that it has opened when another program deletes or replaces them, as `rm`, `mv` and rsync do.
// What is written then is gone when the last of them is closed. And the WAL that stays at its path would be applied to the file
// that has taken the place of the library, which damages that one.

interface OpenedFiles {
  /** Whether one of the files was deleted or replaced. This is final: what has taken their place is another library. */
  wereReplaced(): boolean
  /** @throws LibraryReplaced when one of the files was deleted or replaced */
  requireUnreplaced(): void
  /** Saves what is in the replaced files, once. Resolves with a sentence for the log when that is done; undefined while none was replaced. */
  saveIfReplaced(): Promise<string | undefined>
  /** Gives the WAL at the path of the library another name if it belongs to a library that is not there any more. */
  moveWalIfReplaced(): void
}

/**
 * Notes which files the connections to a library have open: the library and its WAL, by device and inode. Nothing here opens one of them
 * again: closing the second descriptor would release the locks of SQLite. See https://sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_
 * @param writer - a connection that is open, and has read from the library, so that the WAL exists
 */
export const createOpenedFiles = (path: string, writer: Sqlite): OpenedFiles => {
  const isLibraryInPlace = createPathCheck(path)
  const isWalInPlace = createPathCheck(`${path}-wal`)
  let isReplaced = false
  let saving: Promise<string> | undefined

  const wereReplaced = () => {
    isReplaced ||= !isLibraryInPlace() || !isWalInPlace()
    return isReplaced
  }

  const moveWalIfReplaced = () => {
    if (!wereReplaced() || isLibraryInPlace() || !isWalInPlace()) return
    const target = `${path}.replaced-${fileTimestamp()}`
    for (const suffix of ['-wal', '-shm']) if (existsSync(path + suffix)) renameSync(path + suffix, target + suffix)
  }

  const save = async () => {
    while (writer.inTransaction) await yieldToEventLoop()
    const copy = `${path}.saved-${fileTimestamp()}`
    try {
      // The file may only have been moved away. From here on it needs no WAL, unless another program has begun one.
      if (isWalInPlace() || !existsSync(`${path}-wal`)) writer.run('PRAGMA wal_checkpoint(TRUNCATE)')
      mkdirSync(dirname(path), { recursive: true })
      copyTo(writer, copy)
      moveWalIfReplaced()
    } catch (error) {
      return `${replaced} What it held could not be saved. ${errorMessage(describeFileError(error, copy, 'write'))}`
    }
    const restore = `music-library restore ${quoteForShell(copy)} --database ${quoteForShell(path)}`
    return `${replaced} All of it is saved in ${copy}. No change is accepted any more: stop the server, put the library back, for instance with ${restore}, and start it again.`
  }
  const replaced = `The file of the library ${path}, or its WAL, was deleted or replaced by another program.`

  return {
    wereReplaced,
    requireUnreplaced: () => {
      if (wereReplaced()) throw new LibraryReplaced()
    },
    saveIfReplaced: async () => {
      if (wereReplaced()) saving ??= save()
      return saving
    },
    moveWalIfReplaced,
  }
}

/** Returns a function that tells whether a path still leads to the file that it leads to now. */
const createPathCheck = (path: string) => {
  const stat = () => statSync(path, { throwIfNoEntry: false })
  const opened = stat()
  return () => {
    try {
      const found = stat()
      return found !== undefined && found.ino === opened?.ino && found.dev === opened.dev
    } catch {
      // The folder can't be read any more, as that of a network file system that was unmounted.
      return false
    }
  }
}
