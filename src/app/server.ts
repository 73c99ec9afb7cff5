import { createDrain } from '../http/drain.ts'
import type { Fetch } from '../http/fetch.ts'
import { openPort, type Port } from '../http/port.ts'
import { withBasePath } from '../http/prefix.ts'
import type { Library } from '../library/library.ts'
import { readRss } from '../observability/history.ts'
import type { ChangeableOptions, ServiceOptions } from './options.ts'
import { type Connections, createService, idleSecondsOf } from './service.ts'

interface PortsOptions extends Pick<ServiceOptions, 'idleTimeoutMs'> {
  /** The address to listen on. */
  host: string
  /** 0 for a free port. */
  port: number
  /** The address at which metrics are served, without a token; they are not served by default. */
  metrics?: { host: string; port: number } | undefined
}

/** The ports of a server, which listen. */
export interface Ports {
  api: Port
  metrics: Port | undefined
  /** Stops listening, and closes all connections at once. */
  close(): Promise<void>
}

/**
 * Takes the ports of a server before it opens its library: a taken port changes nothing. Requests wait for `startServer`.
 * @throws OperationalError when it can't listen at an address or port
 */
export const openPorts = async ({ host, port, metrics, idleTimeoutMs }: PortsOptions): Promise<Ports> => {
  const api = openPort({
    host,
    port,
    // The API enforces its own limit after the guards, with a JSON error.
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    idleSeconds: idleSecondsOf(idleTimeoutMs),
  })
  try {
    const metricsPort = metrics && openPort(metrics)
    return {
      api,
      metrics: metricsPort,
      close: async () => {
        await Promise.all([api.close(), metricsPort?.close()])
      },
    }
  } catch (error) {
    await api.close()
    throw error
  }
}

export interface ServerOptions extends PortsOptions, Omit<ServiceOptions, 'createMetrics'> {
  /** The result of `openPorts`, with the same options; by default the server opens its ports itself. */
  ports?: Ports
  /** How long no request must have arrived before `stop` closes connections, in milliseconds. */
  quietMs?: number
}

type Service = ReturnType<typeof createService>

export interface RunningServer {
  /** Responds to a request that does not come through the port. */
  fetch: Fetch
  /** The URL at which this machine reaches it, without a path. */
  origin: string
  /** The same with the base path, without a slash at its end. */
  rootUrl: string
  /** Those at which other machines may reach it, if it listens on every network. */
  networkUrls: string[]
  metricsOrigin: string | undefined
  /** As that of the service. */
  moveClock: Service['moveClock']
  /** Changes options while requests are served. */
  update(options: ChangeableOptions): void
  /** Finishes the requests in flight, for up to ten seconds, and stops. The library stays open. */
  stop(): Promise<void>
}

/**
 * Serves a library over HTTP.
 * @throws OperationalError when it can't listen at an address or port
 */
export const startServer = async (options: ServerOptions): Promise<RunningServer> => {
  const ports = options.ports ?? (await openPorts(options))
  const connections: Connections = {
    addressOf: (request) => ports.api.server.requestIP(request)?.address,
    timeout: (request, seconds) => ports.api.server.timeout(request, seconds),
    closeIdle: () => void ports.api.server.closeIdleConnections(),
  }
  const createMetrics = ports.metrics && (await loadMetrics()).createMetrics
  const service = createService({ ...options, createMetrics }, connections)
  const { wrap, drain } = createDrain()
  const { basePath = '' } = options
  ports.api.serve(wrap(withBasePath(service.fetch, basePath)))
  if (service.metrics) ports.metrics?.serve(service.metrics.fetch)
  const idleTimer = releaseMemoryWhenIdle(options.library, service.requestCount)
  return {
    fetch: service.fetch,
    origin: ports.api.origin,
    rootUrl: ports.api.origin + basePath,
    networkUrls: ports.api.networkOrigins.map((origin) => origin + basePath),
    metricsOrigin: ports.metrics?.origin,
    moveClock: service.moveClock,
    update: service.update,
    stop: async () => {
      clearInterval(idleTimer)
      service.endWaiting()
      await drain(ports.api.server, options.quietMs ?? 50)
      await ports.close()
      await service.stop()
    },
  }
}

/** Most servers have no metrics. The client library takes 6 ms to load. */
const loadMetrics = () => import('../observability/metrics.ts')

/** Requests since memory was returned, after which it is worth while again. */
const releaseAfterRequests = 1_000

/** The same for the growth of the memory, in bytes: a few requests are enough to build a long list again, whose former body is garbage. */
const releaseAfterGrowth = 8_388_608

/**
 * Returns memory to the system when no request came for half a second, and it is worth while. Otherwise the garbage of a busy time
 * stays until the next one. It saves a sixth of the memory (docs/performance.md).
 */
const releaseMemoryWhenIdle = (library: Library, requestCount: () => number): Timer => {
  let [lastCount, releasedAt, releasedSize] = [0, 0, readRss()]
  const check = () => {
    const count = requestCount()
    const isIdle = count === lastCount && count > releasedAt
    if (isIdle && (count - releasedAt >= releaseAfterRequests || readRss() - releasedSize >= releaseAfterGrowth)) {
      library.releaseMemory()
      Bun.gc(true)
      releasedAt = count
      releasedSize = readRss()
    }
    lastCount = count
  }
  return setInterval(check, 500).unref()
}
