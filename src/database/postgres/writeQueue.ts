import { ClockDiffers, CommitUnknown, DatabaseUnavailable, SchemaChanged } from '../../errors.ts'
import { createBatchQueue, type FinishedWrite, type QueuedWrite } from '../batchQueue.ts'
import { advanceClock, type Instant, now } from '../clock.ts'
import { type ChangeFeed, selectChanges } from './changeFeed.ts'
import type { OwnConnection } from './client.ts'
import { connect } from './connection.ts'
import {
  beginWrite,
  createCleanup,
  endIdleTransaction,
  lockWrites,
  maxClockDifferenceMs,
  type Node,
  nameNode,
  resolveCommit,
  selectBackend,
  selectState,
  storeCommit,
  storeName,
} from './node.ts'

const savepoint = 'SAVEPOINT work'
const undo = 'ROLLBACK TO SAVEPOINT work'

/** The write that is running. */
interface RunningWrite {
  connection: OwnConnection
  /** The error of the statement that has undone the write. */
  failure: { error: unknown } | undefined
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
  let connection: OwnConnection | undefined
  /** The row of `selectBackend`. */
  let backend: unknown[] = []
  const cleanUp = createCleanup()

  const writer = connect(async (text, values) => {
    if (!running) throw new Error('A write is used after its end.')
    const current = running
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

  /** Opens the connection of all writes. */
  const reopen = async (): Promise<OwnConnection> => {
    const opened = await open()
    // The server may not have noticed yet that the former connection was lost.
    if (backend.length > 0) await opened.run(endIdleTransaction, backend)
    backend = (await opened.run(selectBackend, []))[0] ?? []
    await opened.run(storeName, nameNode(node))
    connection = opened
    return opened
  }

  const runBatch = async (batch: QueuedWrite[]) => {
    try {
      const current = await begin()
      const finished: FinishedWrite[] = []
      for (const queued of batch) {
        if (finished.at(-1)?.succeeded) await current.runAll(['RELEASE SAVEPOINT work', savepoint])
        finished.push(await runOne(current, queued))
      }
      const succeeded = finished.filter((write) => write.succeeded).length
      if (succeeded > 0) await commit(current, succeeded)
      else await current.run('ROLLBACK', [])
      for (const { settle } of finished) settle()
    } catch (error) {
      await rollback()
      for (const { reject } of batch) reject(error)
    }
  }

  const rollback = async () => {
    const current = connection
    if (current?.isOpen()) await current.run('ROLLBACK', []).catch(() => current.close())
  }

  /** Begins the transaction. A connection that was lost since the last one is replaced. */
  const begin = async (): Promise<OwnConnection> => {
    if (connection?.isOpen()) {
      try {
        await beginOn(connection)
        return connection
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable)) throw error
      }
    }
    const current = await reopen()
    await beginOn(current)
    return current
  }

  /** @throws DatabaseBusy if another node holds the lock for too long; SchemaChanged; ClockDiffers */
  const beginOn = async ({ runAll }: OwnConnection) => {
    const [, , state] = await runAll([beginWrite, lockWrites, selectState(), savepoint])
    const [current, lastInstant, serverMs] = state?.[0] ?? []
    if (Number(current) !== schema) throw new SchemaChanged()
    if (Math.abs(Date.now() - Number(serverMs)) > maxClockDifferenceMs) throw new ClockDiffers()
    if (typeof lastInstant === 'string') advanceClock(lastInstant)
  }

  /** Runs a write behind a new savepoint, or behind that of a write that was undone. */
  const runOne = async (connection: OwnConnection, { work, resolve, reject }: QueuedWrite): Promise<FinishedWrite> => {
    const current: RunningWrite = { connection, failure: undefined }
    running = current
    try {
      const value = await work({ db: writer, now: now() })
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

  /** @throws CommitUnknown; DatabaseUnavailable if the commit was not made */
  const commit = async (current: OwnConnection, writes: number) => {
    const since = feed.seen
    const instant = now()
    await cleanUp(current, since, instant)
    // Each number is used once, also when it is not known whether its commit was made.
    node.commits++
    const changes = await sendCommit(current, since, instant)
    // The writes are stored: from here on, no error may reject them.
    if (changes === undefined || feed.accept(changes, since) === 'unknown') feed.invalidateAll()
    committedWrites += writes
  }

  /** @returns the changes that the transaction sees; undefined if the answer was lost */
  const sendCommit = async (current: OwnConnection, since: number, instant: Instant) => {
    try {
      const [, changes = []] = await current.runAll([storeCommit(node, instant), selectChanges(since), 'COMMIT'])
      return changes
    } catch (error) {
      // An error of the server ends the transaction.
      if (current.isOpen()) throw error
      const isMade = await resolveCommit(open, backend, node)
      if (isMade === undefined) throw new CommitUnknown()
      if (!isMade) throw new DatabaseUnavailable(error)
    }
  }

  const queue = createBatchQueue({ runBatch })
  return {
    write: queue.write,
    idle: queue.idle,
    stats: () => ({ queuedWrites: queue.size, committedWrites, diskProblem: queue.diskProblem }),
  }
}
