import { errorCode, OperationalError } from './errors.ts'
import { withAbsoluteUrl } from './http/absoluteUrl.ts'
import { createDrain } from './http/drain.ts'
import type { Fetch } from './http/fetch.ts'
import type { Library } from './library/open.ts'
import { type Connections, createService, type ServiceOptions } from './service.ts'

export interface ServerOptions extends Omit<ServiceOptions, 'createMetrics'> {
  /** The address to listen on. */
  host: string
  /** 0 for a free port. */
  port: number
  /** The address at which metrics are served, without a token; they are not served by default. */
  metrics?: { host: string; port: number } | undefined
  /** How long no request must have arrived before `stop` closes connections, in milliseconds. */
  quietMs?: number
}

export interface RunningServer {
  /** Responds to a request that does not come through the port. */
  fetch: Fetch
  /** The URL at which it listens, without a path. */
  origin: string
  metricsOrigin: string | undefined
  /** Finishes the requests in flight, for up to ten seconds, and stops. The library stays open. */
  stop(): Promise<void>
}

/**
 * Serves a library over HTTP.
 * @throws OperationalError when it can't listen at this address or port
 */
export const startServer = async (options: ServerOptions): Promise<RunningServer> => {
  const connections: Connections = {
    addressOf: (request) => server.requestIP(request)?.address,
    timeout: (request, seconds) => server.timeout(request, seconds),
  }
  const createMetrics = options.metrics && (await loadMetrics()).createMetrics
  const service = createService({ ...options, createMetrics }, connections)
  const { wrap, drain } = createDrain()

  const listenForRequests = () =>
    listen({
      hostname: options.host,
      port: options.port,
      fetch: wrap(service.fetch),
      // The API enforces its own limit after the guards, with a JSON error.
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
      idleTimeout: service.idleSeconds,
    })
  const server = await orStop(listenForRequests, service.stop)
  const listenForMetrics = () =>
    service.metrics &&
    options.metrics &&
    listen({ hostname: options.metrics.host, port: options.metrics.port, fetch: service.metrics.fetch })
  const metricsServer = await orStop(listenForMetrics, async () => {
    await server.stop(true)
    await service.stop()
  })
  const idleTimer = releaseMemoryWhenIdle(options.library, service.requestCount)
  return {
    fetch: service.fetch,
    origin: server.url.origin,
    metricsOrigin: metricsServer?.url.origin,
    stop: async () => {
      clearInterval(idleTimer)
      service.rejectDelayed()
      await drain(server, options.quietMs ?? 50)
      await metricsServer?.stop(true)
      await service.stop()
    },
  }
}

/** Most servers have no metrics. The client library takes 6 ms to load. */
const loadMetrics = () => import('./observability/metrics.ts')

/**
 * Returns memory to the system when no request came for half a second, and at least a thousand since the last time.
 * Otherwise the garbage of a busy time stays until the next one. It saves a sixth of the memory
 * (docs/performance.md).
 */
const releaseMemoryWhenIdle = (library: Library, requestCount: () => number): Timer => {
  let [lastCount, releasedAt] = [0, 0]
  const check = () => {
    const count = requestCount()
    if (count === lastCount && count - releasedAt >= 1_000) {
      releasedAt = count
      library.releaseMemory()
      Bun.gc(true)
    }
    lastCount = count
  }
  return setInterval(check, 500).unref()
}

interface ListenOptions {
  hostname: string
  port: number
  fetch: Fetch
  maxRequestBodySize?: number
  idleTimeout?: number
}

const listen = (options: ListenOptions) => {
  try {
    return Bun.serve({ ...options, fetch: withAbsoluteUrl(options.fetch) })
  } catch (error) {
    const { hostname, port } = options
    const message =
      errorCode(error) === 'EADDRINUSE'
        ? `Port ${port} on ${hostname} is in use. Choose another one, or 0 for a free one.`
        : `Can't listen on ${hostname} port ${port}. Choose another address or port.`
    throw new OperationalError(message)
  }
}

/** A server that could be started only in part must not keep the process running. */
const orStop = async <T>(action: () => T, stop: () => Promise<void>): Promise<T> => {
  try {
    return action()
  } catch (error) {
    await stop()
    throw error
  }
}
