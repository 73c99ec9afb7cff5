import { readFileSync, writeFileSync } from 'node:fs'

const linux = process.platform === 'linux'

/** What a process holds in memory, in bytes. */
export const memoryOf = (pid: number): number => (linux ? status(pid, 'VmRSS') : seenByPs(pid))

/** The most that a process holds while something is done, in bytes. */
export const peakDuring = async (pid: number, work: () => Promise<unknown>): Promise<number> => {
  // The kernel keeps the peak; elsewhere it has to be looked for again and again.
  if (linux) {
    writeFileSync(`/proc/${pid}/clear_refs`, '5')
    await work()
    return status(pid, 'VmHWM')
  }
  let peak = 0
  let done = false
  const ended = work().finally(() => {
    done = true
  })
  while (!done) {
    peak = Math.max(peak, seenByPs(pid))
    await Bun.sleep(10)
  }
  await ended
  return peak
}

const status = (pid: number, name: string) => {
  const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) * 1024
}

const seenByPs = (pid: number) => Number(Bun.spawnSync(['ps', '-o', 'rss=', '-p', String(pid)]).stdout) * 1024
