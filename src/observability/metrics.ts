import { Database } from 'bun:sqlite'
import { Counter, Gauge, Histogram, Registry } from '@prometheus-io/client'
import { version } from '../../package.json'
import type { Route } from '../http/methods.ts'
import { normalizedPathOf, pathOf } from '../http/paths.ts'
import { newestBackupTime } from '../library/backupAge.ts'
import { readFreeBytes } from '../library/freeSpace.ts'
import type { Library } from '../library/library.ts'
import { addProcessMetrics } from './processMetrics.ts'
import type { OnResponse } from './requestLog.ts'
import { createCollected } from './scrapedMetrics.ts'

/** Upper bounds of the histogram in seconds: from the time of a cached response to that of a long list. */
const buckets = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10]

interface MetricsSources {
  library: Library
  cache: { stats(): { bytes: number; entries: number; hits: number } }
  routes: readonly Route[]
  /** How many logins have failed since the start. */
  failedLogins(): number
  /** How many requests were rejected since too much waits, by kind of work. */
  rejections(): ReadonlyMap<string, number>
  /** Where backups of the library go; undefined where the server makes none. */
  backups?: { folder?: string | undefined; runs?: BackupRuns | undefined } | undefined
  /** The audit trail: its size when it was last measured, and the maximum. */
  audit: { bytes(): number; maxBytes: number }
}

/** What a server has recorded of its backups, and of the command that runs after each. */
interface BackupRuns {
  state(): { failures: number; command: { last_run: { error: string | null } | null } | null }
}

/** Creates the metrics for Prometheus, listed in this order. `onResponse` records a request, and `fetch` serves `/metrics`. */
export const createMetrics = (sources: MetricsSources) => {
  const registry = new Registry()
  const { nodeName } = sources.library
  // Several servers of one library are told apart, also after an aggregation has dropped the label `instance`.
  if (nodeName !== undefined) registry.setDefaultLabels({ node: nodeName })
  const stop = addProcessMetrics(registry)
  const onResponse = addRequestDurations(registry, sources.routes)
  addBuildInfo(registry)
  const collected = createCollected(registry)
  addLibrary(collected, sources)
  addBackups(collected, sources)
  addCounts(collected, sources, registry)
  return { onResponse, fetch: (request: Request) => respond(registry, request), stop }
}

type Collected = ReturnType<typeof createCollected>

/** @returns what records a request */
const addRequestDurations = (registry: Registry, routes: readonly Route[]): OnResponse => {
  const requests = new Histogram({
    name: 'music_library_request_duration_seconds',
    help: 'Time from a request to its response, without the time to send it.',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers: [registry],
  })
  // Each combination of labels is a time series in memory. Methods and paths that clients invent share one.
  const knownRoutes = new Set(routes.map(({ method, path }) => `${method} ${path.replace(/\/$/, '')}`))
  return (request, response, seconds) => {
    const route = normalizedPathOf(request.url).replaceAll(/\/\d+(?=\/|$)/g, '/:id')
    const isKnown = knownRoutes.has(`${request.method} ${route}`)
    const labels = isKnown ? [request.method, route] : ['other', 'other']
    requests.labels(...labels, String(response.status)).observe(seconds)
  }
}

const addBuildInfo = (registry: Registry) =>
  new Gauge({
    name: 'music_library_build_info',
    help: 'The versions of the program and of what it contains. The value is always 1.',
    labelNames: ['version', 'bun', 'sqlite'],
    registers: [registry],
  })
    .labels(version, Bun.version, sqliteVersion())
    .set(1)

const addLibrary = ({ gauge }: Collected, { library, cache, audit }: MetricsSources) => {
  gauge('music_library_ready', '1 if the library can be used, as /readyz says, otherwise 0.', async () =>
    (await library.problem()) === undefined ? 1 : 0,
  )
  gauge('music_library_cache_bytes', 'Memory of the cached responses.', () => cache.stats().bytes)
  gauge('music_library_cache_answers', 'Number of cached responses.', () => cache.stats().entries)
  const { path, fileSize } = library
  if (fileSize) gauge('music_library_database_bytes', 'Size of the library file and its WAL.', fileSize)
  if (path !== undefined)
    gauge('music_library_disk_free_bytes', 'Free space on the disk of the library.', () => readFreeBytes(path))
  gauge('music_library_audit_bytes', 'Size of the audit trail. It is measured once an hour.', audit.bytes)
  gauge('music_library_audit_max_bytes', 'Maximum size of the audit trail.', () => audit.maxBytes)
  gauge('music_library_waiting_writes', 'Number of queued writes.', () => library.stats().queuedWrites)
}

const addBackups = ({ gauge, counter }: Collected, { library: { file }, backups }: MetricsSources) => {
  if (backups && file)
    gauge(
      'music_library_last_backup_timestamp_seconds',
      'When the newest verified backup was made, in seconds since 1970; 0 if there is none.',
      () => newestBackupTime(file, backups.folder),
    )
  const { runs } = backups ?? {}
  if (!runs) return
  counter(
    'music_library_failed_backups_total',
    'Backups that have failed since the start.',
    () => runs.state().failures,
  )
  if (runs.state().command)
    gauge(
      'music_library_backup_command_failed',
      '1 if the last run of the command after a backup has failed, otherwise 0.',
      () => ((runs.state().command?.last_run?.error ?? null) === null ? 0 : 1),
    )
}

const addCounts = ({ counter }: Collected, sources: MetricsSources, registry: Registry) => {
  const { library, cache, failedLogins, rejections } = sources
  counter('music_library_cache_hits_total', 'Requests served from the cache.', () => cache.stats().hits)
  counter('music_library_failed_logins_total', 'Logins with a wrong password or an unknown address.', failedLogins)
  new Counter({
    name: 'music_library_rejected_requests_total',
    help: 'Requests that were rejected because too much work of one kind was waiting or running.',
    labelNames: ['work'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [work, count] of rejections()) this.labels(work).inc(count)
    },
  })
  counter('music_library_writes_total', 'Committed writes.', () => library.stats().committedWrites)
}

const respond = async (registry: Registry, request: Request): Promise<Response> => {
  if (pathOf(request.url) !== '/metrics')
    return Response.json({ message: 'The metrics are at /metrics.' }, { status: 404 })
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return Response.json({ message: 'Method not allowed.' }, { status: 405, headers: { allow: 'GET, HEAD' } })
  return new Response(await registry.metrics(), { headers: { 'content-type': registry.contentType } })
}

const sqliteVersion = () => {
  using database = new Database(':memory:')
  const [version] = database.query('select sqlite_version()').values().flat()
  return String(version)
}
