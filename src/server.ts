import { createTokenUsage, type TokenUsageIntervals } from './auth/tokenUsage.ts'
import { remembering } from './cache/plugin.ts'
import { createMemory } from './cache/responseCache.ts'
import { OperationalError } from './errors.ts'
import type { Database } from './library/open.ts'
import { healthRoutes, probe } from './observability/health.ts'
import { logRequests } from './observability/requestLogging.ts'
import { restAfterWork } from './resting.ts'
import { createProtection, type ProtectionOptions } from './security/protection.ts'
import { whenNeeded } from './whenNeeded.ts'

export interface ServerOptions extends ProtectionOptions {
  database: Database
  /** The address to listen on. */
  host: string
  /** 0 for one that is free. */
  port: number
  /** The longest body that is read, in bytes. */
  maxBodyBytes?: number
  /** How long a body may take to come, in milliseconds. */
  bodyTime?: number
  /** What remembered answers may take together, in bytes; 0 to remember none. */
  cacheBytes?: number
  /** Where metrics are served, without a token; nowhere if left out. */
  metrics?: { host: string; port: number } | undefined
  /** When it writes which tokens were used. */
  tokenUsePace?: TokenUsageIntervals
}

export interface RunningServer {
  /** Where it listens, without a path. */
  origin: string
  metricsOrigin: string | undefined
  /** Finishes what is under way, and stops. The database stays open. */
  stop(): Promise<void>
}

/** How long requests may take to finish once the server was told to stop, in milliseconds. */
const grace = 10_000

/**
 * Serves a library over HTTP.
 * @throws OperationalError when it can't listen there.
 */
export const startServer = async ({
  host,
  port,
  cacheBytes = 268_435_456,
  tokenUsePace,
  metrics: metricsAt,
  ...options
}: ServerOptions): Promise<RunningServer> => {
  const { database } = options
  const uses = createTokenUsage(database, tokenUsePace)
  const memory = createMemory(database, cacheBytes, uses.record)
  const protection = createProtection(options, () => server)
  const { gates, patience, idleSeconds } = protection
  const app = whenNeeded(async () => (await loadApp()).createApp({ ...options, callerOf: memory.callerOf, gates }))
  const routes = metricsAt || options.corsOrigins ? (await app()).routes : []
  const metrics = metricsAt && (await loadMetrics()).startMetrics({ database, memory, routes })
  const inApp = protection.inside(async (request) => (await app()).fetch(request))
  const answering = remembering(database, memory, patience, inApp)
  const { fetch, underWay, asked } = logRequests(protection.around(answering, routes), metrics?.watch)
  const server = listen({
    hostname: host,
    port,
    routes: healthRoutes(database),
    fetch,
    // The limit that is configured is kept by the API, in the contract's shape and after it knows who asks.
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    idleTimeout: idleSeconds,
  })
  const beside =
    metricsAt &&
    metrics &&
    listen({
      hostname: metricsAt.host,
      port: metricsAt.port,
      routes: { '/metrics': probe(metrics.answer) },
      fetch: nothing,
    })
  const preparing = setTimeout(app, settled)
  const endRests = restAfterWork(asked, database.releaseMemory)
  return {
    origin: server.url.origin,
    metricsOrigin: beside?.url.origin,
    stop: async () => {
      clearTimeout(preparing)
      endRests()
      protection.close()
      await finish(server, underWay)
      await beside?.stop(true)
      await uses.stop()
    },
  }
}

/** Records and lists are answered without the app. It is loaded when it is first asked, or soon after the start. */
const loadApp = () => import('./app.ts')

/** How long after its start a server has answered those who waited for it, in milliseconds. */
const settled = 100

/** Who asks for no metrics should not wait for them to be loaded. */
const loadMetrics = () => import('./observability/metrics.ts')

const nothing = () => Response.json({ message: 'The metrics are at /metrics.' }, { status: 404 })

const listen = (options: Bun.Serve.Options<undefined>) => {
  try {
    return Bun.serve(options)
  } catch (error) {
    const { hostname, port } = options as { hostname: string; port: number }
    const inUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    if (inUse)
      throw new OperationalError(`Port ${port} on ${hostname} is in use. Choose another one, or 0 for a free one.`)
    throw new OperationalError(`Can't listen on ${hostname} port ${port}. Choose another address or port.`)
  }
}

/**
 * Takes no new connections, waits for the answers that are under way, and then drops what clients keep open. The server
 * doesn't count the requests of clients that have gone away, though they are worked on.
 */
const finish = async (server: ReturnType<typeof listen>, underWay: () => number) => {
  server.stop()
  const deadline = performance.now() + grace
  while (server.pendingRequests + underWay() > 0 && performance.now() < deadline) await Bun.sleep(5)
  await server.stop(true)
}
