import { Elysia } from 'elysia'
import { bearerToken, createGuards } from '../accounts/guards.ts'
import { trackedTables as invitationTables } from '../accounts/invitations.ts'
import { sessionRoutes } from '../accounts/session/routes.ts'
import { type Setup, trackedTables as setupTables } from '../accounts/setup.ts'
import type { TokenRules } from '../accounts/tokenLife.ts'
import { trackedTables as accountTables } from '../accounts/tokens.ts'
import { userRoutes } from '../accounts/users/routes.ts'
import type { Actor, NewEntry } from '../audit/entry.ts'
import { trackedTables as auditTables } from '../audit/store.ts'
import { errorStack } from '../base/errors.ts'
import type { Limits } from '../base/limits.ts'
import { type Cache, createCache } from '../cache/cache.ts'
import { resourceTables } from '../cache/trackedTables.ts'
import { likeRoutes } from '../catalogue/likes/routes.ts'
import { trackedTables as likeTables } from '../catalogue/likes/store.ts'
import { catalogueRoutes } from '../catalogue/routes.ts'
import type { ConsoleDeps } from '../console/deps.ts'
import { changeRoutes } from '../history/follow/routes.ts'
import type { ChangeStreams } from '../history/follow/streams.ts'
import type { BodyMemory } from '../http/bodyMemory.ts'
import type { IdentifyClient } from '../http/client.ts'
import { hideSchemas, type WithDeclaredResponses } from '../http/declaredSchemas.ts'
import { errorHandler } from '../http/errorResponse.ts'
import { createJsonBody } from '../http/jsonBody.ts'
import { apiPath, guestPath, restoreRawId } from '../http/paths.ts'
import type { PrefixOf } from '../http/prefix.ts'
import type { BodyLimits } from '../http/readBody.ts'
import { untilReset } from '../http/resets.ts'
import { createStartPage } from '../http/startPage.ts'
import type { TrackedTable } from '../library/changes.ts'
import { trackedTables as cleanupTables } from '../library/cleanupSchema.ts'
import type { ReserveOptions } from '../library/database.ts'
import type { Library } from '../library/library.ts'
import { RequestWork } from '../library/longWork.ts'
import { trackedTables as seedTables } from '../library/seedSchema.ts'
import { healthRoutes } from '../observability/health.ts'
import { log, logFailure } from '../observability/log.ts'
import { createPages } from '../search/pages.ts'
import { searchRoutes } from '../search/routes.ts'
import { trackedTables as searchTables } from '../search/searchables.ts'
import { mountedRoutes } from './routes.ts'

/** What an application is made of. `service.ts` creates these parts. */
interface AppParts
  extends Pick<
    ConsoleDeps,
    | 'authPolicy'
    | 'guests'
    | 'signer'
    | 'ownerOf'
    | 'coverFolder'
    | 'backups'
    | 'commands'
    | 'history'
    | 'allowLongSend'
    | 'isInFlight'
    | 'proxyLogin'
    | 'demo'
    | 'now'
    | 'wallMs'
  > {
  library: Library
  limits: Limits
  tokenRules: TokenRules
  cache: Cache
  changeStreams: Pick<ChangeStreams, 'open'>
  identifyClient: IdentifyClient
  /** Whether every token is read-only. */
  readOnly: boolean
  bodyMemory: BodyMemory
  /** Whether the OpenAPI document and the page that documents the API are served. */
  docs: boolean
  /** Whether the console is served. */
  console: boolean
  prefixOf: PrefixOf
  setup: Setup
}

type LibraryCacheOptions = Pick<
  Parameters<typeof createCache>[0],
  'maxBytes' | 'onCallerUse' | 'onLongResponse' | 'sendMemory' | 'tokenRules'
>

/** The tracked tables that belong to no resource. */
const otherTables: readonly TrackedTable[] = [
  ...accountTables,
  ...invitationTables,
  ...setupTables,
  ...likeTables,
  ...auditTables,
  ...searchTables,
  ...seedTables,
  ...cleanupTables,
]

/** How the changes of all tables are reported. */
export const trackedTables: readonly TrackedTable[] = [...resourceTables, ...otherTables]

/** Creates the cache for the responses of an application, and for its callers. */
export const createLibraryCache = (library: Library, options: LibraryCacheOptions) =>
  createCache({
    database: library,
    onError: logCacheError,
    otherTables,
    userListKinds: likeTables.flatMap(({ changes }) => changes.map(({ kind }) => kind)),
    ...options,
  })

/**
 * The maximum size of a body of the routes that start sessions, in bytes. Anybody may send one, and nested JSON takes up to 130
 * times its size in memory.
 */
const maxSessionBodyBytes = 65_536

/** The message names the action, since a log as text has only messages. No e-mail address is logged. */
const logLostEntry = ({ user_id, token_id, address }: Actor, { action, record, changes }: NewEntry) => {
  const { email: _, ...loggedChanges } = changes ?? {}
  const client = `account ${user_id}, token ${token_id}, ${address ?? 'unknown address'}`
  const { from: name } = changes?.name ?? changes?.title ?? {}
  const named = typeof name === 'string' ? `${record} ${JSON.stringify(name)}` : record
  log.error(`The library is full, so this is not in its audit trail: ${action} ${named} by ${client}`, {
    ...{ action, record, user_id, token_id, address },
    changes: loggedChanges,
  })
}

const logCacheError = (error: unknown) =>
  logFailure('The cache was cleared after an error.', { error: errorStack(error) })

/** What the routes of the API, of searches and of the console have in common. */
const createRouteDeps = (parts: AppParts, bodyLimits: BodyLimits) => {
  const { library, cache, authPolicy, guests, changeStreams, identifyClient, ownerOf, tokenRules, readOnly } = parts
  const { read, snapshot, longSnapshot, write, catchUp } = library
  const { findCaller, sendUncachedList } = cache
  return {
    database: { read, snapshot, longSnapshot },
    guards: createGuards({
      ...{ findCaller, identifyClient, tokenRules, readOnly, write, catchUp, guests, ownerOf },
      onLostEntry: logLostEntry,
    }),
    cache,
    authPolicy,
    guests,
    changeStreams,
    identifyClient,
    sendUncachedList,
    jsonBody: createJsonBody(bodyLimits),
  }
}

/**
 * What is behind the cache: every plugin and every route, in the order in which a request meets them. `routes.ts` lists the routes. The console and
 * the documents are mounted when a request first finds no route: loading and mounting them takes a sixth of a start.
 */
export const createApp = (parts: AppParts) => {
  const { library, limits } = parts
  const bodyLimits: BodyLimits = {
    maxBytes: limits.maxBodyBytes,
    timeoutMs: limits.bodyTimeoutMs,
    takeMemory: ({ request, caller }, bytes, revoke) =>
      parts.bodyMemory.take(parts.ownerOf(request, caller), caller === undefined, bytes, revoke),
  }
  const deps = createRouteDeps(parts, bodyLimits)
  const search = createPages({ database: library, tracked: trackedTables })
  const anonymous = {
    jsonBody: createJsonBody({ ...bodyLimits, maxBytes: Math.min(maxSessionBodyBytes, bodyLimits.maxBytes) }),
    identifyClient: deps.identifyClient,
    writeWithoutCaller: (request: Request, options?: ReserveOptions) => {
      const own = new RequestWork(() => parts.ownerOf(request, undefined), request)
      const write = untilReset(library.write, request)
      return ((run, work) => write(run, work, own, options)) satisfies Library['write']
    },
    maxSessions: limits.tokenLimits.perAccount,
    realNow: library.clock.realNow,
  }
  const listed = mountedRoutes(parts)
  /** Without guests, their path is like any that is unknown. */
  const routes = () => (parts.guests.areAllowed() ? listed : listed.filter(({ path }) => path !== guestPath))
  let mounting: Promise<void> | undefined
  let isMounted = false
  /** Mounts the optional routes. */
  const mountAll = () => {
    mounting ??= import('./optionalRoutes.ts').then(({ mountOptionalRoutes }) => {
      mountOptionalRoutes(app, { ...parts, ...deps, search, anonymous })
      isMounted = true
    })
    return mounting
  }
  /** Responds to a request that has met no route before all were mounted. */
  const retry = async (request: Request): Promise<Response | undefined> => {
    if (isMounted) return
    await mountAll()
    return app.fetch(request)
  }
  const app = new Elysia({
    name: 'music-library',
    // By default Elysia skips four letters of the host when it looks for the path: a shorter host would break the
    // routing.
    handler: { standardHostname: false },
  })
    .use(errorHandler(routes, createStartPage(parts), retry, parts.prefixOf))
    // `http/jsonBody.ts` reads bodies. For any other parser Elysia asks for `request.body` first, of which Bun makes a stream. The types leave this one out.
    .onParse({ as: 'global' }, { fn: 'none' } as never)
    // As an expression it would count as one that may return a promise, which Elysia awaits.
    .onTransform({ as: 'global' }, ({ params, path, route }) => {
      restoreRawId(params, path, route)
    })
    .use(hideSchemas(healthRoutes(library)))
    .use(bearerToken())
    .group(apiPath, (api) =>
      hideSchemas(
        api
          .use(sessionRoutes({ ...deps, ...anonymous }))
          .use(userRoutes(deps))
          .use(catalogueRoutes(deps))
          .use(likeRoutes(deps)),
      ),
    )
    .use(hideSchemas(searchRoutes({ ...deps, search })))
    .use(hideSchemas(changeRoutes(deps)))
  return { app, mountAll }
}

/** For typed clients: `treaty<App>(origin)`. */
export type App = WithDeclaredResponses<ReturnType<typeof createApp>['app']>
