import type { Database as Sqlite } from 'bun:sqlite'
import { DatabaseBusy, errorCode } from '../../base/errors.ts'
import { yieldToEventLoop } from '../../base/eventLoop.ts'
import { createBatchQueue, type FinishedWrite, type QueuedWrite } from '../batchQueue.ts'
import { type Change, type CommitListener, notifyListeners, type TrackedTable } from '../changes.ts'
import type { Clock } from '../clock.ts'
import { captureChanges } from './changeCapture.ts'
import { createWriteTransaction, translateError } from './writeTransaction.ts'

/** How long a write waits for another program that has locked the file, in milliseconds. */
const lockTimeoutMs = 5_000

/**
 * How long a batch waits until it has as many writes as recent batches, in milliseconds: about the duration of a
 * commit.
 */
const batchWindowMs = 0.3

/** @returns a function that waits until the queue has as many writes as recent batches, or the window ends */
const createBatchWindow = (waitingWrites: () => number) => {
  /** The size of recent batches. It falls by at most one with each batch. */
  let expectedSize = 1
  return async () => {
    const start = performance.now()
    do await yieldToEventLoop()
    while (waitingWrites() < expectedSize && performance.now() - start < batchWindowMs)
    expectedSize = Math.max(waitingWrites(), expectedSize - 1)
  }
}

interface WriteQueueOptions {
  clock: Clock
  /** Throws an error when the files of the library were replaced: what is committed then is not in the library. */
  requireFiles?: () => void
  /** Runs a batch while nothing else uses the connection. By default the connection is that of the queue alone. */
  runAlone?: (batch: () => Promise<void>) => Promise<void>
}

/**
 * Runs writes in the order in which they are queued. Writes that wait at the same time form a batch: each runs in a
 * savepoint of its own, and one durable commit ends the batch. No write is acknowledged before that commit.
 */
export const createWriteQueue = (
  client: Sqlite,
  { clock, requireFiles = () => {}, runAlone = (batch) => batch() }: WriteQueueOptions,
) => {
  const transaction = createWriteTransaction(client, clock)
  let takeChanges: (() => Change[]) | undefined
  const listeners: CommitListener[] = []
  let committedWrites = 0
  const runBatch = async (batch: QueuedWrite[]) => {
    if (!(await lock(batch))) return
    try {
      const finished: FinishedWrite[] = []
      for (const queued of batch) finished.push(await transaction.run(queued))
      const succeeded = finished.filter((write) => write.succeeded).length
      const changes = succeeded > 0 ? (takeChanges?.() ?? []) : []
      // Without a successful write, a commit would write the pages that failed writes have changed and restored.
      if (succeeded > 0) transaction.commit()
      else transaction.rollback()
      committedWrites += succeeded
      // The writes are on disk: from here on, no error may reject them, but that of a file that is no longer at its path.
      try {
        if (changes.length > 0) notifyListeners(listeners, changes)
      } finally {
        if (succeeded > 0) requireFiles()
        for (const { settle } of finished) settle()
      }
    } catch (error) {
      transaction.rollback()
      for (const { reject } of batch) reject(translateError(error))
    }
  }

  /**
   * Begins the transaction. Returns false after an error or timeout: the writes that it concerns are rejected, the
   * others queued again.
   */
  const lock = async (batch: QueuedWrite[]): Promise<boolean> => {
    for (;;) {
      try {
        requireFiles()
        transaction.begin()
        return true
      } catch (error) {
        const busy = errorCode(error).startsWith('SQLITE_BUSY')
        const failed = new Set(batch.filter(({ queuedAt }) => !busy || performance.now() - queuedAt > lockTimeoutMs))
        for (const { reject } of failed) reject(busy ? new DatabaseBusy() : translateError(error))
        if (failed.size > 0) {
          queue.putBack(batch.filter((queued) => !failed.has(queued)))
          return false
        }
        await Bun.sleep(10)
      }
    }
  }

  const queue = createBatchQueue({
    runBatch: (batch) => runAlone(() => runBatch(batch)),
    collect: createBatchWindow(() => queue.waiting),
  })
  return {
    write: queue.write,
    idle: queue.idle,
    /** Adds a listener. The first call starts to capture changes, with its tables. */
    onCommit: (tracked: readonly TrackedTable[], listener: CommitListener) => {
      if (!takeChanges) {
        takeChanges = captureChanges(client, tracked)
        transaction.recreateTemporaryTables()
      }
      listeners.push(listener)
    },
    stats: () => ({ queuedWrites: queue.size, committedWrites, diskProblem: queue.diskProblem }),
  }
}
