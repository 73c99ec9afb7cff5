import { createAuthPolicy, type Registration } from '../accounts/authPolicy.ts'
import { scheduleCleanup } from '../accounts/cleanup.ts'
import { createLoginThrottle, type LoginThrottleOptions } from '../accounts/loginThrottle.ts'
import { createProxyLogin, type ProxyLoginOptions } from '../accounts/proxyLogin.ts'
import { createSetup, type Setup } from '../accounts/setup.ts'
import { createTokenRules, type TokenUsageIntervals, usageIntervalsFor } from '../accounts/tokenLife.ts'
import { createTokenUsage } from '../accounts/tokenUsage.ts'
import { errorStack } from '../base/errors.ts'
import { completeLimits, defaultLimits, type Limits } from '../base/limits.ts'
import { keysOf, mapValues } from '../base/objects.ts'
import { withCache } from '../cache/withCache.ts'
import type { BackupSettings, ProgramCommands } from '../console/deps.ts'
import { createBodyMemory } from '../http/bodyMemory.ts'
import { withCatchUp } from '../http/catchUp.ts'
import { createIdentifyClient, identifyNobody } from '../http/client.ts'
import { clientNetwork, createClientIp, type TrustedProxies, unknownAddress } from '../http/clientIp.ts'
import { type AllowedOrigins, type OnRejectedOrigin, withCors, withoutCors } from '../http/cors.ts'
import { type Demo, withDemo } from '../http/demo.ts'
import type { Fetch } from '../http/fetch.ts'
import { createIdleTimeouts, type IdleTimeouts } from '../http/idleTimeouts.ts'
import type { Route } from '../http/methods.ts'
import { createPrefixOf } from '../http/prefix.ts'
import { createRequestCounter, type RateLimit, withRateLimit } from '../http/rateLimit.ts'
import { withSecurityHeaders } from '../http/securityHeaders.ts'
import { createSendMemory } from '../http/sendMemory.ts'
import type { Library } from '../library/library.ts'
import { isHealthCheck } from '../observability/health.ts'
import { createHistory } from '../observability/history.ts'
import { logFailure } from '../observability/log.ts'
import type { createMetrics } from '../observability/metrics.ts'
import { callBoth, withRequestLog } from '../observability/requestLog.ts'
import { createApp, createLibraryCache, createLibraryStreams } from './app.ts'
import { mountedRoutes } from './routes.ts'

/** A limit that is left out has its default. */
export interface ServiceOptions extends Partial<Limits> {
  library: Library
  tokenUsageIntervals?: TokenUsageIntervals
  /** Who may create an account; everybody by default. */
  registration?: Registration | undefined
  /** The path below which clients find the service, such as `/music`; by default the root of its host. */
  basePath?: string | undefined
  /** The proxies whose `X-Forwarded-For` and `X-Forwarded-Prefix` are trusted; none by default. */
  trustedProxies?: TrustedProxies | undefined
  /** Returns the IP address of a request's client, where its connection does not tell. */
  clientAddress?: ((request: Request) => string | undefined) | undefined
  /** Whether every token is read-only; false by default. */
  readOnly?: boolean | undefined
  /** How often each client may send requests; there is no limit by default. */
  limits?: { login?: RateLimit | undefined; register?: RateLimit | undefined; all?: RateLimit | undefined }
  /** The origins whose pages may read responses; none by default. */
  corsOrigins?: AllowedOrigins | undefined
  onRejectedOrigin?: OnRejectedOrigin | undefined
  /** How failed log-ins delay further ones; `false` turns the delays off. */
  loginThrottle?: LoginThrottleOptions | false
  /** Called after each failed log-in. */
  onFailedLogin?: ((failed: { address: string }) => void) | undefined
  /** Called once, when a proxy on this machine has sent `X-Forwarded-For`, and no proxies are trusted. */
  onUntrustedProxy?: (() => void) | undefined
  /** Whether the OpenAPI document and the page that documents the API are served; by default they are. */
  docs?: boolean | undefined
  /** Whether the console is served; by default it is. */
  console?: boolean | undefined
  /** With the code of the first admin, for the console; by default there is none. */
  setup?: Setup | undefined
  /** How the trusted proxies say who sends a request, for the log-in to the console; by default they do not. */
  proxyLogin?: ProxyLoginOptions | undefined
  /** How backups are made, for the console. */
  backups?: BackupSettings | undefined
  /** Runs commands for the console; without them it makes no backups and no checks. */
  commands?: ProgramCommands | undefined
  /** Makes the service a demo for visitors: the page shows its accounts. */
  demo?: Demo | undefined
  /** The time in milliseconds, on any clock. */
  now?: () => number
  /** Creates the metrics of the service; none by default. */
  createMetrics?: typeof createMetrics | undefined
}

/** The options that can change while requests are served. */
export type ChangeableOptions = Pick<ServiceOptions, 'limits' | 'trustedProxies' | 'corsOrigins' | 'registration'>

/** The connections that requests come from. */
export interface Connections {
  /** Returns the IP address of the other end of a request's connection; undefined if it is not known. */
  addressOf(request: Request): string | undefined
  /** Sets the idle timeout of a request's connection, in seconds; 0 for none. */
  timeout(request: Request, seconds: number): void
}

/** Where a program calls `fetch`, no request comes through a connection of the service. */
const noConnections: Connections = { addressOf: () => undefined, timeout: () => {} }

/** The idle timeout of connections, in seconds, from the option in milliseconds. */
export const idleSecondsOf = (idleTimeoutMs = defaultLimits.idleTimeoutMs) => Math.ceil(idleTimeoutMs / 1000)

/** Who may log in and register, and how often each client may send requests. */
const createAuth = (
  { library, loginThrottle, limits = {}, now = () => performance.now(), onFailedLogin, ...options }: ServiceOptions,
  clientIp: (request: Request) => string,
) => {
  let { registration = 'open' } = options
  let failedLogins = 0
  const counters = mapValues({ login: limits.login, register: limits.register, all: limits.all }, (limit) =>
    createRequestCounter(limit, clientIp, now),
  )
  const throttle = loginThrottle === false ? undefined : createLoginThrottle({ now, ...loginThrottle })
  return {
    policy: createAuthPolicy({
      registration: () => registration,
      clientIp,
      acceptsTestHashes: library.serialize !== undefined,
      countLogin: counters.login.count,
      countRegister: counters.register.count,
      throttle,
      onFailedLogin: (failed) => {
        failedLogins++
        onFailedLogin?.(failed)
      },
    }),
    countRequest: counters.all,
    failedLogins: (): number => failedLogins,
    update(changed: ChangeableOptions): void {
      registration = changed.registration ?? 'open'
      for (const name of keysOf(counters)) counters[name].setLimit(changed.limits?.[name])
    },
    /** Rejects the log-ins that wait for a delay. */
    close: (): void => throttle?.close(),
  }
}

/** Everything that responds to requests, without a port: the application, what wraps it, and its work in the background. */
export const createService = (options: ServiceOptions, connections = noConnections) => {
  const { library } = options
  const limits = completeLimits(options)
  const { tokenUsageIntervals = usageIntervalsFor(limits.tokenLimits) } = options
  const { docs = true, console = true, readOnly = false, backups = {}, demo } = options
  const tokenRules = createTokenRules(limits.tokenLimits)
  const addressOf = (request: Request) => options.clientAddress?.(request) ?? connections.addressOf(request)
  const client = createClientIp({
    trustedProxies: options.trustedProxies,
    onUntrustedProxy: options.onUntrustedProxy,
    addressOf,
  })
  // The accounts of a demo are public: with them, each visitor could read the addresses of all others.
  const identifyClient = demo ? identifyNobody : createIdentifyClient(client.of)
  const tokenUsage = createTokenUsage(library, identifyClient, tokenUsageIntervals)
  const timeouts = createIdleTimeouts(connections, idleSecondsOf(limits.idleTimeoutMs))
  // A request has no address any more when its response was sent, or its client has gone.
  const isInFlight = (request: Request) => connections.addressOf(request) !== undefined
  const cache = createLibraryCache(library, {
    maxBytes: limits.cacheBytes,
    tokenRules,
    onCallerUse: tokenUsage.record,
    onLongResponse: timeouts.allowLongSend,
    sendMemory: createSendMemory({ isInFlight, limitSend: timeouts.limitSend }),
  })
  const auth = createAuth(options, client.of)
  const changeStreams = createLibraryStreams(library, {
    tokenRules,
    limits: limits.streamLimits,
    clientOf: (request) => {
      const address = client.of(request)
      return address === unknownAddress ? '' : clientNetwork(address)
    },
    allowLongSend: timeouts.allowLongSend,
    limitSend: timeouts.limitSend,
  })
  const bodyMemory = createBodyMemory({
    maxBytes: limits.bodyMemoryBytes,
    maxBodyBytes: limits.maxBodyBytes,
    clientIp: client.of,
  })
  const history = console ? createHistory() : undefined
  const app = createApp({
    ...{ library, limits, tokenRules, cache, changeStreams, identifyClient, bodyMemory },
    ...{ docs, console, readOnly, backups, demo, history, isInFlight },
    allowLongSend: timeouts.allowLongSend,
    authPolicy: auth.policy,
    commands: options.commands,
    prefixOf: createPrefixOf(options.basePath ?? '', (request) => client.findProxy(addressOf(request)) !== undefined),
    setup: options.setup ?? createSetup(library),
    // The end of the connection itself, and not what a program says in its place.
    proxyLogin:
      options.proxyLogin &&
      createProxyLogin(options.proxyLogin, (request) => client.findProxy(connections.addressOf(request))),
  })
  const routes = mountedRoutes({ console, docs, demo })
  const cleanup = scheduleCleanup(library, { tokenRules, ...limits }, logCleanupError)
  const metrics = options.createMetrics?.({
    library,
    cache,
    routes,
    failedLogins: auth.failedLogins,
    backups,
    audit: { bytes: cleanup.auditBytes, maxBytes: limits.auditMaxBytes },
  })

  const cached = withRateLimit(withCache(app.fetch, cache), auth.countRequest, isHealthCheck)
  const wrapped = wrapFetch(cached, routes, options, timeouts)
  const requests = withRequestLog(wrapped.fetch, callBoth(metrics?.onResponse, history?.onResponse))
  return {
    fetch: requests.fetch,
    /** The routes, with what they declare. */
    routes: app.routes,
    metrics,
    requestCount: requests.count,
    /** Replaces all of these options: one that is missing is unset. */
    update: (changed: ChangeableOptions): void => {
      client.trust(changed.trustedProxies)
      auth.update(changed)
      wrapped.allowOrigins(changed.corsOrigins)
    },
    /** Rejects the log-ins that wait for a delay, and ends the streams of changes: to wait for them would take forever. */
    endWaiting: () => {
      auth.close()
      changeStreams.stop()
    },
    /** Finishes the work in the background. The library stays open. */
    stop: async () => {
      auth.close()
      changeStreams.stop()
      history?.stop()
      metrics?.stop()
      await cleanup.stop()
      await tokenUsage.stop()
    },
  }
}

/** Each wrapper sees every request. The last one is the outermost: a request meets it first. */
const wrapFetch = (fetch: Fetch, routes: readonly Route[], options: ServiceOptions, timeouts: IdleTimeouts) => {
  const { library, demo, onRejectedOrigin } = options
  let inner = library.catchUp ? withCatchUp(fetch, library.catchUp, isHealthCheck) : fetch
  if (demo?.failures) inner = demo.failures.wrap(inner, isHealthCheck)
  inner = withSecurityHeaders(timeouts.wrap(inner))
  if (demo) inner = withDemo(inner, demo)
  const addCors = (origins: AllowedOrigins | undefined) =>
    origins
      ? withCors(inner, origins, routes, onRejectedOrigin)
      : onRejectedOrigin
        ? withoutCors(inner, onRejectedOrigin)
        : inner
  let outer = addCors(options.corsOrigins)
  return {
    fetch: (request: Request) => outer(request),
    allowOrigins: (origins: AllowedOrigins | undefined): void => {
      outer = addCors(origins)
    },
  }
}

const logCleanupError = (error: unknown) =>
  logFailure('Ended tokens and old audit entries could not be deleted.', { error: errorStack(error) })
