import type { Settings } from '../../config/settings.ts'
import { backupFolder } from '../../library/copies.ts'
import type { Library } from '../../library/library.ts'
import { removeStaleTemporaryFiles } from '../../library/temporaryFiles.ts'
import type { createBackupRuns } from '../backupRuns.ts'
import { scheduleBackups } from '../backupSchedule.ts'

/** Starts the scheduled backups of a server, if its settings have some. @returns a function that stops them */
export const startBackups = (
  { file }: Library,
  { backupEvery, backupKeep, backupDir }: Settings,
  runs: ReturnType<typeof createBackupRuns>,
) => {
  if (backupEvery === undefined || !file) return async () => {}
  return scheduleBackups({ library: file, intervalMs: backupEvery, keep: backupKeep, folder: backupDir, runs })
}

/** Removes what is left of backups that have ended with the server. */
export const removePartialBackups = ({ path }: Library, { backupDir }: Settings) => {
  if (path === undefined) return
  try {
    removeStaleTemporaryFiles(backupDir ?? backupFolder(path))
  } catch {
    // There is no such folder, or it can't be read. The next backup removes the files, too.
  }
}
