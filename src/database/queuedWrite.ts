import type { Instant } from './clock.ts'
import type { Writer } from './connection.ts'

/** What a write does. It awaits nothing but the database. */
export type Work<T> = (tx: Writer, now: Instant) => Promise<T>

/** A write that waits for its turn. */
export interface QueuedWrite {
  work: Work<unknown>
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

/** A write that has run inside the batch's transaction. */
export interface FinishedWrite {
  succeeded: boolean
  /** Resolves or rejects the promise of its caller. */
  settle: () => void
}
