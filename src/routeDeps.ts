import type { CallerLookup } from './auth/guards.ts'
import type { Cache } from './cache/cache.ts'
import type { ResourceName } from './catalogue/resources.ts'
import type { Database } from './database/database.ts'
import type { JsonBody } from './http/jsonBody.ts'
import type { AuthPolicy } from './security/authPolicy.ts'

/** The dependencies that `app.ts` passes to every function that creates routes. */
export interface RouteDeps {
  database: Database
  cache: Cache<ResourceName>
  jsonBody: JsonBody
  findCaller: CallerLookup
  authPolicy: AuthPolicy
}
