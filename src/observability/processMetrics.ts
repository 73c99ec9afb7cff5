import { Gauge, Histogram, type Registry } from 'prom-client'
import osMemoryHeap from 'prom-client/lib/metrics/osMemoryHeap.js'
import processCpuTotal from 'prom-client/lib/metrics/processCpuTotal.js'
import processMaxFileDescriptors from 'prom-client/lib/metrics/processMaxFileDescriptors.js'
import processOpenFileDescriptors from 'prom-client/lib/metrics/processOpenFileDescriptors.js'
import processStartTime from 'prom-client/lib/metrics/processStartTime.js'

const defaultMetrics = [
  processCpuTotal,
  processStartTime,
  osMemoryHeap,
  processOpenFileDescriptors,
  processMaxFileDescriptors,
]

/** How often the lag of the event loop is measured. */
const lagIntervalMs = 100

/** Upper bounds of the histogram in seconds: from the precision of a timer to a server that seems to hang. */
const lagBuckets = [0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 5]

/**
 * Adds the metrics of the process: the usual ones under their usual names, and those of the JavaScript engine that it fills in.
 * The default metrics of the client library are those of Node; half of them are always 0 in Bun. Bun reports no garbage
 * collections.
 * @returns a function that ends the measurements
 */
export const addProcessMetrics = (registry: Registry): (() => void) => {
  for (const addMetric of defaultMetrics) addMetric(registry)
  // It is what the engine has reserved, several gigabytes, and not what it uses.
  registry.removeSingleMetric('process_heap_bytes')
  new Gauge({
    name: 'music_library_heap_bytes',
    help: 'Memory of JavaScript objects in use.',
    registers: [registry],
    collect() {
      this.set(process.memoryUsage().heapUsed)
    },
  })
  const lag = new Histogram({
    name: 'music_library_event_loop_lag_seconds',
    help: 'How late a timer runs that is due ten times in a second: the time that other requests wait for the longest step of one.',
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
