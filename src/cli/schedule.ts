import { dirname } from 'node:path'
import { backupFolder } from '../database/backup.ts'

interface Schedule {
  file: string
  /** Milliseconds. */
  every: number
  keep: number
  folder: string | undefined
}

/**
 * Backs the library up again and again, in a process of its own, so that no request waits for it.
 * @returns what ends that, and waits for a backup that is under way.
 */
export const scheduleBackups = ({
  file,
  every,
  keep,
  folder = backupFolder(file),
}: Schedule): (() => Promise<void>) => {
  let running: Promise<unknown> = Promise.resolve()
  let busy = false
  const start = () => {
    // One that takes longer than the interval is not joined by another.
    if (busy) return
    busy = true
    running = run([...self, 'backup', '--database', file, '--backup-dir', folder, '--keep', `${keep}`]).finally(() => {
      busy = false
    })
  }
  const timer = setInterval(start, every)
  return async () => {
    clearInterval(timer)
    await running
  }
}

/** How this program starts itself: the executable, or Bun on the source. */
const self = Bun.main.includes('$bunfs')
  ? [process.execPath]
  : [process.execPath, `${dirname(import.meta.dir)}/main.ts`]

const run = async (command: string[]) => {
  const child = Bun.spawn(command, { stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  if (code === 0) console.log(`Backed up to ${out.trim()}`)
  else console.error(`The backup failed. ${err.trim()}`)
}
