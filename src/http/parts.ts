import type { CallerOf } from '../access/guards.ts'
import type { Database } from '../database/open.ts'
import type { Gates } from '../protection/gates.ts'
import type { Takes } from './json.ts'

/** What a room is built with. */
export interface Parts {
  database: Database
  takes: Takes
  callerOf: CallerOf
  gates: Gates
}
