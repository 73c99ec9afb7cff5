import { readdirSync, readFileSync } from 'node:fs'
import { Histogram, type Registry } from '@prometheus-io/client'
import { createCollected } from './scrapedMetrics.ts'

/** How often the lag of the event loop is measured. */
const lagIntervalMs = 100

/** Upper bounds of the histogram in seconds: from the precision of a timer to a server that seems to hang. */
const lagBuckets = [0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 5]

/**
 * Adds the metrics of the process: the usual ones under their usual names, and those of the JavaScript engine that it fills in.
 * The default metrics of the client library are those of Node: half of them are always 0 in Bun, and some measure all the time. Bun
 * reports no garbage collections.
 * @returns a function that ends the measurements
 */
export const addProcessMetrics = (registry: Registry): (() => void) => {
  const { gauge, counter } = createCollected(registry)
  const cpuSeconds = (kind: 'user' | 'system') => process.cpuUsage()[kind] / 1e6
  counter('process_cpu_user_seconds_total', 'Total user CPU time spent in seconds.', () => cpuSeconds('user'))
  counter('process_cpu_system_seconds_total', 'Total system CPU time spent in seconds.', () => cpuSeconds('system'))
  counter(
    'process_cpu_seconds_total',
    'Total user and system CPU time spent in seconds.',
    () => cpuSeconds('user') + cpuSeconds('system'),
  )
  const startedAt = performance.timeOrigin / 1000
  gauge('process_start_time_seconds', 'Start time of the process since unix epoch in seconds.', () => startedAt)
  gauge('process_resident_memory_bytes', 'Resident memory size in bytes.', () => process.memoryUsage.rss())
  if (process.platform === 'linux') addLinuxMetrics(gauge)
  gauge('music_library_heap_bytes', 'Memory of JavaScript objects in use.', () => process.memoryUsage().heapUsed)
  const lag = new Histogram({
    name: 'music_library_event_loop_lag_seconds',
    help: 'The delay of a timer that is due ten times a second: how long requests wait for the longest step of another one.',
    buckets: lagBuckets,
    registers: [registry],
  })
  let due = performance.now() + lagIntervalMs
  const timer = setInterval(() => {
    const now = performance.now()
    lag.observe(Math.max(now - due, 0) / 1000)
    due = now + lagIntervalMs
  }, lagIntervalMs).unref()
  return () => clearInterval(timer)
}

/** What /proc says of the process. */
const addLinuxMetrics = (gauge: ReturnType<typeof createCollected>['gauge']) => {
  gauge('process_virtual_memory_bytes', 'Virtual memory size in bytes.', () => {
    const kilobytes = readNumber('status', /^VmSize:\s+(\d+) kB$/m)
    return kilobytes && kilobytes * 1024
  })
  gauge('process_open_fds', 'Number of open file descriptors.', () =>
    // One is that of the folder itself while it is read.
    unlessUnreadable(() => readdirSync('/proc/self/fd').length - 1),
  )
  gauge('process_max_fds', 'Maximum number of open file descriptors.', () =>
    readNumber('limits', /^Max open files\s+(\d+)/m),
  )
}

const readNumber = (file: string, pattern: RegExp) =>
  unlessUnreadable(() => {
    const [, digits] = pattern.exec(readFileSync(`/proc/self/${file}`, 'utf8')) ?? []
    return digits === undefined ? undefined : Number(digits)
  })

/** A process at its limit of file descriptors can't read /proc. */
const unlessUnreadable = (read: () => number | undefined) => {
  try {
    return read()
  } catch {
    return
  }
}
