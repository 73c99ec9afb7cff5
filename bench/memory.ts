import { readFileSync, writeFileSync } from 'node:fs'

const linux = process.platform === 'linux'

/** What a process holds in memory, in bytes. */
export const memoryOf = (pid: number): number => (linux ? status(pid, 'VmRSS') : seenByPs(pid))

/** The most that a process holds while something is done, in bytes. */
export const peakDuring = async (pid: number, work: () => Promise<unknown>): Promise<number> => {
  if (forgetPeak(pid)) {
    await work()
    return status(pid, 'VmHWM')
  }
  let peak = 0
  const looking = setInterval(() => {
    peak = Math.max(peak, memoryOf(pid))
  }, 10)
  await work().finally(() => clearInterval(looking))
  return peak
}

/** Linux keeps the peak of a process and can begin anew; elsewhere it has to be looked for again and again. */
const forgetPeak = (pid: number) => {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5')
    return true
  } catch {
    return false
  }
}

const status = (pid: number, name: string) => {
  const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) * 1024
}

const seenByPs = (pid: number) => Number(Bun.spawnSync(['ps', '-o', 'rss=', '-p', String(pid)]).stdout) * 1024
