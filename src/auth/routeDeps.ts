import type { Database } from '../database/database.ts'
import type { JsonBody } from '../http/jsonBody.ts'
import type { AuthPolicy } from '../security/authPolicy.ts'
import type { CallerLookup } from './guards.ts'

/** What the routes of accounts are created with. */
export interface AuthRouteDeps {
  database: Database
  jsonBody: JsonBody
  findCaller: CallerLookup
  authPolicy: AuthPolicy
}
