import type { Database, ReadDatabase } from '../database/database.ts'
import type { JsonBody } from '../http/jsonBody.ts'
import type { AuthPolicy } from '../security/authPolicy.ts'
import type { Guards } from './guards.ts'

/** What the routes of accounts are created with. */
export interface AuthRouteDeps {
  database: ReadDatabase
  jsonBody: JsonBody
  guards: Guards
  authPolicy: AuthPolicy
}

/** Register and login write without a caller. */
export interface SessionRouteDeps extends AuthRouteDeps {
  database: Database
}
