import type { CallerOf } from './auth/guards.ts'
import type { Database } from './library/open.ts'
import type { Gates } from './security/authPolicy.ts'
import type { Takes } from './http/jsonBody.ts'

/** What a room is built with. */
export interface Parts {
  database: Database
  takes: Takes
  callerOf: CallerOf
  gates: Gates
}
