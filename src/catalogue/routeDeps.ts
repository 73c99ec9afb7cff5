import type { CallerLookup } from '../auth/guards.ts'
import type { Cache } from '../cache/cache.ts'
import type { Database } from '../database/database.ts'
import type { JsonBody } from '../http/jsonBody.ts'
import type { ResourceName } from './resources.ts'

/** What the routes of a resource are created with. */
export interface CatalogueRouteDeps {
  database: Database
  cache: Cache<ResourceName>
  jsonBody: JsonBody
  findCaller: CallerLookup
}
