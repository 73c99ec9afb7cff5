import type { Guards } from '../auth/guards.ts'
import type { Cache } from '../cache/cache.ts'
import type { ReadDatabase } from '../database/database.ts'
import type { JsonBody } from '../http/jsonBody.ts'
import type { ResourceName } from './resources.ts'

/** What the routes of a resource are created with. */
export interface CatalogueRouteDeps {
  database: ReadDatabase
  cache: Cache<ResourceName>
  jsonBody: JsonBody
  guards: Guards
}
