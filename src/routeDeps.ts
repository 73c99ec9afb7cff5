import type { CallerLookup } from './auth/guards.ts'
import type { Cache } from './cache/cache.ts'
import type { ResourceName } from './catalogue/resources.ts'
import type { Database } from './database/database.ts'
import type { JsonBody } from './http/jsonBody.ts'
import type { AuthPolicy } from './security/authPolicy.ts'

/** What routes are created with. */
export interface RouteDeps {
  database: Database
  cache: Cache<ResourceName>
  jsonBody: JsonBody
  findCaller: CallerLookup
  authPolicy: AuthPolicy
}
