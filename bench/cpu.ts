import { readFileSync } from 'node:fs'
import type { Server } from './servers.ts'

/** USER_HZ: the unit of the times in /proc, which Linux fixes at 100 a second on every architecture that Bun supports. */
const ticksPerSecond = 100

/** User and system time of a whole process since its start, in microseconds; undefined on a system without /proc. */
const cpuTime = (pid: number): number | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // Field 2, the name in parentheses, may contain spaces. The next field is 3; utime is 14 and stime is 15: proc(5).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * (1e6 / ticksPerSecond)
  } catch {
    return undefined
  }
}

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
