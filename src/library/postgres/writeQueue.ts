import { DatabaseUnavailable } from '../../base/errors.ts'
import { createBatchQueue, type FinishedWrite, type QueuedWrite } from '../batchQueue.ts'
import { systemClock } from '../clock.ts'
import type { Transaction } from '../connection.ts'
import { type LongWork, takeTurn } from '../longWork.ts'
import type { ChangeFeed } from './changeFeed.ts'
import type { OwnConnection } from './client.ts'
import type { Node } from './node.ts'
import { connect } from './session.ts'
import { createWriteTransaction, savepoint } from './writeTransaction.ts'

const undo = 'ROLLBACK TO SAVEPOINT work'

/** The write that is running. */
interface RunningWrite {
  connection: OwnConnection
  /** For a long write. */
  work: LongWork | undefined
  /** The error of the statement that has undone the write. */
  failure: { error: unknown } | undefined
}

const sendAll: Transaction['inOrder'] = async (statements) => {
  await Promise.all(statements.map((run) => run()))
}

/**
 * Runs writes in the order in which they are queued. Writes that wait at the same time form a batch: each runs in a savepoint of its
 * own, and one commit ends the batch. The batch holds a lock that no other node has at the same time: so stores may assume that no
 * other write runs beside theirs.
 * @param open - opens a connection
 * @param schema - the number of the schema that this program knows
 */
export const createWriteQueue = (open: () => Promise<OwnConnection>, feed: ChangeFeed, node: Node, schema: number) => {
  let running: RunningWrite | undefined
  let committedWrites = 0
  const transaction = createWriteTransaction(open, feed, node, schema)

  const writer = connect(async (text, values) => {
    if (!running) throw new Error('A write is used after its end.')
    const current = running
    if (current.work) await takeTurn(current.work)
    try {
      return await current.connection.run(text, values)
    } catch (error) {
      // PostgreSQL runs no further statement in this transaction until the write is undone. It can't succeed any more, but
      // its selects find out what was wrong.
      if (current.connection.isOpen()) await current.connection.run(undo, [])
      current.failure ??= { error }
      throw error
    }
  })

  const runBatch = async (takeNext: () => QueuedWrite | undefined) => {
    const batch: QueuedWrite[] = []
    const startedAt = performance.now()
    let current: OwnConnection | undefined
    try {
      current = await transaction.begin()
      const finished: FinishedWrite[] = []
      for (let queued = takeNext(); queued; queued = takeNext()) {
        batch.push(queued)
        if (finished.at(-1)?.succeeded) await current.runAll(['RELEASE SAVEPOINT work', savepoint])
        finished.push(await runOne(current, queued))
      }
      const succeeded = finished.filter((write) => write.succeeded).length
      if (succeeded > 0) await transaction.commit(current)
      else await current.run('ROLLBACK', [])
      committedWrites += succeeded
      for (const { settle } of finished) settle()
    } catch (error) {
      await transaction.rollback()
      // Those that have come since it was begun have a transaction of their own.
      const failed = current ? batch : queue.removeWaiting(({ queuedAt }) => queuedAt <= startedAt)
      for (const { reject } of failed) reject(error)
    }
  }

  /** Runs a write behind a new savepoint, or behind that of a write that was undone. */
  const runOne = async (
    connection: OwnConnection,
    { run, work, resolve, reject }: QueuedWrite,
  ): Promise<FinishedWrite> => {
    const current: RunningWrite = { connection, work, failure: undefined }
    running = current
    try {
      const value = await run({ ...systemClock.stamp(), db: writer, foldNames: () => {}, inOrder: sendAll })
      if (current.failure) throw current.failure.error
      return { succeeded: true, settle: () => resolve(value) }
    } catch (error) {
      if (!connection.isOpen()) throw new DatabaseUnavailable(error)
      await connection.run(undo, [])
      return { succeeded: false, settle: () => reject(error) }
    } finally {
      running = undefined
    }
  }

  const queue = createBatchQueue({ runBatch })
  return {
    write: queue.write,
    idle: queue.idle,
    stats: () => ({ queuedWrites: queue.size, committedWrites, diskProblem: queue.diskProblem }),
  }
}
