import { CommandFailed, errorMessage } from '../base/errors.ts'
import type { Settings } from '../config/settings.ts'
import { describeOverdue, scheduledBackupAge } from '../library/backupAge.ts'
import { describeBackupFolderProblem } from '../library/backupFolder.ts'
import { backupFolder } from '../library/copies.ts'
import { type Backup, describeOtherBackups, type LibraryFile } from '../library/file/backup.ts'
import type { Library } from '../library/library.ts'
import { announce, log } from '../observability/log.ts'
import type { createBackupRuns } from './backupRuns.ts'
import { endChild, startChild } from './childCommands.ts'
import { formatBackup } from './output/libraryFile.ts'

/**
 * Backs up the library of a server at an interval, if its settings have one, in a child process, so that no request waits for it. A restarted server
 * continues the schedule: the first backup is due when the newest one is as old as the interval. Every error is logged,
 * and none ends the schedule. A folder that can't be written is logged at once, and not only when a backup is due.
 * @returns a function that stops the schedule
 */
export const scheduleBackups = (
  { file: library }: Library,
  { backupEvery: intervalMs, backupKeep: keep, backupDir }: Settings,
  runs: ReturnType<typeof createBackupRuns>,
): (() => Promise<void>) => {
  if (intervalMs === undefined || !library) return async () => {}
  const folder = backupDir ?? backupFolder(library.path)
  const args = ['backup', '--json', '--database', library.path, '--backup-dir', folder, '--keep', `${keep}`]
  let child: ReturnType<typeof startChild> | undefined
  let timer: Timer | undefined
  let isStopped = false

  const scheduleIn = (delayMs: number) => {
    timer = setTimeout(run, delayMs)
    runs.expect(Date.now() + delayMs)
  }

  const backUp = async () => {
    try {
      child = startChild(args)
      runs.succeeded(await readResult(child))
    } catch (error) {
      const reason = errorMessage(error)
      runs.failed(reason, child?.exitCode ?? null)
      log.error(`The backup failed. ${reason}`)
    } finally {
      child = undefined
    }
  }

  const run = async () => {
    // The next backup is scheduled before this one, which may fail or never end.
    scheduleIn(intervalMs)
    // A backup may take longer than the interval. Then one is left out.
    if (!child) await backUp()
    if (!isStopped) logOverdue(library, folder, intervalMs)
  }
  logFolderProblem(library, folder)
  scheduleIn(firstDelay(library, folder, intervalMs))

  return async () => {
    isStopped = true
    clearTimeout(timer)
    if (child) await endChild(child)
  }
}

const firstDelay = (library: LibraryFile, folder: string, intervalMs: number) => {
  try {
    return Math.max(0, intervalMs - (scheduledBackupAge(library, folder) ?? intervalMs))
  } catch {
    // The backup will fail for the same reason, and its error is logged.
    return 0
  }
}

const logFolderProblem = (library: LibraryFile, folder: string) => {
  try {
    const problem = describeBackupFolderProblem(library.path, folder)
    if (problem) log.error(`Backups will fail until this is changed. ${problem}`)
    const others = describeOtherBackups(library, folder)
    if (others)
      log.warn(`${others} They stay. If the disk of that library was not mounted, stop the server and mount it.`)
  } catch (error) {
    log.error(errorMessage(error))
  }
}

const logOverdue = (library: LibraryFile, folder: string, intervalMs: number) => {
  try {
    const sentence = describeOverdue(library, folder, intervalMs)
    if (sentence) log.error(sentence)
  } catch (error) {
    log.error(errorMessage(error))
  }
}

/** Waits for a backup, and logs what it is. @returns its path */
const readResult = async (child: ReturnType<typeof startChild>): Promise<string> => {
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  if (code !== 0) throw new CommandFailed(err.trim() || 'It was stopped.')
  const backup: Backup = JSON.parse(out)
  announce(`Backed up to ${formatBackup(backup)}`)
  if (err.trim()) log.warn(err.trim())
  return backup.file
}
