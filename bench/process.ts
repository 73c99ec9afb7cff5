import { readFileSync } from 'node:fs'

// What a process takes: time, CPU time and memory.

interface Run {
  /** Milliseconds. */
  time: number
  /** CPU time of all its threads, in milliseconds. */
  cpu: number
  /** Peak resident set size, in bytes; NaN on a system without /proc. */
  memory: number
}

/** Runs a command to its end, for at most ten minutes. @throws when it fails. */
export const measure = async (command: string[]): Promise<Run> => {
  const start = performance.now()
  const child = Bun.spawn(command, { stdout: 'ignore', stderr: 'pipe', timeout: 600_000 })
  // The peak that the system reports at the end would be that of this process, if it is larger.
  let memory = Number.NaN
  const sampling = setInterval(() => {
    memory = readPeak(child.pid) ?? memory
  }, 10)
  const [code, err] = await Promise.all([child.exited, child.stderr.text()]).finally(() => clearInterval(sampling))
  const time = performance.now() - start
  if (code !== 0) throw new Error(`${command.join(' ')} failed: ${err}`)
  return { time, cpu: Number(child.resourceUsage()?.cpuTime.total) / 1000, memory }
}

const readPeak = (pid: number): number | undefined => {
  try {
    const kilobytes = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
  } catch {
    return undefined
  }
}

/** How long a task takes, in milliseconds. */
export const timeTask = async (task: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await task()
  return performance.now() - start
}

/** USER_HZ: the unit of the times in /proc, which Linux fixes at 100 a second on every architecture that Bun supports. */
const ticksPerSecond = 100

/** Fields of /proc/PID/stat: utime and stime, and the same of its children that have ended: proc(5). */
const ownTimes = [14, 15]
const endedChildrenTimes = [16, 17]

const readTimes = (pid: number, fieldNumbers: number[]): number => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // Field 2, the name in parentheses, may contain spaces. The next field is 3.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = fieldNumbers.reduce((sum, number) => sum + Number(fields[number - 3]), 0)
    return ticks * (1e6 / ticksPerSecond)
  } catch {
    return Number.NaN
  }
}

/**
 * User and system time of a whole process since its start, in microseconds; NaN on a system without /proc. The resolution is 10 ms, so it
 * is measured over many requests.
 */
export const cpuTime = (pid: number): number => readTimes(pid, ownTimes)

/** The same of all its children that have ended. */
export const cpuTimeOfEnded = (pid: number): number => readTimes(pid, endedChildrenTimes)

/** Resident set size of a process, in bytes. */
export const residentSize = (pid: number): number =>
  Number(Bun.spawnSync(['ps', '-o', 'rss=', '-p', String(pid)]).stdout) * 1024
