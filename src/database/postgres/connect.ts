import type { Database } from '../database.ts'
import { createChangeFeed } from './changeFeed.ts'
import { type ConnectionOptions, createPool, type Pool } from './client.ts'
import { connect } from './connection.ts'
import type { Node } from './node.ts'
import { createSnapshots } from './snapshots.ts'
import { createWriteQueue } from './writeQueue.ts'

/** The maximum number of connections for single selects. Write and read transactions and polls have others. */
const maxReadConnections = 8

/** PostgreSQL has no changes that are not in the change feed. */
const externalVersion = { read: () => 0, readOncePerTurn: () => 0 }

/**
 * Connects to a library whose schema is up to date.
 * @param schema - the number of the schema
 */
export const connectDatabase = (options: ConnectionOptions, node: Node, schema: number): Database & { pool: Pool } => {
  const pool = createPool(options, maxReadConnections)
  const pollPool = createPool(options, 1)
  const writePool = createPool(options, 1)
  const feed = createChangeFeed(pollPool)
  const snapshots = createSnapshots(feed, () => createPool(options, 1))
  const queue = createWriteQueue(writePool, feed, node, schema)
  return {
    pool,
    read: connect(pool.run),
    snapshot: snapshots.run,
    longSnapshot: snapshots.run,
    write: queue.write,
    // Which tables are tracked is decided by the triggers of the library.
    onCommit: (_tracked, listener) => feed.add(listener),
    externalVersion,
    catchUp: feed.catchUp,
    stats: queue.stats,
    createResetPoint: undefined,
    releaseMemory: () => {},
    close: async () => {
      await queue.idle()
      feed.close()
      await Promise.all([pool.close(), pollPool.close(), writePool.close(), snapshots.close()])
    },
  }
}
