import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

// Is loaded into a server before the program. It measures the turns of the event loop by the CPU time of the thread: that does not grow
// while the machine is busy with something else. `TURN_MONITOR` is the path of the socket at which it responds.

// https://docs.kernel.org/scheduler/sched-stats.html: the first number is the time on the CPU, in nanoseconds.
const path = `/proc/${readlinkSync('/proc/thread-self')}/schedstat`
const threadCpuMs = () => Number(readFileSync(path, 'latin1').split(' ')[0]) / 1e6

let isMeasuring = false
let lastTurn = 0
let longestTurnMs = 0

const endTurn = () => {
  const now = threadCpuMs()
  longestTurnMs = Math.max(longestTurnMs, now - lastTurn)
  lastTurn = now
  if (isMeasuring) setImmediate(endTurn)
}

const processCpuMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

Bun.serve({
  unix: process.env.TURN_MONITOR ?? '',
  fetch: ({ url }) => {
    const shallMeasure = url.endsWith('/start')
    if (shallMeasure && !isMeasuring) {
      lastTurn = threadCpuMs()
      longestTurnMs = 0
      setImmediate(endTurn)
    }
    isMeasuring = shallMeasure
    // What is garbage is no memory that is in use.
    if (url.endsWith('/memory')) Bun.gc(true)
    const openFiles = readdirSync('/proc/self/fd').length
    return Response.json({ longestTurnMs, cpuMs: processCpuMs(), memoryBytes: process.memoryUsage.rss(), openFiles })
  },
}).unref()
