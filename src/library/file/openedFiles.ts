import type { Database as Sqlite } from 'bun:sqlite'
import { copyFileSync, existsSync, mkdirSync, renameSync, statSync, truncateSync } from 'node:fs'
import { dirname } from 'node:path'
import { errorMessage, LibraryFileLost } from '../../base/errors.ts'
import { yieldToEventLoop } from '../../base/eventLoop.ts'
import { quoteForShell } from '../../base/visibleText.ts'
import { fileTimestamp } from '../copies.ts'
import { copyTo } from '../copy.ts'
import { describeFileError } from '../describeFileError.ts'
import { createForeignWrites, type ForeignChange } from './foreignWrites.ts'

// SQLite goes on with the files that it has opened when another program deletes or replaces them, as `rm`, `mv` and rsync do.
// What is written then is gone when the last of them is closed. And the WAL that stays at its path would be applied to the file
// that has taken the place of the library, which damages that one.

// A program that writes into the file, as `cp` does, leaves the device and the inode as they are: see `foreignWrites.ts`.

interface OpenedFiles {
  /** What another program has done to the files; undefined for nothing. This is final: what has taken their place is another library. */
  problem(): string | undefined
  /**
   * @param isAlone - whether only one commit of this process can have come since the last call
   * @throws LibraryFileLost when one of the files was deleted, replaced or changed by another program
   */
  requireUnchanged(isAlone: boolean): void
  /** Saves what is in the replaced files, once. Resolves with a sentence for the log when that is done; undefined while they are as they were. */
  saveIfLost(): Promise<string | undefined>
  /** A sentence for the log if another program has changed the time of the file, or something in it; undefined if none has. */
  doubt(): string | undefined
  /**
   * Gives the WAL at the path of the library another name if it belongs to a library that is not there any more. Call it before the last connection is
   * closed, which would write the WAL into the file.
   */
  moveWalIfLost(): void
}

interface FilesOptions {
  /** Whether to notice what other programs write into the file. */
  isServed: boolean
  /** Called when another program has changed the time of the file, and perhaps something in it. */
  onDoubt(): void
  /** Says how to put the newest backup back. */
  adviseBackup(): string
}

const problems = {
  replaced: 'The file of the library was deleted or replaced.',
  changed: 'The file of the library was changed by another program.',
}

/**
 * Notes which files the connections to a library have open: the library and its WAL, by device and inode. Nothing here closes a descriptor of
 * one of them: that would release the locks of SQLite.
 * @param writer - a connection that is open, and has read from the library, so that the WAL exists
 */
export const createOpenedFiles = (
  path: string,
  writer: Sqlite,
  { isServed, onDoubt, adviseBackup }: FilesOptions,
): OpenedFiles => {
  const findLibrary = createPathCheck(path)
  const findWal = createPathCheck(`${path}-wal`)
  const foreignWrites = isServed ? createForeignWrites(path) : undefined
  let lost: keyof typeof problems | undefined
  let lastSeen = new Date()
  let saving: Promise<string> | undefined
  let hasDoubt = false

  /** @returns undefined if one of the files is not at its path any more */
  const findChange = (isAlone: boolean): ForeignChange | undefined => {
    if (!findWal()) return
    if (foreignWrites) return foreignWrites.find(findLibrary, isAlone)
    return findLibrary() ? 'none' : undefined
  }

  const findLost = (isAlone = false) => {
    if (lost) return lost
    const change = findChange(isAlone)
    if (change === undefined) lost = 'replaced'
    else if (change === 'content') lost = 'changed'
    else lastSeen = new Date()
    if (change === 'time') {
      hasDoubt = true
      onDoubt()
    }
    if (lost === 'changed') moveWal()
    return lost
  }

  let walName = `${path}-wal`
  const moveWal = () => {
    const target = `${path}.replaced-${fileTimestamp()}`
    try {
      for (const suffix of ['-wal', '-shm']) if (existsSync(path + suffix)) renameSync(path + suffix, target + suffix)
      walName = `${target}-wal`
    } catch {
      // The folder can't be written any more. The log names the WAL where it is.
    }
  }

  const moveWalIfLost = () => {
    const found = findLost()
    if (found === 'replaced' && !findLibrary() && findWal()) moveWal()
    if (found !== 'changed' || !existsSync(walName)) return
    // To close the last connection copies the WAL into the file. So the one that SQLite has open is emptied, and a copy gets its name.
    const copy = `${walName}.part`
    copyFileSync(walName, copy)
    truncateSync(walName)
    renameSync(copy, walName)
  }

  const save = async () => {
    while (writer.inTransaction) await yieldToEventLoop()
    const copy = `${path}.saved-${fileTimestamp()}`
    try {
      // The file may only have been moved away. From here on it needs no WAL, unless another program has begun one.
      if (findWal() || !existsSync(`${path}-wal`)) writer.run('PRAGMA wal_checkpoint(TRUNCATE)')
      mkdirSync(dirname(path), { recursive: true })
      copyTo(writer, copy)
      moveWalIfLost()
    } catch (error) {
      return `${replaced} What it held could not be saved. ${errorMessage(describeFileError(error, copy, 'write'))}`
    }
    const restore = `music-library restore ${quoteForShell(copy)} --database ${quoteForShell(path)}`
    return `${replaced} All of it is saved in ${copy}. No change is accepted any more: stop the server, put the library back, for instance with ${restore}, and start it again.`
  }
  const replaced = `The file of the library ${path}, or its WAL, was deleted or replaced by another program.`

  const describeChange = async () =>
    `Another program has written into the file of the library ${path} since ${lastSeen.toISOString()}. ${notWhileServed} No change is accepted any more. What was changed since the last backup may be lost. ${adviseBackup()} The last ${foreignWrites?.walPages()} pages that were written are in ${walName}.`

  return {
    problem: () => {
      const found = findLost()
      return found && problems[found]
    },
    requireUnchanged: (isAlone) => {
      const found = findLost(isAlone)
      if (found) throw new LibraryFileLost(problems[found])
    },
    saveIfLost: async () => {
      const found = findLost()
      if (found) saving ??= found === 'replaced' ? save() : describeChange()
      return saving
    },
    doubt: () =>
      hasDoubt
        ? `Another program has changed the time of the file ${path}, and perhaps something in it. ${notWhileServed}`
        : undefined,
    moveWalIfLost,
  }
}

const notWhileServed =
  'Programs that write into it, such as cp or rsync --inplace, damage a library while it is served.'

/** Returns a function that finds what a path leads to, if that is still the file that it leads to now. */
const createPathCheck = (path: string) => {
  const stat = () => statSync(path, { throwIfNoEntry: false })
  const opened = stat()
  return () => {
    try {
      const found = stat()
      return found?.ino === opened?.ino && found?.dev === opened?.dev ? found : undefined
    } catch {
      // The folder can't be read any more, as that of a network file system that was unmounted.
      return
    }
  }
}
