import { statSync } from 'node:fs'
import { formatDuration } from '../base/words.ts'
import { backupFolder, type Copy } from './copies.ts'
import { type LibraryFile, newestBackup, newestScheduledBackup } from './file/backup.ts'
import { lockFilePath } from './file/lockFile.ts'

/** The first backup is made when a server starts. How long it may take until there is one, in milliseconds. */
const maxFirstBackupMs = 600_000

/** How many intervals may pass without a new backup: one backup may take long, or fail. */
const maxIntervals = 2

/** How long ago a backup was made, in milliseconds; undefined if there is none, and for a time in the future: when it was made is unknown. */
export const ageOf = (backup: Copy | undefined): number | undefined => {
  const age = backup && Date.now() - backup.time
  return age === undefined || age < 0 ? undefined : age
}

/** The age of the newest scheduled backup. */
export const scheduledBackupAge = (library: LibraryFile, folder: string): number | undefined =>
  ageOf(newestScheduledBackup(library, folder))

/**
 * When the newest backup of a library was made, in seconds since 1970. 0 if there is none, or if the folder can't be read: an
 * alert on the age then fires, which it does not for a value that is missing.
 */
export const newestBackupTime = (library: LibraryFile, folder = backupFolder(library.path)): number => {
  try {
    const newest = newestBackup(library, folder)
    return newest && ageOf(newest) !== undefined ? newest.time / 1000 : 0
  } catch {
    return 0
  }
}

/**
 * Returns a sentence when scheduled backups are overdue: the newest is older than two intervals, or there is none and the
 * library is older than that or than ten minutes.
 * @throws Error when the folder can't be read
 */
export const describeOverdue = (library: LibraryFile, folder: string, intervalMs: number): string | undefined => {
  const age = scheduledBackupAge(library, folder)
  const maxAge = maxIntervals * intervalMs
  const isOverdue = age === undefined ? libraryAge(library.path) > Math.min(maxAge, maxFirstBackupMs) : age > maxAge
  if (!isOverdue) return
  const newest = age === undefined ? 'there is none' : `the newest is ${formatDuration(age)} old`
  return `Backups are overdue: one is due every ${formatDuration(intervalMs)}, and ${newest}.`
}

/** The lock file is created with the library, and never written. */
const libraryAge = (path: string) => {
  const stat = statSync(lockFilePath(path), { throwIfNoEntry: false })
  return stat ? Date.now() - stat.mtimeMs : 0
}
