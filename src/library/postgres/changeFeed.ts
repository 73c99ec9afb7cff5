import { DatabaseUnavailable } from '../../base/errors.ts'
import { type Change, type CommitListener, notifyListeners, untracked } from '../changes.ts'
import { type OwnConnection, withTimeout } from './client.ts'

/** With more changes, everything is invalidated. */
const maxRows = 5_000

/** How long a node waits for the answer to a poll, in milliseconds. */
const pollTimeoutMs = 3_000

/**
 * How long a call waits after a failed poll, in milliseconds. To connect to a server that is away can take seconds, and the requests that
 * come meanwhile shall not wait for that.
 */
const awayTimeoutMs = 500

/** Selects the changes since the last one that is known, and that one: if it is missing, others may be missing, too. */
export const selectChanges = (since: number | '$1') =>
  `SELECT id, kind, is_new, record FROM changed WHERE id >= ${since} ORDER BY id LIMIT ${maxRows + 2}`

const selectNewest = 'SELECT max(id) FROM changed'

/** Rows of `selectChanges`. */
type ChangeRows = unknown[][]

/**
 * Reports the commits of all nodes to the listeners, in the order in which they were made.
 *
 * Triggers insert each change into the table `changed`. Every write holds the same lock, so the ids of its rows are in the order of
 * commits. A poll selects what is new.
 * @param open - opens a connection for polls
 * @param onTimeout - called when a poll is not answered: other statements will not be, either
 */
export const createChangeFeed = (open: () => Promise<OwnConnection>, onTimeout: () => void) => {
  const listeners: CommitListener[] = []
  /** The id of the last change that was reported. */
  let seen = 0
  /** Whether the listeners have to forget everything, since changes may have been missed. */
  let isUnknown = true

  const invalidateAll = () => notifyListeners(listeners, [{ kind: untracked, isNew: false, id: 0 }])

  /**
   * Reports the rows that a select has returned. It is
   * - `current` if the select has seen everything that was reported,
   * - `older` if something was reported meanwhile that it has not seen,
   * - `unknown` if it is not known which changes it lacks.
   * @param since - the id from which rows were selected
   */
  const accept = (rows: ChangeRows, since: number): 'current' | 'older' | 'unknown' => {
    const newest = Number(rows.at(-1)?.[0] ?? 0)
    if (Number(rows[0]?.[0]) !== since || rows.length > maxRows + 1) isUnknown = true
    if (isUnknown) return 'unknown'
    if (newest < seen) return 'older'
    const changes = toChanges(rows.filter(([id]) => Number(id) > seen))
    seen = newest
    if (changes.length > 0) notifyListeners(listeners, changes)
    return 'current'
  }

  const runOn = (current: OwnConnection, text: string, values: unknown[]) =>
    withTimeout(current.run(text, values), pollTimeoutMs, () => {
      current.close()
      onTimeout()
    })

  /** Makes the listeners forget everything. What is committed from here on is reported. */
  const restart = async (current: OwnConnection) => {
    const [row] = await runOn(current, selectNewest, [])
    seen = Number(row?.[0] ?? 0)
    isUnknown = false
    invalidateAll()
  }

  const pollOn = async (current: OwnConnection) => {
    if (isUnknown) return restart(current)
    const since = seen
    if (accept(await runOn(current, selectChanges('$1'), [since]), since) === 'unknown') await restart(current)
  }

  const poll = createPoll(open, pollOn, () => {
    isUnknown = true
  })

  return {
    /** Reports what was committed before this call. Calls that wait for the same poll share it. @throws DatabaseUnavailable */
    catchUp: sharePolls(poll),
    /** The id from which a transaction has to select changes. */
    get seen() {
      return seen
    },
    accept,
    invalidateAll,
    add: (listener: CommitListener) => void listeners.push(listener),
  }
}

/**
 * @returns a function that polls on one connection, and replaces it if it was lost
 * @param onReconnect - called before another connection is opened
 */
const createPoll = (
  open: () => Promise<OwnConnection>,
  pollOn: (connection: OwnConnection) => Promise<void>,
  onReconnect: () => void,
) => {
  let connection: OwnConnection | undefined
  return async (): Promise<void> => {
    if (connection?.isOpen()) {
      try {
        return await pollOn(connection)
      } catch (error) {
        // The connection may have been lost long ago.
        if (!(error instanceof DatabaseUnavailable)) throw error
      }
    }
    onReconnect()
    connection = await open()
    await pollOn(connection)
  }
}

/** @returns a function that begins a poll after its call, unless one is waiting to begin */
const sharePolls = (poll: () => Promise<void>) => {
  /** The poll that was sent, and the one that will be sent after it. */
  let sent: Promise<void> | undefined
  let next: Promise<void> | undefined
  /** Whether the last poll has failed. */
  let isAway = false

  const send = async () => {
    await sent?.catch(() => {})
    next = undefined
    const current = poll()
    sent = current
    try {
      await current
      isAway = false
    } catch (error) {
      isAway = true
      throw error
    } finally {
      if (sent === current) sent = undefined
    }
  }

  return (): Promise<void> => {
    next ??= send()
    return isAway ? withTimeout(next, awayTimeoutMs) : next
  }
}

const toChanges = (rows: ChangeRows): Change[] => {
  const keyOf = (row: unknown[]) => `${row[1]} ${row[3]}`
  // The rows of several commits come together. A record that one of them has inserted, and another one changed, may have been read
  // in between: to the listeners it is not new.
  const changed = new Set(rows.filter(([, , isNew]) => Number(isNew) === 0).map(keyOf))
  return rows.map((row) => ({
    kind: String(row[1]),
    isNew: Number(row[2]) === 1 && !changed.has(keyOf(row)),
    id: Number(row[3]),
  }))
}

export type ChangeFeed = ReturnType<typeof createChangeFeed>
