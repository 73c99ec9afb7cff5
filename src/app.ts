import { Elysia } from 'elysia'
import type { CallerLookup } from './auth/guards.ts'
import { sessionRoutes } from './auth/session/routes.ts'
import { createCallerLookup } from './auth/tokens.ts'
import { userRoutes } from './auth/users/routes.ts'
import { albumRoutes } from './catalogue/album/routes.ts'
import { artistRoutes } from './catalogue/artist/routes.ts'
import { genreRoutes } from './catalogue/genre/routes.ts'
import { labelRoutes } from './catalogue/label/routes.ts'
import { trackRoutes } from './catalogue/track/routes.ts'
import { errorHandler } from './http/errorHandler.ts'
import { restoreRawId } from './http/ids.ts'
import { createJsonBody, skipParsing } from './http/jsonBody.ts'
import type { Database } from './library/open.ts'
import { likeRoutes } from './likes/routes.ts'
import { type AuthPolicy, allowAll } from './security/authPolicy.ts'

export interface AppOptions {
  database: Database
  /** The longest body that is read, in bytes. */
  maxBodyBytes?: number
  /** How long a body may take to come, in milliseconds. */
  bodyTime?: number
  /** Finds who is asking; in the library by default. */
  callerOf?: CallerLookup
  /** Who may log in and register, and how often; everybody by default. */
  gates?: AuthPolicy
}

/** The contents page: every room of the API. */
export const createApp = ({
  database,
  maxBodyBytes = 1_048_576,
  bodyTime = 30_000,
  gates = allowAll,
  callerOf = createCallerLookup(database),
}: AppOptions) => {
  const parts = { database, takes: createJsonBody({ size: maxBodyBytes, time: bodyTime }), callerOf, gates }
  return new Elysia({
    name: 'music-library',
    // Otherwise a Host of fewer than four letters would be taken for part of the path.
    handler: { standardHostname: false },
  })
    .use(errorHandler)
    .onParse({ as: 'global' }, skipParsing)
    .onTransform({ as: 'global' }, ({ params, path }) => restoreRawId(params, path))
    .group('/api', (api) =>
      api
        .use(sessionRoutes(parts))
        .use(userRoutes(parts))
        .use(labelRoutes(parts))
        .use(genreRoutes(parts))
        .use(artistRoutes(parts))
        .use(albumRoutes(parts))
        .use(trackRoutes(parts))
        .use(likeRoutes(parts)),
    )
}

/** For typed clients: `treaty<App>(url)`. */
export type App = ReturnType<typeof createApp>
