import type { Database as Sqlite } from 'bun:sqlite'
import { DatabaseBusy, DiskFull } from '../../base/errors.ts'
import { yieldToEventLoop } from '../../base/eventLoop.ts'
import { fileErrorKind } from '../../base/fileErrors.ts'
import { slices } from '../../base/objects.ts'
import { createBatchQueue, type FinishedWrite, type QueuedWrite } from '../batchQueue.ts'
import { type Change, type CommitListener, notifyListeners, type TrackedTable } from '../changes.ts'
import type { Clock } from '../clock.ts'
import { captureChanges } from './changeCapture.ts'
import type { Reserve } from './reserve.ts'
import { createWriteTransaction, translateError } from './writeTransaction.ts'

/** How long a write waits for another program that has locked the file, in milliseconds. */
const lockTimeoutMs = 5_000

/** How long writes of a batch run before others may, in milliseconds. */
const sliceMs = 3

/** So many responses take a millisecond. */
const settledAtOnce = 16

/** How long a batch takes further writes, in milliseconds. */
const defaultBatchMs = 50

/**
 * How long a batch waits until it has as many writes as recent batches, in milliseconds: about the duration of a
 * commit.
 */
const batchWindowMs = 0.3

interface WriteQueueOptions {
  clock: Clock
  /**
   * Throws an error when the files of the library are not the ones any more that were opened: what is committed then is not in the library.
   * @param isAlone - whether only one commit of this process can have come since the last call
   */
  requireFiles?: (isAlone: boolean) => void
  /** Runs a batch while nothing else uses the connection. By default the connection is that of the queue alone. */
  runAlone?: <T>(batch: () => Promise<T>) => Promise<T>
  /** How long a batch takes further writes, in milliseconds. */
  batchMs?: number
  /** What a file keeps for a full disk. */
  reserve?: Reserve
}

/**
 * Runs writes in the order in which they are queued. Writes that wait at the same time form a batch: each runs in a
 * savepoint of its own, and one durable commit ends the batch. No write is acknowledged before that commit.
 */
export class WriteQueue {
  private readonly transaction: ReturnType<typeof createWriteTransaction>
  private takeChanges: (() => Change[]) | undefined
  private readonly listeners: CommitListener[] = []
  private committedWrites = 0
  private readonly queue = createBatchQueue({
    runBatch: async (takeNext) => settleAll(await this.runAlone(() => this.runBatch(takeNext))),
    collect: createBatchWindow(() => this.queue.waiting),
  })
  readonly write = this.queue.write
  readonly idle = this.queue.idle

  constructor(
    private readonly client: Sqlite,
    private readonly options: WriteQueueOptions,
  ) {
    this.transaction = createWriteTransaction(client, options.clock)
  }

  /** Adds a listener. The first call starts to capture changes, with its tables. */
  readonly onCommit = (tracked: readonly TrackedTable[], listener: CommitListener): void => {
    if (!this.takeChanges) {
      this.takeChanges = captureChanges(this.client, tracked)
      this.transaction.recreateTemporaryTables()
    }
    this.listeners.push(listener)
  }

  readonly stats = () => {
    const { size, diskProblem } = this.queue
    return { queuedWrites: size, committedWrites: this.committedWrites, diskProblem }
  }

  private runAlone<T>(batch: () => Promise<T>): Promise<T> {
    return this.options.runAlone ? this.options.runAlone(batch) : batch()
  }

  /** @returns the writes to settle. Those that an error of the whole batch concerns are rejected, or run alone with the reserve. */
  private async runBatch(takeNext: () => QueuedWrite | undefined): Promise<FinishedWrite[]> {
    if (!(await this.lock())) return []
    const batch: QueuedWrite[] = []
    try {
      return this.commit(batch, await this.runWrites(batch, takeNext))
    } catch (error) {
      const { reserve } = this.options
      this.transaction.rollback()
      const failure = translateError(error)
      reserve?.onFailure(failure)
      const usable = failure instanceof DiskFull ? reserve : undefined
      const finished: FinishedWrite[] = []
      for (const write of batch) {
        if (usable && write.mayUseReserve) finished.push(...(await this.runWithReserve(write, usable)))
        else write.reject(failure)
      }
      return finished
    }
  }

  /** Begins the transaction. Returns false after an error or timeout: the writes that it concerns are rejected, the others wait. */
  private async lock(): Promise<boolean> {
    for (;;) {
      try {
        this.transaction.begin()
        // From here on no other process can commit.
        this.options.requireFiles?.(false)
        return true
      } catch (error) {
        this.transaction.rollback()
        const busy = fileErrorKind(error) === 'busy'
        const hasFailed = ({ queuedAt }: QueuedWrite) => !busy || performance.now() - queuedAt > lockTimeoutMs
        const failed = this.queue.removeWaiting(hasFailed)
        for (const { reject } of failed) reject(busy ? new DatabaseBusy() : translateError(error))
        if (failed.length > 0) return false
        await Bun.sleep(10)
      }
    }
  }

  /** Runs writes until none waits, or the batch is full. Others run between two slices of them, and before the commit of a long write. */
  private async runWrites(batch: QueuedWrite[], takeNext: () => QueuedWrite | undefined) {
    const { batchMs = defaultBatchMs } = this.options
    const finished: FinishedWrite[] = []
    const start = performance.now()
    let sliceStart = start
    for (let queued = takeNext(); queued; queued = takeNext()) {
      batch.push(queued)
      finished.push(await this.transaction.run(queued))
      const now = performance.now()
      if (now - sliceStart >= sliceMs) {
        await yieldToEventLoop()
        sliceStart = performance.now()
      }
      if (now - start >= batchMs) break
    }
    return finished
  }

  private async runWithReserve(write: QueuedWrite, reserve: Reserve): Promise<FinishedWrite[]> {
    try {
      reserve.reuseWal()
      this.transaction.begin()
      reserve.freePages()
      return this.commit([write], [await this.transaction.runWithoutSavepoint(write)])
    } catch (error) {
      this.transaction.rollback()
      const failure = translateError(error)
      reserve.onFailure(failure)
      write.reject(failure)
      return []
    }
  }

  private commit(batch: readonly QueuedWrite[], finished: FinishedWrite[]) {
    const succeeded = finished.filter((write) => write.succeeded).length
    // Without a successful write, a commit would write the pages that failed writes have changed and restored.
    if (succeeded === 0) {
      this.transaction.rollback()
      return finished
    }
    const changes = this.takeChanges?.() ?? []
    this.options.reserve?.prepareCommit(batch.every(({ mayUseReserve }) => mayUseReserve))
    this.transaction.commit()
    this.committedWrites += succeeded
    // The writes are on disk: from here on, no error may reject them, but that of a file that is no longer at its path.
    try {
      if (changes.length > 0) notifyListeners(this.listeners, changes)
    } catch {
      // The listener could not even report its own error.
    }
    this.options.requireFiles?.(true)
    return finished
  }
}

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

/** Resolves and rejects the writes of a batch. Each goes on with its response, so this takes slices, too. */
const settleAll = async (finished: readonly FinishedWrite[]) => {
  let sliceStart = performance.now()
  for (const group of slices(finished, settledAtOnce)) {
    for (const { settle } of group) settle()
    // Lets the responses be made, so that this counts, too.
    await undefined
    if (performance.now() - sliceStart < sliceMs) continue
    await yieldToEventLoop()
    sliceStart = performance.now()
  }
}
