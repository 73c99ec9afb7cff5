import { Elysia } from 'elysia'
import type { CallerOf } from './auth/guards.ts'
import { sessionRoutes } from './auth/session/routes.ts'
import { callerIn } from './auth/tokens.ts'
import { userRoutes } from './auth/users/routes.ts'
import { albumRoutes } from './catalogue/album/routes.ts'
import { artistRoutes } from './catalogue/artist/routes.ts'
import { genreRoutes } from './catalogue/genre/routes.ts'
import { labelRoutes } from './catalogue/label/routes.ts'
import { trackRoutes } from './catalogue/track/routes.ts'
import type { Database } from './library/open.ts'
import { asSent } from './http/ids.ts'
import { bodyReader, unread } from './http/jsonBody.ts'
import { refusals } from './http/errorHandler.ts'
import { likeRoutes } from './likes/routes.ts'
import { type Gates, openGates } from './security/authPolicy.ts'

export interface AppOptions {
  database: Database
  /** The longest body that is read, in bytes. */
  maxBodyBytes?: number
  /** How long a body may take to come, in milliseconds. */
  bodyTime?: number
  /** Finds who is asking; in the library by default. */
  callerOf?: CallerOf
  /** Who may log in and register, and how often; everybody by default. */
  gates?: Gates
}

/** The contents page: every room of the API. */
export const createApp = ({
  database,
  maxBodyBytes = 1_048_576,
  bodyTime = 30_000,
  gates = openGates,
  callerOf = callerIn(database),
}: AppOptions) => {
  const parts = { database, takes: bodyReader({ size: maxBodyBytes, time: bodyTime }), callerOf, gates }
  return new Elysia({
    name: 'music-library',
    // Otherwise a Host of fewer than four letters would be taken for part of the path.
    handler: { standardHostname: false },
  })
    .use(refusals)
    .onParse({ as: 'global' }, unread)
    .onTransform({ as: 'global' }, ({ params, path }) => asSent(params, path))
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
