import { SQL } from 'bun'
import { DatabaseBusy, DatabaseUnavailable, DiskError, DiskFull, errorCode } from '../../errors.ts'
import type { RunStatement } from './connection.ts'

/** What Bun's client needs to connect. */
export type ConnectionOptions = SQL.PostgresOrMySQLOptions

/** A connection that nobody else uses until it is released. */
export interface ReservedConnection {
  /** Sends a statement at once, also while the answer to an earlier one is awaited. */
  run: RunStatement
  /** Runs several statements in one text, such as a migration. */
  runScript(text: string): Promise<void>
  /** False once the connection was lost. */
  isOpen(): boolean
  /** Closes a connection that does not answer. */
  abandon(): void
  release(): void
}

/** Connections that are opened when they are needed, and again after they were lost. */
export interface Pool {
  /** Runs a single select. It is repeated if a connection was lost. */
  run: RunStatement
  reserve(): Promise<ReservedConnection>
  close(): Promise<void>
}

/** Settings of each session. Times are in milliseconds, those of TCP in seconds. */
const sessionSettings = {
  application_name: 'music-library',
  // For how long a write waits for a write of another node.
  lock_timeout: '5000',
  // A node that is stopped in the middle of a write holds the lock of all writes.
  idle_in_transaction_session_timeout: '60000',
  // The server notices within 9 seconds that a node has vanished.
  tcp_keepalives_idle: '5',
  tcp_keepalives_interval: '2',
  tcp_keepalives_count: '2',
  // To compile a statement takes longer than to run any of the library's.
  jit: 'off',
  client_min_messages: 'error',
}

/** How long a statement may take, in milliseconds. The longest are those of a seed. */
const statementTimeoutMs = 60_000

const connectTimeoutSeconds = 5

const maxRepeats = 3

/** @param max - the maximum number of connections */
export const createPool = (options: ConnectionOptions, max: number): Pool => {
  const open = () =>
    new SQL({
      ...options,
      max,
      bigint: true,
      connectionTimeout: connectTimeoutSeconds,
      connection: { ...sessionSettings },
    })
  let client = open()

  /** A connection that does not answer would be used again: all are replaced. */
  const replace = () => {
    const former = client
    client = open()
    former.close({ timeout: 0 }).catch(() => {})
  }

  const runOnce = async (text: string, values: readonly unknown[]) =>
    withTimeout(client.unsafe(text, [...values]).values(), statementTimeoutMs, replace)

  return {
    run: async (text, values = []) => {
      for (let repeats = 0; ; repeats++) {
        try {
          return await runOnce(text, values)
        } catch (error) {
          if (!isConnectionError(error) || repeats === maxRepeats) throw translateError(error)
        }
      }
    },
    reserve: async () => {
      const used = client
      try {
        const reserved = await withTimeout(used.reserve(), (connectTimeoutSeconds + 1) * 1000, replace)
        return createReserved(reserved, replace)
      } catch (error) {
        throw translateError(error)
      }
    },
    close: () => client.close({ timeout: 1 }),
  }
}

const createReserved = (reserved: Awaited<ReturnType<SQL['reserve']>>, replace: () => void): ReservedConnection => {
  let isOpen = true
  const abandon = () => {
    isOpen = false
    replace()
  }
  return {
    run: async (text, values = []) => {
      if (!isOpen) throw new DatabaseUnavailable()
      try {
        return await withTimeout(reserved.unsafe(text, [...values]).values(), statementTimeoutMs, abandon)
      } catch (error) {
        if (isConnectionError(error)) isOpen = false
        throw translateError(error)
      }
    },
    runScript: async (text) => {
      try {
        await reserved.unsafe(text).simple()
      } catch (error) {
        throw translateError(error)
      }
    },
    isOpen: () => isOpen,
    abandon,
    release: () => {
      try {
        reserved.release()
      } catch {
        // The connection is closed already.
      }
    },
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

/** The SQLSTATE of an error of the server, such as `23505`; '' for any other error. */
export const sqlState = (error: unknown): string =>
  error instanceof SQL.PostgresError && error.code === 'ERR_POSTGRES_SERVER_ERROR' ? String(error.errno ?? '') : ''

/**
 * The states in which a connection can't go on: connection exceptions, the server stops or starts, too many connections, a standby
 * server, and a transaction that was idle for too long. See https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const unavailableStates = /^(08...|57P0[1-4]|53300|25006|25P0[3-4])$/

const isConnectionError = (error: unknown) =>
  unavailableStates.test(sqlState(error)) ||
  (error instanceof SQL.PostgresError && error.code !== 'ERR_POSTGRES_SERVER_ERROR') ||
  error instanceof DatabaseUnavailable ||
  errorCode(error).startsWith('ECONN')

/** Translates errors that the server or the connection causes, and not the statement. */
const translateError = (error: unknown): unknown => {
  if (error instanceof DatabaseUnavailable) return error
  if (isConnectionError(error)) return new DatabaseUnavailable(error)
  const state = sqlState(error)
  if (state === '55P03') return new DatabaseBusy()
  if (state === '53100') return new DiskFull()
  return state === '58030' ? new DiskError(error) : error
}
