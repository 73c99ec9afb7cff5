import { DiskError, DiskFull } from '../base/errors.ts'
import type { Transaction } from './connection.ts'
import type { LongWork } from './longWork.ts'

/** What a write does. It awaits nothing but the database. */
export type Write<T> = (tx: Transaction) => Promise<T>

/** A write that waits for its turn. */
export interface QueuedWrite {
  /** When it was queued, in milliseconds of `performance.now()`. */
  queuedAt: number
  run: Write<unknown>
  /** For a long write. */
  work: LongWork | undefined
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

/** A write that has run inside the batch's transaction. */
export interface FinishedWrite {
  succeeded: boolean
  /** Resolves or rejects the promise of its caller. */
  settle: () => void
}

interface BatchQueueOptions {
  /** Runs the writes of a batch, and settles all of them but those that it puts back. */
  runBatch(batch: QueuedWrite[]): Promise<void>
  /** Waits for more writes before a batch is taken. */
  collect?: () => Promise<void>
}

/** A queue of writes. Writes that wait at the same time form a batch, and one batch runs at a time. */
export const createBatchQueue = ({ runBatch, collect = async () => {} }: BatchQueueOptions) => {
  let queue: QueuedWrite[] = []
  let draining: Promise<void> | undefined
  /** The number of writes of the batch that is being written. */
  let runningWrites = 0
  let diskProblem: string | undefined

  const drain = async () => {
    while (queue.length > 0) {
      await collect()
      const batch = queue
      queue = []
      runningWrites = batch.length
      await runBatch(batch)
      runningWrites = 0
    }
    draining = undefined
  }

  return {
    write: <T>(run: Write<T>, work?: LongWork): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        queue.push({
          queuedAt: performance.now(),
          run,
          work,
          resolve: (value) => {
            diskProblem = undefined
            // The queue holds writes of every type; each is resolved with what its own work returned.
            resolve(value as T)
          },
          reject: (error) => {
            if (error instanceof DiskFull || error instanceof DiskError) diskProblem = error.message
            reject(error)
          },
        })
        draining ??= drain()
      }),
    /** Queues writes of the running batch again, before all others. */
    putBack: (writes: readonly QueuedWrite[]): void => {
      queue = [...writes, ...queue]
    },
    /** Resolves when no write is queued or running. */
    idle: async () => {
      while (draining) await draining
    },
    /** The number of writes that wait for the next batch. */
    get waiting() {
      return queue.length
    },
    /** Why the disk has rejected the last write; undefined when it has accepted it. */
    get diskProblem() {
      return diskProblem
    },
    /** The number of writes that are queued or running. */
    get size() {
      return queue.length + runningWrites
    },
  }
}
