import type { Database } from '../database/open.ts'
import type { Takes } from './json.ts'

/** What a room is built with. */
export interface Parts {
  database: Database
  takes: Takes
}
