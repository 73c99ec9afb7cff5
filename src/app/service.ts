import { createProxyLogin } from '../accounts/proxyHeaders.ts'
import { createOwnerOf } from '../accounts/requestOwner.ts'
import { createSetup } from '../accounts/setup.ts'
import { createTokenRules, usageIntervalsFor } from '../accounts/tokenLife.ts'
import { createTokenUsage } from '../accounts/tokenUsage.ts'
import { errorStack } from '../base/errors.ts'
import { completeLimits, coverBytesOf, defaultLimits } from '../base/limits.ts'
import { withCache } from '../cache/cache.ts'
import { scheduleCleanup } from '../cleanup/deleteEnded.ts'
import { ChangeStreams } from '../history/follow/streams.ts'
import { createBodyMemory } from '../http/bodyMemory.ts'
import { withCatchUp } from '../http/catchUp.ts'
import { createIdentifyClient, identifyNobody } from '../http/client.ts'
import { clientNetwork, clientSite, createClientIp, unknownAddress } from '../http/clientIp.ts'
import { type AllowedOrigins, withCors, withoutCors } from '../http/cors.ts'
import { withDemo } from '../http/demo.ts'
import type { FailureHooks } from '../http/failures.ts'
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
import { createAuth } from './access.ts'
import { createApp, createLibraryCache, trackedTables } from './app.ts'
import type { ChangeableOptions, ServiceOptions } from './options.ts'
import { mountedRoutes } from './routes.ts'

/** The connections that requests come from. */
export interface Connections {
  /** Returns the IP address of the other end of a request's connection; undefined if it is not known. */
  addressOf(request: Request): string | undefined
  /** Sets the idle timeout of a request's connection, in seconds; 0 for none. */
  timeout(request: Request, seconds: number): void
  /** Closes those that wait for a further request. */
  closeIdle(): void
}

/** Where a program calls `fetch`, no request comes through a connection of the service. */
const noConnections: Connections = { addressOf: () => undefined, timeout: () => {}, closeIdle: () => {} }

/** The idle timeout of connections, in seconds, from the option in milliseconds. */
export const idleSecondsOf = (idleTimeoutMs = defaultLimits.idleTimeoutMs) => Math.ceil(idleTimeoutMs / 1000)

/** Everything that responds to requests, without a port: the application, what wraps it, and its work in the background. */
export const createService = (options: ServiceOptions, connections = noConnections) => {
  const { library, docs = true, console = true, readOnly = false, backups = {}, demo } = options
  const limits = completeLimits(options)
  const { tokenUsageIntervals = usageIntervalsFor(limits.tokenLimits) } = options
  const tokenRules = createTokenRules(limits.tokenLimits, library.clock.wallMs)
  const clients = createClients(options, connections)
  const { ownerOf, identifyClient, isInFlight, prefixOf, proxyLogin } = clients
  const tokenUsage = createTokenUsage(library, identifyClient, tokenUsageIntervals)
  const timeouts = createIdleTimeouts(connections, idleSecondsOf(limits.idleTimeoutMs))
  const cache = createLibraryCache(library, {
    maxBytes: limits.cacheBytes,
    tokenRules,
    onCallerUse: tokenUsage.record,
    onLongResponse: timeouts.allowLongSend,
    sendMemory: createSendMemory({ isInFlight, limitSend: timeouts.limitSend }),
  })
  let coverFolder: string | undefined
  const setCoverFolder = (folder: string | undefined) => {
    if ((folder === undefined) !== (coverFolder === undefined))
      cache.setMaxBytes(limits.cacheBytes - (folder === undefined ? 0 : coverBytesOf(limits.cacheBytes)))
    coverFolder = folder
  }
  setCoverFolder(options.covers)
  const auth = createAuth(options, clients.ipOf, ownerOf)
  const changeStreams = new ChangeStreams({
    ...{ database: library, tracked: trackedTables, tokenRules, onError: logStreamError },
    limits: limits.streamLimits,
    clientOf: clients.networkOf,
    allowLongSend: timeouts.allowLongSend,
    limitSend: timeouts.limitSend,
  })
  // What is kept between requests beside the library, and a reset forgets. A test has the list of all such state.
  for (const part of [auth, cache, tokenUsage, options.failures, options.recorder])
    if (part) library.resets?.onReset(part.reset)
  const history = console ? createHistory() : undefined
  const { app, mountAll } = createApp({
    ...{ library, limits, tokenRules, cache, changeStreams, docs, console, readOnly, backups, demo, history },
    ...{ identifyClient, ownerOf, isInFlight, prefixOf, proxyLogin },
    bodyMemory: createBodyMemory({ maxBytes: limits.bodyMemoryBytes, maxBodyBytes: limits.maxBodyBytes }),
    allowLongSend: timeouts.allowLongSend,
    authPolicy: auth.policy,
    now: auth.now,
    guests: auth.guests,
    signer: auth.signer,
    wallMs: auth.wallMs,
    coverFolder: () => coverFolder,
    commands: options.commands,
    setup: options.setup ?? createSetup(library),
  })
  const routes = mountedRoutes({ console, docs, demo })
  const cleanup = scheduleCleanup(library, { tokenRules, ...limits }, { ...log, failure: logCleanupError })
  const rejections = createRejections()
  const metrics = options.createMetrics?.({
    ...{ library, cache, routes, backups },
    failedLogins: auth.failedLogins,
    rejections: rejections.counts,
    audit: { bytes: cleanup.auditBytes, maxBytes: limits.auditMaxBytes },
  })
  const cached = withCache((request) => app.fetch(request), cache)
  const hooks = { isExempt: isHealthCheck, closeIdle: connections.closeIdle, endStreams: () => changeStreams.endAll() }
  const wrapped = wrapFetch(withRateLimit(cached, auth.countRequest, isHealthCheck), routes, options, timeouts, hooks)
  const inTurns = withTurns(wrapped.fetch, clients.siteOf)
  const requests = withRequestLog(inTurns, callBoth(metrics?.onResponse, history?.onResponse), rejections.count)
  /** Rejects the logins that wait for a delay, and ends the streams of changes: to wait for them would take forever. */
  const endWaiting = () => {
    auth.close()
    changeStreams.stop()
  }
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
      clients.trust(changed.trustedProxies)
      auth.update(changed)
      setCoverFolder(changed.covers)
      wrapped.allowOrigins(changed.corsOrigins)
    },
    endWaiting,
    /** Does at once what is due by the clock of the library, which was moved. @param move - moves it */
    moveClock: async (move: () => void): Promise<void> => {
      // Uses before the move have their time, and the clock of cleanups knows from where it goes on.
      await Promise.all([tokenUsage.flush(), cleanup.run()])
      move()
      await cleanup.run()
    },
    /** Finishes the work in the background. The library stays open. */
    stop: async () => {
      endWaiting()
      history?.stop()
      metrics?.stop()
      await cleanup.stop()
      await tokenUsage.stop()
    },
  }
}

/** Says whose a request is. */
const createClients = (
  { clientAddress, trustedProxies, onUntrustedProxy, basePath = '', demo, ...options }: ServiceOptions,
  connections: Connections,
) => {
  const addressOf = (request: Request) => clientAddress?.(request) ?? connections.addressOf(request)
  const ip = createClientIp({ trustedProxies, onUntrustedProxy, addressOf })
  return {
    ipOf: ip.of,
    siteOf: (request: Request) => clientSite(ip.of(request)),
    /** '' where it is not known. */
    networkOf: (request: Request) => {
      const network = clientNetwork(ip.of(request))
      return network === unknownAddress ? '' : network
    },
    ownerOf: createOwnerOf(ip.of, demo === undefined),
    // The accounts of a demo are public: with them, each visitor could read the addresses of all others.
    identifyClient: demo ? identifyNobody : createIdentifyClient(ip.of),
    // A request has no address any more when its response was sent, or its client has gone.
    isInFlight: (request: Request) => connections.addressOf(request) !== undefined,
    prefixOf: createPrefixOf(basePath, (request) => ip.findProxy(addressOf(request)) !== undefined),
    // The end of the connection itself, and not what a program says in its place.
    proxyLogin:
      options.proxyLogin &&
      createProxyLogin(options.proxyLogin, (request) => ip.findProxy(connections.addressOf(request))),
    trust: ip.trust,
  }
}

/** Each wrapper sees every request. The last one is the outermost: a request meets it first. */
const wrapFetch = (
  fetch: Fetch,
  routes: readonly Route[],
  options: ServiceOptions,
  timeouts: IdleTimeouts,
  hooks: FailureHooks,
) => {
  const { library, demo, failures, recorder, onRejectedOrigin } = options
  let inner = library.catchUp ? withCatchUp(fetch, library.catchUp, isHealthCheck) : fetch
  if (failures) inner = failures.wrap(inner, hooks)
  if (recorder) inner = recorder.wrap(inner)
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

const logStreamError = (error: unknown) =>
  logFailure('All streams of changes were closed after an error.', { error: errorStack(error) })
