import { SQL } from 'bun'
import { DatabaseUnavailable } from '../../base/errors.ts'
import { isConnectionError, translateError } from './serverErrors.ts'
import type { RunStatement } from './session.ts'

/** What Bun's client needs to connect. */
export type ConnectionOptions = SQL.PostgresOrMySQLOptions

/** A connection that nobody else uses. Once it is lost or closed, all its statements are rejected with DatabaseUnavailable. */
export interface OwnConnection {
  /** Bun sends a statement without values only after the answer to the one before: each of them takes a round trip. */
  run: RunStatement
  /** Runs statements without values in one round trip. After an error, the ones behind it are not run. @returns the rows of each */
  runAll(statements: readonly [string, string, ...string[]]): Promise<unknown[][][]>
  /** Runs several statements in one text, such as a migration. */
  runScript(text: string): Promise<void>
  isOpen(): boolean
  /** How many different statements were prepared on it. */
  statements(): number
  /** Also rejects the statements whose answers are awaited. The server rolls back the transaction. */
  close(): void
}

/** Connections for single selects. They are opened when they are needed, and again after they were lost. */
export interface Pool {
  /** Runs a single select. It is repeated if a connection was lost. */
  run: RunStatement
  /** Closes all connections. The selects whose answers are awaited are repeated on new ones. */
  reset(): void
  close(): void
}

/** Settings of each session. Times are in milliseconds, those of TCP in seconds. */
export const sessionSettings = {
  application_name: 'music-library',
  // Standby servers reject connections with this setting: their reads would be old.
  transaction_read_only: 'off',
  // For how long a write waits for a write of another node.
  lock_timeout: '5000',
  // A program that is stopped keeps old rows from being removed.
  idle_in_transaction_session_timeout: '15000',
  idle_session_timeout: '0',
  standard_conforming_strings: 'on',
  // A statement timeout would end the wait of a COMMIT for a synchronous standby, and the COMMIT would be answered with success.
  statement_timeout: '0',
  // The server notices within 9 seconds that a node has vanished.
  tcp_keepalives_idle: '5',
  tcp_keepalives_interval: '2',
  tcp_keepalives_count: '2',
  // To compile a statement takes longer than to run any of the library's.
  jit: 'off',
  client_min_messages: 'error',
}

/**
 * Settings of the session of writes. A node that is stopped in the middle of a write holds the lock of all writes: its session ends before
 * `lock_timeout`, so that a write of another node gets the lock. A healthy node is idle for 0.2 seconds at most, in a seed of 100,000 tracks.
 */
export const writeSettings = { ...sessionSettings, idle_in_transaction_session_timeout: '4500' }

/** How long a statement may take, in milliseconds. The longest are those of a seed. */
const statementTimeoutMs = 60_000

const connectTimeoutSeconds = 3

/**
 * How long a connection of a pool is used. A session keeps every statement that was prepared on it, and searches have a statement for each
 * combination of their filters.
 */
const pooledLifetimeSeconds = 3_600

/** How often a select is repeated, and for how long, in milliseconds. */
const maxRepeats = 3
const repeatTimeoutMs = 5_000

const createClient = (options: ConnectionOptions, max: number, settings: Record<string, string>, lifetimeSeconds = 0) =>
  new SQL({
    ...options,
    max,
    bigint: true,
    connectionTimeout: connectTimeoutSeconds,
    maxLifetime: lifetimeSeconds,
    connection: { ...settings },
  })

/** Closes all connections of a client at once. */
const closeClient = (client: SQL) => void client.close({ timeout: 0 }).catch(() => {})

/** @throws DatabaseUnavailable */
export const openConnection = async (
  options: ConnectionOptions,
  settings: Record<string, string>,
): Promise<OwnConnection> => {
  // A client of its own: after an error it is not known in which state a connection is, and a pool would use it again.
  const client = createClient(options, 1, settings)
  let isOpen = true
  const texts = new Set<string>()
  const close = () => {
    if (isOpen) closeClient(client)
    isOpen = false
  }
  const send = async <T>(statement: () => PromiseLike<T>, timeoutMs: number): Promise<T> => {
    if (!isOpen) throw new DatabaseUnavailable()
    try {
      return await withTimeout(statement(), timeoutMs)
    } catch (error) {
      if (isConnectionError(error)) close()
      throw translateError(error)
    }
  }
  // Bun's own timeout is for one attempt to connect.
  const reserved = await send(() => client.reserve(), (connectTimeoutSeconds + 1) * 1000)
  return {
    run: (text, values = []) => {
      texts.add(text)
      return send(() => reserved.unsafe(text, [...values]).values(), statementTimeoutMs)
    },
    // Bun returns an array of rows for each statement only if there are several.
    runAll: (statements) => send(() => reserved.unsafe(statements.join(';')).simple().values(), statementTimeoutMs),
    runScript: async (text) => {
      await send(() => reserved.unsafe(text).simple(), maxTimeoutMs)
    },
    isOpen: () => isOpen,
    statements: () => texts.size,
    close,
  }
}

/** The longest time of a timer, in milliseconds. */
const maxTimeoutMs = 2 ** 31 - 1

/** @param max - the maximum number of connections */
export const createPool = (options: ConnectionOptions, max: number): Pool => {
  let client = createClient(options, max, sessionSettings, pooledLifetimeSeconds)
  const reset = () => {
    const former = client
    client = createClient(options, max, sessionSettings, pooledLifetimeSeconds)
    closeClient(former)
  }
  const runOnce = async (text: string, values: readonly unknown[]) => {
    const used = client
    // A connection that does not answer would be used again: all are replaced.
    const onTimeout = () => used === client && reset()
    return withTimeout(used.unsafe(text, [...values]).values(), statementTimeoutMs, onTimeout)
  }
  return {
    run: async (text, values = []) => {
      const deadline = performance.now() + repeatTimeoutMs
      for (let repeats = 0; ; repeats++) {
        try {
          return await runOnce(text, values)
        } catch (error) {
          const mayRepeat = isConnectionError(error) && repeats < maxRepeats && performance.now() < deadline
          if (!mayRepeat) throw translateError(error)
        }
      }
    },
    reset,
    close: () => closeClient(client),
  }
}

/** Rejects a promise that takes too long. */
export const withTimeout = async <T>(promise: PromiseLike<T>, timeoutMs: number, onTimeout = () => {}): Promise<T> => {
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    timeout.reject(new DatabaseUnavailable())
    onTimeout()
  }, timeoutMs)
  try {
    return await Promise.race([promise, timeout.promise])
  } finally {
    clearTimeout(timer)
  }
}
