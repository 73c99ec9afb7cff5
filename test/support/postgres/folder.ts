import { chownSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memoryFolder = '/dev/shm'
/** What the data of a server need at most, in bytes. A container often has 64 MiB of such memory. */
const minFreeBytes = 2 ** 30

/** Where the data are: in memory, if there is enough. A test is up to a second faster there, since it may end servers, but not the machine. */
const parentFolder = (): string => {
  try {
    const { bavail, bsize } = statfsSync(memoryFolder)
    return bavail * bsize >= minFreeBytes ? memoryFolder : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** Removes the folder when standard input ends and the server that has its data in the folder is gone, after 10 seconds at most. */
const watch = `trap '' HUP INT TERM
cat >/dev/null
for n in $(seq 100); do [ -e "$1/data/postmaster.pid" ] || break; sleep 0.1; done
rm -rf "$1"`

/**
 * Creates a temporary folder for the data of a server. It is removed when it is disposed of, and also when this process ends in any
 * way, because a child removes it then.
 */
export const createServerFolder = (): { path: string } & Disposable => {
  const path = mkdtempSync(join(parentFolder(), 'music-library-postgres-'))
  if (process.getuid?.() === 0) {
    const { stdout } = Bun.spawnSync(['id', '-u', 'postgres'])
    chownSync(path, Number(stdout.toString()), -1)
  }
  const watchdog = Bun.spawn(['setsid', 'sh', '-c', watch, 'sh', path], {
    stdin: 'pipe',
    stdout: 'ignore',
    stderr: 'ignore',
  })
  watchdog.unref()
  return {
    path,
    [Symbol.dispose]: () => {
      rmSync(path, { recursive: true, force: true })
      watchdog.kill('SIGKILL')
    },
  }
}
