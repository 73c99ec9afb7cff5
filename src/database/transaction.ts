import type { Instant } from './clock.ts'
import type { Writer } from './connection.ts'

/** A write in progress. */
export interface Transaction {
  /** The connection for its statements. */
  readonly db: Writer
  /** The instant of everything that it changes. */
  readonly now: Instant
}
