import type { Settings } from '../../config/settings.ts'
import type { Library } from '../../library/library.ts'
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
