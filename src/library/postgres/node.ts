import { hostname } from 'node:os'
import { type Instant, instantOf, now, subtractMilliseconds } from '../clock.ts'
import { type OwnConnection, withTimeout } from './client.ts'

/** A process that serves or changes a library. */
export interface Node {
  /** Unique for each process. */
  id: string
  name: string
  /** The number of its commits, and of those that were tried. */
  commits: number
}

/** @param name - for those who look at the table; the name of the machine by default */
export const createNode = (name = hostname()): Node => ({ id: crypto.randomUUID(), name, commits: 0 })

/** The lock of all writes. The triggers of migrations/postgres take it, too: its number never changes. */
export const lockWrites = 'SELECT pg_advisory_xact_lock(730510118)'

/** Not the default level of a role: each statement has to see what was committed before the lock was free. */
export const beginWrite = 'BEGIN ISOLATION LEVEL READ COMMITTED'

/** By how much the clock of a node may differ from that of the server, in milliseconds. */
export const maxClockDifferenceMs = 60_000

/** The time of the server, in milliseconds since 1970. */
export const serverTime = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint'

/**
 * Selects the schema, the newest instant of all nodes, and the time of the server. An instant that is too far in the future comes from a clock
 * that was wrong: the others must not follow it.
 */
export const selectState = (): string =>
  `SELECT schema, (SELECT max(last_instant) FROM nodes WHERE last_instant < '${instantOf(Date.now() + maxClockDifferenceMs)}'), ${serverTime}
  FROM library_state`

/** Selects `Library.nodeIds`. */
export const selectNodeIds = 'SELECT id FROM nodes ORDER BY last_instant DESC, id LIMIT 20'

/** Stores the name of a node. Its values are those of `nameNode`. */
export const storeName = `INSERT INTO nodes (id, name, commits, last_instant) VALUES ($1, $2, 0, $3)
  ON CONFLICT (id) DO UPDATE SET name = excluded.name`

export const nameNode = ({ id, name }: Node): unknown[] => [id, name, now()]

/**
 * Stores the number of a node's commits, and the instant of the latest, as a part of the commit. It is sent together with other
 * statements, and then there are no parameters: its values are made here, and contain no quotes.
 */
export const storeCommit = ({ id, commits }: Node, instant: Instant): string =>
  `INSERT INTO nodes (id, name, commits, last_instant) VALUES ('${id}', '', ${commits}, '${instant}')
  ON CONFLICT (id) DO UPDATE SET commits = excluded.commits, last_instant = excluded.last_instant`

/**
 * Selects the number of a node's commits. It writes, so that its own COMMIT waits until a synchronous standby has all commits before it:
 * one that was made may not have been sent to the standby yet.
 */
const selectCommits = 'UPDATE nodes SET name = name WHERE id = $1 RETURNING commits'

/**
 * Ends a transaction whose client has vanished before it sent COMMIT. A server notices that only after some seconds, and until then the
 * transaction holds the lock of all writes. A transaction that has got its COMMIT is active.
 */
export const endIdleTransaction = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE pid = $1 AND backend_start::text = $2 AND state LIKE 'idle in transaction%'`

/** Identifies the process of the server that a connection talks to. Process ids are used again. */
export const selectBackend = 'SELECT pid, backend_start::text FROM pg_stat_activity WHERE pid = pg_backend_pid()'

/** How long a node tries to find out whether a commit was made, in milliseconds. */
const resolveTimeoutMs = 10_000

/**
 * Finds out whether a commit was made whose answer was lost. The lock is free once the transaction has ended, and then the number of
 * the node's commits tells.
 * @param backend - the row of `selectBackend` of the connection that was lost
 * @returns undefined if it can't be found out in time
 */
export const resolveCommit = async (
  open: () => Promise<OwnConnection>,
  backend: readonly unknown[],
  node: Node,
): Promise<boolean | undefined> => {
  const { commits } = node
  const deadline = performance.now() + resolveTimeoutMs
  for (;;) {
    const remainingMs = deadline - performance.now()
    if (remainingMs <= 0) return
    let connection: OwnConnection | undefined
    const read = async () => {
      const opened = await open()
      if (performance.now() > deadline) opened.close()
      connection = opened
      return readCommits(opened, backend, node)
    }
    try {
      return (await withTimeout(read(), remainingMs)) >= commits
    } catch {
      await Bun.sleep(100)
    } finally {
      connection?.close()
    }
  }
}

const readCommits = async (
  { run, runAll }: OwnConnection,
  backend: readonly unknown[],
  node: Node,
): Promise<number> => {
  await run(endIdleTransaction, backend)
  await runAll([beginWrite, lockWrites])
  const [row] = await run(selectCommits, [node.id])
  await run('COMMIT', [])
  return Number(row?.[0] ?? 0)
}

/** How many rows of `changed` are kept. A node that has not seen older ones forgets everything. */
const keptChanges = 20_000

/** So many new rows are between two deletions of old ones. */
const changesPerDeletion = 2_000

/** How long a node is remembered after its last commit, in milliseconds. */
const keptNodesMs = 86_400_000

/** Returns a function that runs in a write, and deletes what no node needs any more when that is due. */
export const createCleanup = () => {
  let cleanedAt = 0
  return async ({ run }: OwnConnection, newest: number, now: Instant): Promise<void> => {
    if (newest - cleanedAt < changesPerDeletion) return
    cleanedAt = newest
    await run('DELETE FROM changed WHERE id < $1', [newest - keptChanges])
    await run('DELETE FROM nodes WHERE last_instant < $1', [subtractMilliseconds(now, keptNodesMs)])
  }
}
