import { readFileSync, writeFileSync } from 'node:fs'

/** Resident set size of a process, in bytes. */
export const residentSize = (pid: number): number =>
  process.platform === 'linux' ? readStatus(pid, 'VmRSS') : residentSizeFromPs(pid)

/** The peak resident set size of a process while a task runs, in bytes. */
export const peakDuring = async (pid: number, task: () => Promise<unknown>): Promise<number> => {
  if (resetPeak(pid)) {
    await task()
    return readStatus(pid, 'VmHWM')
  }
  let peak = 0
  const sampling = setInterval(() => {
    peak = Math.max(peak, residentSize(pid))
  }, 10)
  await task().finally(() => clearInterval(sampling))
  return peak
}

/** Resets the peak that Linux records for a process. Returns false on other systems, where the size must be sampled. */
const resetPeak = (pid: number) => {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5')
    return true
  } catch {
    return false
  }
}

const readStatus = (pid: number, name: string) => {
  const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) * 1024
}

const residentSizeFromPs = (pid: number) => Number(Bun.spawnSync(['ps', '-o', 'rss=', '-p', String(pid)]).stdout) * 1024
