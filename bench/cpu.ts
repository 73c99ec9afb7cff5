import { readFileSync } from 'node:fs'
import type { Server } from './servers.ts'

/** USER_HZ: the unit of the times in /proc, which Linux fixes at 100 a second on every architecture that Bun supports. */
const ticksPerSecond = 100

/** Fields of /proc/PID/stat: utime and stime, and the same of its children that have ended: proc(5). */
const ownTimes = [14, 15]
const endedChildrenTimes = [16, 17]

const readTimes = (pid: number, fieldNumbers: number[]): number | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // Field 2, the name in parentheses, may contain spaces. The next field is 3.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = fieldNumbers.reduce((sum, number) => sum + Number(fields[number - 3]), 0)
    return ticks * (1e6 / ticksPerSecond)
  } catch {
    return undefined
  }
}

/** User and system time of a whole process since its start, in microseconds; undefined on a system without /proc. */
export const cpuTime = (pid: number): number | undefined => readTimes(pid, ownTimes)

/** The same of all its children that have ended. */
export const cpuTimeOfEnded = (pid: number): number | undefined => readTimes(pid, endedChildrenTimes)

/**
 * Starts to count a server's CPU time. The returned function ends it, and returns the microseconds per request.
 * The resolution is 10 ms for all requests together.
 */
export const startCpuCount = ({ pid }: Server) => {
  const start = cpuTime(pid)
  return (requests: number): number | undefined => {
    const end = cpuTime(pid)
    return start === undefined || end === undefined ? undefined : (end - start) / requests
  }
}
