import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { environmentWithoutFile } from '../config/readSettings.ts'
import { backupFolder, newestScheduledBackup } from '../library/backup.ts'
import { announce, log } from '../observability/log.ts'

interface Schedule {
  file: string
  intervalMs: number
  /** The number of backups to keep. */
  keep: number
  folder: string | undefined
}

/** How long stopping waits for a backup in progress. */
const stopTimeoutMs = 5_000

/**
 * Backs up the library at an interval, in a child process, so that no request waits for it. A restarted server
 * continues the schedule: the first backup is due when the newest one is as old as the interval.
 * @returns a function that stops the schedule
 */
export const scheduleBackups = ({
  file,
  intervalMs,
  keep,
  folder = backupFolder(file),
}: Schedule): (() => Promise<void>) => {
  const command = [...programCommand, 'backup', '--database', file, '--backup-dir', folder, '--keep', `${keep}`]
  let child: ReturnType<typeof startChild> | undefined
  let timer: Timer | undefined
  const schedule = (delayMs: number) => {
    timer = setTimeout(async () => {
      child = startChild(command)
      await logResult(child)
      child = undefined
      if (timer) schedule(intervalMs)
    }, delayMs)
  }
  schedule(Math.max(0, intervalMs - ageMs(newestScheduledBackup(file, folder))))

  return async () => {
    clearTimeout(timer)
    timer = undefined
    if (!child) return
    await Promise.race([child.exited, Bun.sleep(stopTimeoutMs)])
    child.kill('SIGKILL')
  }
}

const ageMs = (backup: string | undefined) =>
  backup ? Date.now() - statSync(backup).mtimeMs : Number.POSITIVE_INFINITY

/** The command that starts this program: the executable, or Bun with the source. */
const programCommand = Bun.main.includes('$bunfs')
  ? [process.execPath]
  : [process.execPath, `${dirname(import.meta.dir)}/main.ts`]

// Detached: Ctrl-C at the terminal of the server must not interrupt a backup.
const startChild = (command: string[]) =>
  Bun.spawn(command, { env: environmentWithoutFile(), stdin: 'ignore', stdout: 'pipe', stderr: 'pipe', detached: true })

const logResult = async (child: ReturnType<typeof startChild>) => {
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  if (code === 0) announce(`Backed up to ${out.trim()}`)
  else log.error(`The backup failed. ${err.trim() || 'It was stopped.'}`)
}
