import { scheduleCleanup } from '../accounts/cleanup.ts'
import { createProxyLogin } from '../accounts/proxyHeaders.ts'
import { createOwnerOf } from '../accounts/requestOwner.ts'
import { createSetup } from '../accounts/setup.ts'
import { createTokenRules, usageIntervalsFor } from '../accounts/tokenLife.ts'
import { createTokenUsage } from '../accounts/tokenUsage.ts'
import { errorStack } from '../base/errors.ts'
import { completeLimits, defaultLimits } from '../base/limits.ts'
import { withCache } from '../cache/cache.ts'
import { createBodyMemory } from '../http/bodyMemory.ts'
import { withCatchUp } from '../http/catchUp.ts'
import { createIdentifyClient, identifyNobody } from '../http/client.ts'
import { clientNetwork, clientSite, createClientIp, unknownAddress } from '../http/clientIp.ts'
import { type AllowedOrigins, withCors, withoutCors } from '../http/cors.ts'
import { withDemo } from '../http/demo.ts'
import type { Fetch } from '../http/fetch.ts'
import { createIdleTimeouts, type IdleTimeouts } from '../http/idleTimeouts.ts'
import type { Route } from '../http/methods.ts'
import { createPrefixOf } from '../http/prefix.ts'
import { withRateLimit } from '../http/rateLimit.ts'
import { withTurns } from '../http/requestTurns.ts'
import { withResets } from '../http/resets.ts'
import { withSecurityHeaders } from '../http/securityHeaders.ts'
import { createSendMemory } from '../http/sendMemory.ts'
import { isHealthCheck } from '../observability/health.ts'
import { createHistory } from '../observability/history.ts'
import { log, logFailure } from '../observability/log.ts'
import { createRejections } from '../observability/rejections.ts'
import { callBoth, withRequestLog } from '../observability/requestLog.ts'
import { createApp, createLibraryCache, createLibraryStreams } from './app.ts'
import { createAuth } from './auth.ts'
import type { ChangeableOptions, ServiceOptions } from './options.ts'
import { mountedRoutes } from './routes.ts'

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
  const networkOf = (request: Request) => clientNetwork(client.of(request))
  const ownerOf = createOwnerOf(client.of, demo === undefined)
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
  const auth = createAuth(options, client.of, ownerOf)
  const changeStreams = createLibraryStreams(library, {
    tokenRules,
    limits: limits.streamLimits,
    clientOf: (request) => {
      const network = networkOf(request)
      return network === unknownAddress ? '' : network
    },
    allowLongSend: timeouts.allowLongSend,
    limitSend: timeouts.limitSend,
  })
  const bodyMemory = createBodyMemory({
    maxBytes: limits.bodyMemoryBytes,
    maxBodyBytes: limits.maxBodyBytes,
  })
  const history = console ? createHistory() : undefined
  const { app, mountAll } = createApp({
    ...{ library, limits, tokenRules, cache, changeStreams, identifyClient, ownerOf, bodyMemory },
    ...{ docs, console, readOnly, backups, demo, history, isInFlight },
    allowLongSend: timeouts.allowLongSend,
    authPolicy: auth.policy,
    guests: auth.guests,
    commands: options.commands,
    prefixOf: createPrefixOf(options.basePath ?? '', (request) => client.findProxy(addressOf(request)) !== undefined),
    setup: options.setup ?? createSetup(library),
    // The end of the connection itself, and not what a program says in its place.
    proxyLogin:
      options.proxyLogin &&
      createProxyLogin(options.proxyLogin, (request) => client.findProxy(connections.addressOf(request))),
  })
  const routes = mountedRoutes({ console, docs, demo })
  const cleanup = scheduleCleanup(library, { tokenRules, ...limits }, { ...log, failure: logCleanupError })
  const rejections = createRejections()
  const metrics = options.createMetrics?.({
    library,
    cache,
    routes,
    failedLogins: auth.failedLogins,
    rejections: rejections.counts,
    backups,
    audit: { bytes: cleanup.auditBytes, maxBytes: limits.auditMaxBytes },
  })

  const cached = withRateLimit(
    withCache((request) => app.fetch(request), cache),
    auth.countRequest,
    isHealthCheck,
  )
  const wrapped = wrapFetch(cached, routes, options, timeouts)
  const inTurns = withTurns(wrapped.fetch, (request) => clientSite(client.of(request)))
  const requests = withRequestLog(inTurns, callBoth(metrics?.onResponse, history?.onResponse), rejections.count)
  return {
    fetch: requests.fetch,
    /** Returns all routes, with what they declare. */
    listRoutes: async () => {
      await mountAll()
      return app.routes
    },
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
  const { library, demo, failures, onRejectedOrigin } = options
  let inner = library.catchUp ? withCatchUp(fetch, library.catchUp, isHealthCheck) : fetch
  if (failures) inner = failures.wrap(inner, isHealthCheck)
  if (library.resets) inner = withResets(inner, library.resets)
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
