import type { Instant } from './clock.ts'
import type { Writer } from './connection.ts'

/** A write in progress. All that it changes is committed together, or not at all. */
export interface Transaction {
  /** The connection for its statements. They see what it has changed so far. */
  readonly db: Writer
  /** The instant of everything that it changes. */
  readonly now: Instant
}
