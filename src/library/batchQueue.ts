import { DiskError, DiskFull } from '../base/errors.ts'
import { processOwner, type TaskOwner } from '../base/taskOwner.ts'
import { Turns, type WaitingTask } from '../base/turns.ts'
import { createUsage, type OwnerUse } from '../base/usage.ts'
import type { Transaction } from './connection.ts'
import type { ReserveOptions } from './database.ts'
import { type LongWork, ownWork } from './longWork.ts'

/** What a write does. It awaits nothing but the database. */
export type Write<T> = (tx: Transaction) => Promise<T>

/** A write that waits for its turn. */
export class QueuedWrite implements WaitingTask {
  /** When it was queued, in milliseconds of `performance.now()`. */
  readonly queuedAt = performance.now()

  constructor(
    private readonly owner: TaskOwner,
    readonly run: Write<unknown>,
    /** For a long write. */
    readonly work: LongWork | undefined,
    readonly resolve: (value: unknown) => void,
    readonly reject: (error: unknown) => void,
    readonly mayUseReserve: boolean,
  ) {}

  get owners() {
    return this.owner.owners
  }

  get isAbandoned() {
    return performance.now() - this.queuedAt > minAbandonedMs && this.owner.isAbandoned
  }
}

/** A write that has run inside the batch's transaction. */
export interface FinishedWrite {
  succeeded: boolean
  /** Resolves or rejects the promise of its caller. */
  settle: () => void
}

/** How many writes a batch has at most: their clients wait for its last one. */
const maxBatchWrites = 256

/** A write that has waited for less is not asked whether its client has gone: to ask takes more time than many a write waits. In milliseconds. */
const minAbandonedMs = 5

interface BatchQueueOptions {
  /** Runs the writes of a batch, which it takes one by one, and settles all of them. */
  runBatch(takeNext: () => QueuedWrite | undefined): Promise<void>
  /** Waits for more writes before a batch is begun. */
  collect?: () => Promise<void>
}

/**
 * A queue of writes. Writes that wait at the same time form a batch, and one batch runs at a time. Its owners take turns: next is who has the fewest
 * writes in it, as in `base/scheduler.ts`.
 */
export const createBatchQueue = ({ runBatch, collect = async () => {} }: BatchQueueOptions) => {
  /** What the owners have in the batch that is being written. */
  const usage = createUsage()
  const turns = new Turns<QueuedWrite>(usage)
  let batch: OwnerUse[] = []
  let draining: Promise<void> | undefined
  let diskProblem: string | undefined

  const takeNext = () => {
    const next = batch.length < maxBatchWrites ? turns.takeNext() : undefined
    if (next) batch.push(next.use)
    return next?.task
  }

  const drain = async () => {
    while (turns.size > 0) {
      await collect()
      await runBatch(takeNext)
      for (const use of batch) usage.release(use, 1)
      batch = []
    }
    draining = undefined
  }

  return {
    write: <T>(
      run: Write<T>,
      work?: LongWork,
      owner: TaskOwner = work ?? ownWork,
      { mayUseReserve = false }: ReserveOptions = {},
    ): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        const onSuccess = (value: unknown) => {
          // A write into the reserve does not say that there is space again.
          if (!mayUseReserve) diskProblem = undefined
          // The queue holds writes of every type; each is resolved with what its own work returned.
          resolve(value as T)
        }
        const onError = (error: unknown) => {
          if (error instanceof DiskFull || error instanceof DiskError) diskProblem = error.message
          reject(error)
        }
        const queued = new QueuedWrite(owner, run, work, onSuccess, onError, mayUseReserve)
        turns.add(queued, usage.of(owner.owners[0] ?? processOwner), false)
        draining ??= drain()
      }),
    /** Removes waiting writes that a function chooses. */
    removeWaiting: (isChosen: (write: QueuedWrite) => boolean) => turns.removeWhere(isChosen),
    /** Resolves when no write is queued or running. */
    idle: async () => {
      while (draining) await draining
    },
    /** The number of writes that wait for the next batch. */
    get waiting() {
      return turns.size
    },
    /** Why the disk has rejected the last write; undefined when it has accepted it. */
    get diskProblem() {
      return diskProblem
    },
    /** The number of writes that are queued or running. */
    get size() {
      return turns.size + batch.length
    },
  }
}
