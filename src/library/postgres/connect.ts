import { DatabaseUnavailable } from '../../base/errors.ts'
import { systemClock } from '../clock.ts'
import { type Database, noExternalVersion } from '../database.ts'
import { createPlaces } from '../longWork.ts'
import { createChangeFeed } from './changeFeed.ts'
import {
  type ConnectionOptions,
  createPool,
  type OwnConnection,
  openConnection,
  type Pool,
  sessionSettings,
  writeSettings,
} from './client.ts'
import type { Node } from './node.ts'
import { connect } from './session.ts'
import { createSnapshots } from './snapshots.ts'
import { createWriteQueue } from './writeQueue.ts'

/** The maximum number of connections for single selects. Write and read transactions and polls have others. */
const maxReadConnections = 8

/** How many of the read transactions are long ones. */
const maxLongSnapshots = 4

/**
 * Connects to a library whose schema is up to date.
 * @param schema - the number of the schema
 */
export const connectDatabase = (options: ConnectionOptions, node: Node, schema: number): Database & { pool: Pool } => {
  const connections = new Set<OwnConnection>()
  const pool = createPool(options, maxReadConnections)
  let isClosed = false

  const openWith = async (settings: Record<string, string>): Promise<OwnConnection> => {
    for (const connection of connections) if (!connection.isOpen()) connections.delete(connection)
    const connection = await openConnection(options, settings)
    if (isClosed) {
      connection.close()
      throw new DatabaseUnavailable()
    }
    connections.add(connection)
    return connection
  }
  const open = () => openWith(sessionSettings)
  const closeConnections = () => {
    for (const connection of connections) connection.close()
    connections.clear()
  }

  const onTimeout = () => {
    closeConnections()
    pool.reset()
  }
  const feed = createChangeFeed(open, onTimeout)
  const snapshots = createSnapshots(feed, open)
  const places = createPlaces(maxLongSnapshots)
  const queue = createWriteQueue(() => openWith(writeSettings), feed, node, schema)
  return {
    pool,
    read: connect(pool.run),
    snapshot: (run) => snapshots.run(run),
    longSnapshot: (work, run) => places.run(work, (owned) => snapshots.run(run, owned)),
    write: queue.write,
    // Which tables are tracked is decided by the triggers of the library.
    onCommit: (_tracked, listener) => feed.add(listener),
    externalVersion: noExternalVersion,
    chunksPerSelect: 32,
    catchUp: feed.catchUp,
    stats: queue.stats,
    clock: systemClock,
    createResetPoint: undefined,
    resets: undefined,
    releaseMemory: () => {},
    close: async () => {
      await queue.idle()
      isClosed = true
      await places.close()
      closeConnections()
      pool.close()
    },
  }
}
