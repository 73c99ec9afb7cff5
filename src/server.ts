import { createApp, createLibraryCache } from './app.ts'
import { scheduleCleanup } from './auth/cleanup.ts'
import type { OnNewNetwork } from './auth/routeDeps.ts'
import { createTokenRules, type TokenLimits, type TokenUsageIntervals, usageIntervalsFor } from './auth/tokenLife.ts'
import { createTokenUsage } from './auth/tokenUsage.ts'
import { errorCode, errorStack, OperationalError } from './errors.ts'
import { withAbsoluteUrl } from './http/absoluteUrl.ts'
import { type AllowedOrigins, withCors } from './http/cors.ts'
import { createDrain } from './http/drain.ts'
import type { Fetch } from './http/fetch.ts'
import { createIdleTimeouts } from './http/idleTimeouts.ts'
import { withSecurityHeaders } from './http/securityHeaders.ts'
import type { Library } from './library/open.ts'
import { logFailure } from './observability/log.ts'
import { withRequestLog } from './observability/requestLog.ts'
import { createAuthPolicy, type Registration } from './security/authPolicy.ts'
import { createBodyMemory } from './security/bodyMemory.ts'
import { isLoopback, resolveClientIp, type TrustedProxies, unknownAddress } from './security/clientIp.ts'
import { createLoginThrottle, type LoginThrottleOptions } from './security/loginThrottle.ts'
import { createRequestCounter, type RateLimit } from './security/rateLimit.ts'

export interface ServerOptions {
  library: Library
  /** The address to listen on. */
  host: string
  /** 0 for a free port. */
  port: number
  /** The maximum size of a request body, in bytes. */
  maxBodyBytes?: number
  /** How long a request body may take to arrive, in milliseconds. */
  bodyTimeoutMs?: number
  /** The maximum memory of the request bodies that are arriving, in bytes; at least four times `maxBodyBytes`. */
  bodyMemoryBytes?: number
  /** The memory for cached responses, in bytes; 0 turns the cache off. */
  cacheBytes?: number
  /** The address at which metrics are served, without a token; they are not served by default. */
  metrics?: { host: string; port: number } | undefined
  tokenUsageIntervals?: TokenUsageIntervals
  /** Who may create an account; `open` by default. */
  registration?: Registration | undefined
  /** How long tokens live, and how many an account has; no limits by default. */
  tokenLimits?: TokenLimits | undefined
  /** How long entries of the audit trail are kept, in milliseconds; 365 days by default. */
  auditKeepMs?: number | undefined
  /** The proxies whose `X-Forwarded-For` is trusted; none by default. */
  trustedProxies?: TrustedProxies | undefined
  /** How often each client may send requests; there is no limit by default. */
  limits?: { login?: RateLimit | undefined; register?: RateLimit | undefined; all?: RateLimit | undefined }
  /** The origins whose pages may read responses; none by default. */
  corsOrigins?: AllowedOrigins | undefined
  /** How failed log-ins delay further ones; `false` turns the delays off. */
  loginThrottle?: LoginThrottleOptions | false
  /** Called after each failed log-in. */
  onFailedLogin?: ((failed: { address: string }) => void) | undefined
  /** Called after a log-in from a network from which the account has never logged in before. */
  onNewNetwork?: OnNewNetwork | undefined
  /** Called once, when a proxy on this machine has sent `X-Forwarded-For`, and no proxies are trusted. */
  onUntrustedProxy?: (() => void) | undefined
  /** Whether the OpenAPI document is served; by default it is. */
  docs?: boolean | undefined
  /** How long a connection without a request stays open, in milliseconds. */
  idleTimeoutMs?: number
  /** How long no request must have arrived before `stop` closes connections, in milliseconds. */
  quietMs?: number
  /** The time in milliseconds, on any clock. */
  now?: () => number
}

export interface RunningServer {
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
  const { library, now = () => performance.now(), limits = {}, idleTimeoutMs = 75_000 } = options
  const idleSeconds = Math.ceil(idleTimeoutMs / 1000)
  const { tokenLimits = {}, tokenUsageIntervals = usageIntervalsFor(tokenLimits) } = options
  const tokenRules = createTokenRules(tokenLimits)
  const clientAddress = (request: Request) => {
    const address = clientIp(request)
    return address === unknownAddress ? null : address
  }
  const tokenUsage = createTokenUsage(library, clientAddress, tokenUsageIntervals)
  const timeouts = createIdleTimeouts(() => server, idleSeconds)
  const cache = createLibraryCache(library, {
    maxBytes: options.cacheBytes ?? 268_435_456,
    tokenRules,
    onCallerUse: tokenUsage.record,
    onLongResponse: timeouts.allowLongSend,
  })

  const { trustedProxies = () => false } = options
  let onUntrustedProxy = options.trustedProxies ? undefined : options.onUntrustedProxy
  const clientIp = (request: Request) => {
    const forwarded = request.headers.get('x-forwarded-for')
    const address = resolveClientIp(server.requestIP(request)?.address, forwarded, trustedProxies)
    if (forwarded !== null && isLoopback(address)) {
      onUntrustedProxy?.()
      onUntrustedProxy = undefined
    }
    return address
  }
  const counter = (limit: RateLimit | undefined) => limit && createRequestCounter(limit, clientIp, now)
  const throttle = options.loginThrottle === false ? undefined : createLoginThrottle({ now, ...options.loginThrottle })
  const authPolicy = createAuthPolicy({
    registration: options.registration,
    clientIp,
    countLogin: counter(limits.login),
    countRegister: counter(limits.register),
    throttle,
    onFailedLogin: options.onFailedLogin,
  })

  const { auditKeepMs = 365 * 86_400_000, maxBodyBytes = 1_048_576, bodyMemoryBytes = 67_108_864 } = options
  const bodyMemory = createBodyMemory({ maxBytes: bodyMemoryBytes, maxBodyBytes, clientIp })

  const app = createApp({
    ...options,
    cache,
    authPolicy,
    clientAddress,
    bodyMemory,
    countRequest: counter(limits.all),
  })
  const metrics = options.metrics && (await loadMetrics()).createMetrics({ library, cache, routes: app.routes })

  // Each wrapper sees every request. The last one is the outermost: a request meets it first.
  let fetch: Fetch = timeouts.wrap(app.fetch)
  fetch = withSecurityHeaders(fetch)
  if (options.corsOrigins) fetch = withCors(fetch, options.corsOrigins, app.routes)
  const requests = withRequestLog(fetch, metrics?.onResponse)
  const { wrap, drain } = createDrain()

  const server = listen({
    hostname: options.host,
    port: options.port,
    fetch: wrap(requests.fetch),
    // The API enforces its own limit after the guards, with a JSON error.
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    idleTimeout: idleSeconds,
  })
  const listenForMetrics = () =>
    metrics &&
    options.metrics &&
    listen({ hostname: options.metrics.host, port: options.metrics.port, fetch: metrics.fetch })
  const metricsServer = await stopOnError(server, listenForMetrics)
  const stopCleanup = scheduleCleanup(library, { tokenRules, auditKeepMs }, logCleanupError)
  const idleTimer = releaseMemoryWhenIdle(library, requests.count)
  return {
    origin: server.url.origin,
    metricsOrigin: metricsServer?.url.origin,
    stop: async () => {
      clearInterval(idleTimer)
      throttle?.close()
      await drain(server, options.quietMs ?? 50)
      await metricsServer?.stop(true)
      await stopCleanup()
      await tokenUsage.stop()
    },
  }
}

const logCleanupError = (error: unknown) =>
  logFailure('Ended tokens and old audit entries could not be deleted.', { error: errorStack(error) })

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
const stopOnError = async <T>(server: ReturnType<typeof listen>, action: () => T): Promise<T> => {
  try {
    return action()
  } catch (error) {
    await server.stop(true)
    throw error
  }
}
