import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Memory } from '../cache/responseCache.ts'
import { pathOf } from '../http/paths.ts'
import type { Database } from '../library/open.ts'
import type { OnResponse } from './requestLogging.ts'

/** In seconds: from what is remembered to a long list. */
const buckets = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10]

interface Watched {
  database: Database
  memory: Memory
  routes: readonly { method: string; path: string }[]
}

/** What Prometheus may ask for, and what notes each request for it. */
export const startMetrics = ({ database, memory, routes }: Watched) => {
  const registers = [new Registry()]
  const [registry] = registers as [Registry]
  collectDefaultMetrics({ register: registry })

  const requests = new Histogram({
    name: 'music_library_request_duration_seconds',
    help: 'Time from a request to its answer, without sending it.',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers,
  })

  const read = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value())
      },
    })
  read('music_library_cache_bytes', 'What the remembered answers take.', () => memory.size)
  read('music_library_cache_answers', 'How many answers are remembered.', () => memory.count)
  read(
    'music_library_database_bytes',
    'What the library takes on disk, its journal included.',
    () => database.stats().bytes,
  )
  read('music_library_waiting_writes', 'How many writes wait to be made.', () => database.stats().waiting)
  const total = (name: string, help: string, value: () => number) =>
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset()
        this.inc(value())
      },
    })
  total('music_library_cache_hits_total', 'Requests that were answered from memory.', () => memory.hits)
  total('music_library_writes_total', 'Writes that were made.', () => database.stats().written)

  // Anybody can make up a method or a path; neither may fill the memory with series.
  const known = new Set(routes.map(({ method, path }) => `${method} ${path.replace(/\/$/, '')}`))
  const watch: OnResponse = (request, response, seconds) => {
    const route = pathOf(request.url).replaceAll(/\/\d+(?=\/|$)/g, '/:id')
    const labels = known.has(`${request.method} ${route}`) ? [request.method, route] : ['other', 'other']
    requests.labels(...labels, String(response.status)).observe(seconds)
  }

  const answer = async () =>
    new Response(await registry.metrics(), { headers: { 'content-type': registry.contentType } })

  return { watch, answer }
}
