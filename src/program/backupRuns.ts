import { damagedLibraryCode } from '../base/errors.ts'
import type { BackupRun } from '../console/api/backups/model.ts'
import type { BackupRuns } from '../console/deps.ts'
import { type Instant, instantOf } from '../library/clock.ts'
import { announce, log } from '../observability/log.ts'
import { type BackupCommand, runBackupCommand } from './backupCommand.ts'

interface ServerBackupRuns extends BackupRuns {
  /** Records when the next scheduled backup is due, in milliseconds since 1970. */
  expect(nextAt: number): void
  /** Ends the command, and starts it no more. */
  stop(): Promise<void>
}

const endRun = (error: string | null = null): BackupRun => ({ ended_at: instantOf(Date.now()), error })

/**
 * Records the backups of a server, whatever has made them, and runs the command of the operator after each: one at a time, and no backup
 * and no request waits for it. Of the backups that are made while it runs, only the newest one follows.
 * @param onDamage - called when a backup has found that the library is damaged
 */
export const createBackupRuns = (command: BackupCommand | undefined, onDamage: () => void): ServerBackupRuns => {
  const stopping = new AbortController()
  let next_at: Instant | null = null
  let last_run: BackupRun | null = null
  let failures = 0
  let lastCommandRun: BackupRun | null = null
  let waiting: string | undefined
  let running: Promise<void> | undefined

  const runCommand = async (command: BackupCommand, file: string) => {
    const error = await runBackupCommand(command, file, {
      onLine: (line, isError) => log[isError ? 'warn' : 'info'](`Backup command: ${line}`),
      signal: stopping.signal,
    }).catch((error) => String(error))
    lastCommandRun = endRun(error)
    if (error === undefined) announce(`The backup command succeeded for ${file}`)
    else log.error(`The backup command failed for ${file}. ${error}`)
  }

  const runWaiting = async (command: BackupCommand) => {
    while (waiting !== undefined && !stopping.signal.aborted) {
      const file = waiting
      waiting = undefined
      await runCommand(command, file)
    }
    running = undefined
  }

  return {
    state: () => ({
      next_at,
      last_run,
      failures,
      command: command ? { is_running: running !== undefined, last_run: lastCommandRun } : null,
    }),
    expect: (at) => {
      next_at = instantOf(at)
    },
    succeeded: (file) => {
      last_run = endRun()
      if (!command || stopping.signal.aborted) return
      if (waiting !== undefined)
        log.warn(`The backup command is still running, so it is skipped for ${waiting}: there is a newer backup.`)
      waiting = file
      running ??= runWaiting(command)
    },
    failed: (error, exitCode) => {
      if (exitCode === damagedLibraryCode) onDamage()
      failures++
      last_run = endRun(error)
    },
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}
