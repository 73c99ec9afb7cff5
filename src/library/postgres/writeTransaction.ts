import { ClockDiffers, CommitUnknown, DatabaseUnavailable, SchemaChanged } from '../../base/errors.ts'
import { advanceClock, type Instant, now } from '../clock.ts'
import { type ChangeFeed, selectChanges } from './changeFeed.ts'
import type { OwnConnection } from './client.ts'
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

/** Begins the savepoint of a write. */
export const savepoint = 'SAVEPOINT work'

/** @throws DatabaseBusy if another node holds the lock for too long; SchemaChanged; ClockDiffers */
const beginOn = async ({ runAll }: OwnConnection, schema: number) => {
  const [, , state] = await runAll([beginWrite, lockWrites, selectState(), savepoint])
  const [current, lastInstant, serverMs] = state?.[0] ?? []
  if (Number(current) !== schema) throw new SchemaChanged()
  if (Math.abs(Date.now() - Number(serverMs)) > maxClockDifferenceMs) throw new ClockDiffers()
  if (typeof lastInstant === 'string') advanceClock(lastInstant)
}

/**
 * The transaction of a batch of writes, on one connection of its own. It begins with the lock that no other node has at the same time, and
 * with the savepoint of the first write.
 * @param open - opens a connection
 * @param schema - the number of the schema that this program knows
 */
export const createWriteTransaction = (
  open: () => Promise<OwnConnection>,
  feed: ChangeFeed,
  node: Node,
  schema: number,
) => {
  let connection: OwnConnection | undefined
  /** The row of `selectBackend`. */
  let backend: unknown[] = []
  const cleanUp = createCleanup()

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

  /** Begins the transaction. A connection that was lost since the last one is replaced. */
  const begin = async (): Promise<OwnConnection> => {
    if (connection?.isOpen()) {
      try {
        await beginOn(connection, schema)
        return connection
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable)) throw error
      }
    }
    const current = await reopen()
    await beginOn(current, schema)
    return current
  }

  const rollback = async () => {
    const current = connection
    if (current?.isOpen()) await current.run('ROLLBACK', []).catch(() => current.close())
  }

  /** @throws CommitUnknown; DatabaseUnavailable if the commit was not made */
  const commit = async (current: OwnConnection) => {
    const since = feed.seen
    const instant = now()
    await cleanUp(current, since, instant)
    // Each number is used once, also when it is not known whether its commit was made.
    node.commits++
    const changes = await sendCommit(current, since, instant)
    // The writes are stored: from here on, no error may reject them.
    if (changes === undefined || feed.accept(changes, since) === 'unknown') feed.invalidateAll()
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

  return { begin, rollback, commit }
}
