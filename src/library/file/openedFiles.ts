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
 */
export class OpenedFiles {
  private readonly findLibrary: ReturnType<typeof createPathCheck>
  private readonly findWal: ReturnType<typeof createPathCheck>
  private readonly foreignWrites: ReturnType<typeof createForeignWrites> | undefined
  private lost: keyof typeof problems | undefined
  private lastSeen = new Date()
  private saving: Promise<string> | undefined
  private hasDoubt = false
  /** Where the WAL is. */
  private walName: string

  /** @param writer - a connection that is open, and has read from the library, so that the WAL exists */
  constructor(
    private readonly path: string,
    private readonly writer: Sqlite,
    private readonly options: FilesOptions,
  ) {
    this.walName = `${path}-wal`
    this.findLibrary = createPathCheck(path)
    this.findWal = createPathCheck(this.walName)
    this.foreignWrites = options.isServed ? createForeignWrites(path) : undefined
  }

  /** What another program has done to the files; undefined for nothing. This is final: what has taken their place is another library. */
  problem(): string | undefined {
    const found = this.findLost()
    return found && problems[found]
  }

  /**
   * @param isAlone - whether only one commit of this process can have come since the last call
   * @throws LibraryFileLost when one of the files was deleted, replaced or changed by another program
   */
  requireUnchanged(isAlone: boolean): void {
    const found = this.findLost(isAlone)
    if (found) throw new LibraryFileLost(problems[found])
  }

  /** A sentence for the log if another program has changed the time of the file, or something in it; undefined if none has. */
  doubt(): string | undefined {
    if (!this.hasDoubt) return
    return `Another program has changed the time of the file ${this.path}, and perhaps something in it. ${notWhileServed}`
  }

  /** Saves what is in the replaced files, once. Resolves with a sentence for the log when that is done; undefined while they are as they were. */
  async saveIfLost(): Promise<string | undefined> {
    const found = this.findLost()
    if (found) this.saving ??= found === 'replaced' ? this.save() : this.describeChange()
    return this.saving
  }

  /**
   * Gives the WAL at the path of the library another name if it belongs to a library that is not there any more. Call it before the last connection is
   * closed, which would write the WAL into the file.
   */
  moveWalIfLost(): void {
    const found = this.findLost()
    if (found === 'replaced' && !this.findLibrary() && this.findWal()) this.moveWal()
    if (found !== 'changed' || !existsSync(this.walName)) return
    // To close the last connection copies the WAL into the file. So the one that SQLite has open is emptied, and a copy gets its name.
    const copy = `${this.walName}.part`
    copyFileSync(this.walName, copy)
    truncateSync(this.walName)
    renameSync(copy, this.walName)
  }

  private findLost(isAlone = false) {
    if (this.lost) return this.lost
    const change = this.findChange(isAlone)
    if (change === undefined) this.lost = 'replaced'
    else if (change === 'content') this.lost = 'changed'
    else this.lastSeen = new Date()
    if (change === 'time') {
      this.hasDoubt = true
      this.options.onDoubt()
    }
    if (this.lost === 'changed') this.moveWal()
    return this.lost
  }

  /** @returns undefined if one of the files is not at its path any more */
  private findChange(isAlone: boolean): ForeignChange | undefined {
    if (!this.findWal()) return
    if (this.foreignWrites) return this.foreignWrites.find(this.findLibrary, isAlone)
    return this.findLibrary() ? 'none' : undefined
  }

  private moveWal() {
    const { path } = this
    const target = `${path}.replaced-${fileTimestamp()}`
    try {
      for (const suffix of ['-wal', '-shm']) if (existsSync(path + suffix)) renameSync(path + suffix, target + suffix)
      this.walName = `${target}-wal`
    } catch {
      // The folder can't be written any more. The log names the WAL where it is.
    }
  }

  private async save() {
    const { path, writer } = this
    while (writer.inTransaction) await yieldToEventLoop()
    const copy = `${path}.saved-${fileTimestamp()}`
    const replaced = `The file of the library ${path}, or its WAL, was deleted or replaced by another program.`
    try {
      // The file may only have been moved away. From here on it needs no WAL, unless another program has begun one.
      if (this.findWal() || !existsSync(`${path}-wal`)) writer.run('PRAGMA wal_checkpoint(TRUNCATE)')
      mkdirSync(dirname(path), { recursive: true })
      copyTo(writer, copy)
      this.moveWalIfLost()
    } catch (error) {
      return `${replaced} What it held could not be saved. ${errorMessage(describeFileError(error, copy, 'write'))}`
    }
    const restore = `music-library restore ${quoteForShell(copy)} --database ${quoteForShell(path)}`
    return `${replaced} All of it is saved in ${copy}. No change is accepted any more: stop the server, put the library back, for instance with ${restore}, and start it again.`
  }

  private async describeChange() {
    return `Another program has written into the file of the library ${this.path} since ${this.lastSeen.toISOString()}. ${notWhileServed} No change is accepted any more. What was changed since the last backup may be lost. ${this.options.adviseBackup()} The last ${this.foreignWrites?.walPages()} pages that were written are in ${this.walName}.`
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
