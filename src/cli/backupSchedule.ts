import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { environmentWithoutFile } from '../config/read.ts'
import { backupFolder, newestScheduledBackup } from '../library/backup.ts'
import { announce, log } from '../observability/log.ts'

interface Schedule {
  file: string
  /** Milliseconds. */
  every: number
  keep: number
  folder: string | undefined
}

/** How long the end waits for a backup that is under way, in milliseconds. */
const grace = 5_000

/**
 * Backs the library up again and again, in a process of its own, so that no request waits for it. A server that was
 * started anew goes on where the one before it stopped: the first backup is due when the newest one is old enough.
 * @returns what ends that.
 */
export const scheduleBackups = ({
  file,
  every,
  keep,
  folder = backupFolder(file),
}: Schedule): (() => Promise<void>) => {
  const command = [...self, 'backup', '--database', file, '--backup-dir', folder, '--keep', `${keep}`]
  let child: ReturnType<typeof start> | undefined
  let timer: Timer | undefined
  const next = (delay: number) => {
    timer = setTimeout(async () => {
      child = start(command)
      await report(child)
      child = undefined
      if (timer) next(every)
    }, delay)
  }
  next(Math.max(0, every - ageOf(newestScheduledBackup(file, folder))))

  return async () => {
    clearTimeout(timer)
    timer = undefined
    if (!child) return
    await Promise.race([child.exited, Bun.sleep(grace)])
    child.kill('SIGKILL')
  }
}

const ageOf = (backup: string | undefined) =>
  backup ? Date.now() - statSync(backup).mtimeMs : Number.POSITIVE_INFINITY

/** How this program starts itself: the executable, or Bun on the source. */
const self = Bun.main.includes('$bunfs')
  ? [process.execPath]
  : [process.execPath, `${dirname(import.meta.dir)}/main.ts`]

// Detached, so that a Ctrl-C at the server's terminal doesn't end a backup halfway.
const start = (command: string[]) =>
  Bun.spawn(command, { env: environmentWithoutFile(), stdin: 'ignore', stdout: 'pipe', stderr: 'pipe', detached: true })

const report = async (child: ReturnType<typeof start>) => {
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  if (code === 0) announce(`Backed up to ${out.trim()}`)
  else log.error(`The backup failed. ${err.trim() || 'It was stopped.'}`)
}
