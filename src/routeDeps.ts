import type { CallerLookup } from './auth/guards.ts'
import type { JsonBody } from './http/jsonBody.ts'
import type { Database } from './library/open.ts'
import type { AuthPolicy } from './security/authPolicy.ts'

/** What a room is built with. */
export interface Parts {
  database: Database
  takes: JsonBody
  callerOf: CallerLookup
  gates: AuthPolicy
}
