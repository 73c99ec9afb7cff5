import { type Caller, findLostCallers } from '../../accounts/callers.ts'
import type { TokenRules } from '../../accounts/tokenLife.ts'
import { Gone } from '../../base/errors.ts'
import { waitForSlice, yieldToEventLoop } from '../../base/eventLoop.ts'
import type { StreamLimits } from '../../base/limits.ts'
import { type Change, type TrackedTable, untracked } from '../../library/changes.ts'
import type { Database } from '../../library/database.ts'
import type { LongWork, RequestWork } from '../../library/longWork.ts'
import { createConnection, type StreamConnection } from './connection.ts'
import { changesEvent, createEvents, eventAfter, heartbeat, retryLine } from './events.ts'
import { formatCursor, isAfter, type Position } from './position.ts'
import { type LoggedChange, readChanges, readEnd } from './read.ts'
import { createRepeater } from './repeater.ts'
import { createStreamCounts } from './streamCounts.ts'

interface ChangeStreamsOptions {
  database: Database
  tracked: readonly TrackedTable[]
  tokenRules: TokenRules
  limits: StreamLimits
  /** What the streams of one client have in common; '' where it is not known. */
  clientOf: (request: Request) => string
  /** Keeps the connection of a request open while nothing is sent. */
  allowLongSend: (request: Request) => void
  /** Closes the connection of a request soon if its client does not take the rest of the response. */
  limitSend: (request: Request) => void
  onError: (error: unknown) => void
}

/** The maximum number of changes of one event. */
const pageSize = 1_000

/** How often commits of other programs and nodes are looked for, in milliseconds. */
const pollMs = 200

/** Well below the idle timeouts of proxies, in milliseconds. */
const heartbeatMs = 15_000

/** How long changes are collected before they are sent, in milliseconds. */
const collectMs = 5

/** How many clients are sent to in one turn of the event loop, about 0.2 ms: other requests do not wait for all of them. */
const sendsPerTurn = 16

/** A send to one client takes about 10 µs. With this time between two sends to all of them they take at most a few percent of the CPU. */
const collectMsPerConnection = 0.5

/**
 * Sends changes to all who follow them. What was committed is read once, and made into bytes once for all who see the same.
 */
export const createChangeStreams = (options: ChangeStreamsOptions) => {
  const { database, tracked, tokenRules, limits, clientOf, allowLongSend, limitSend, onError } = options
  const connections = new Set<StreamConnection>()
  const counts = createStreamCounts(limits)
  /** The position after what was sent to all; undefined while nobody follows. */
  let position: Position | undefined
  let version = database.externalVersion.read()
  let timers: Timer[] = []
  let isStopped = false

  const endAll = () => {
    for (const connection of connections) connection.end()
  }

  /** Ends the stream of a token that has ended. @returns whether the client gets anything more */
  const isEntitled = (connection: StreamConnection) => {
    if (connection.isOpen && tokenRules.hasEnded(connection.caller.life)) connection.end()
    return connection.isOpen
  }

  /** Sends what was committed since the last time. */
  const sendNew = async () => {
    while (position) {
      const from = position
      const { changes, next, hasMore } = await database.snapshot((read) => readChanges(read, from, { limit: pageSize }))
      // Meanwhile all may have gone, and others come.
      if (position !== from) return
      position = next
      await deliver(changes, from, next)
      if (!hasMore) return
      await waitForSlice()
    }
  }

  const deliver = async (changes: readonly LoggedChange[], from: Position, next: Position) => {
    const cursor = formatCursor(next)
    const eventFor = createEvents(changes, cursor)
    // Others join meanwhile, at this position or a later one.
    for (const [index, connection] of [...connections].filter((connection) => connection.position).entries()) {
      if (index % sendsPerTurn === sendsPerTurn - 1) await yieldToEventLoop()
      const known = connection.position
      if (!known || !isEntitled(connection)) continue
      const event = known === from ? eventFor(connection.viewer) : eventAfter(known, connection.viewer, changes, cursor)
      connection.position = isAfter(known, next) ? known : next
      if (event) connection.send(event)
      connection.sendLikes(formatCursor(connection.position))
    }
  }

  const sending = createRepeater({
    run: sendNew,
    delayMs: () => collectMs + connections.size * collectMsPerConnection,
    // The log was cut or replaced, or the database is away: clients learn it when they connect again.
    onError: (error) => {
      endAll()
      if (!(error instanceof Gone)) onError(error)
    },
  })

  /** Ends the streams of those who have lost their token or role. */
  const check = async (concerned: readonly StreamConnection[]) => {
    if (concerned.length === 0) return
    try {
      const lost = await findLostCallers(
        database.read,
        concerned.map(({ caller }) => caller),
      )
      for (const connection of concerned) if (lost.has(connection.caller)) connection.end()
    } catch {
      for (const connection of concerned) connection.end()
    }
  }

  const onCommit = (changes: Change[]) => {
    if (connections.size === 0) return
    sending.request()
    const idsOf = (kind: string) => new Set(changes.filter((change) => change.kind === kind).map(({ id }) => id))
    const [tokens, users, likes] = [idsOf('tokens'), idsOf('users'), idsOf('likes')]
    const isAny = changes.some(({ kind }) => kind === untracked || kind === 'roles')
    for (const connection of connections)
      if (isAny || likes.has(connection.viewer.user_id)) connection.hasNewLikes = true
    const isConcerned = ({ caller }: StreamConnection) =>
      isAny || tokens.has(caller.token_id) || users.has(caller.user.id)
    if (isAny || tokens.size + users.size > 0) void check([...connections].filter(isConcerned))
  }
  database.onCommit(tracked, { onCommit, onError })

  /** Looks for tokens that have ended, and for what other programs and nodes have committed. */
  const poll = () => {
    for (const connection of connections) isEntitled(connection)
    // While the server of the database is away, nothing is committed.
    if (database.catchUp) return void database.catchUp().catch(() => {})
    const current = database.externalVersion.read()
    if (current === version) return
    version = current
    for (const connection of connections) connection.hasNewLikes = true
    sending.request()
    void check([...connections])
  }

  const beat = () => {
    for (const connection of connections) {
      connection.cutIfStalled()
      if (connection.position && isEntitled(connection)) connection.send(heartbeat(formatCursor(connection.position)))
    }
  }

  const add = (request: Request, caller: Caller, release: () => void) => {
    const onEnd = (ended: StreamConnection) => {
      release()
      connections.delete(ended)
      if (connections.size > 0) return
      position = undefined
      for (const timer of timers) clearInterval(timer)
      timers = []
    }
    const { connection, stream } = createConnection(caller, { onEnd, onCut: () => limitSend(request) })
    connections.add(connection)
    if (timers.length === 0) timers = [setInterval(poll, pollMs).unref(), setInterval(beat, heartbeatMs).unref()]
    return { connection, stream }
  }

  /** Sends a page of the changes after a position. @returns where the next page begins; undefined if there is none */
  const sendPage = async (
    work: LongWork,
    connection: StreamConnection,
    from: Position,
  ): Promise<Position | undefined> => {
    const { viewer } = connection
    const { changes, next, hasMore } = await database.longSnapshot(work, (read) =>
      readChanges(read, from, { limit: pageSize, viewer }),
    )
    if (!isEntitled(connection)) return
    const cursor = formatCursor(next)
    // Without changes, too: a client that connects again need not begin anew, and knows that the server is there.
    connection.send(changes.length > 0 ? changesEvent(changes, cursor) : heartbeat(cursor))
    connection.sendLikes(cursor)
    if (hasMore || !position || isAfter(position, next)) return next
    connection.position = next
  }

  /** Sends the changes from a position on, and those that are made meanwhile, until the client has what all others have. */
  const sendOld = async (work: LongWork, connection: StreamConnection, from: Position) => {
    for (let next: Position | undefined = from; next; next = await sendPage(work, connection, next)) {
      await connection.drained()
      await waitForSlice('sending')
      if (!connection.isOpen) return
    }
  }

  const begin = async (work: LongWork, connection: StreamConnection, since: Position | undefined) => {
    connection.send(retryLine)
    if (!position) {
      const end = await database.snapshot(readEnd)
      position ??= end
      // What was committed meanwhile has found nobody to send it to.
      sending.request()
    }
    if (since) {
      const next = await sendPage(work, connection, since)
      if (next) void sendOld(work, connection, next).catch(connection.end)
    } else {
      connection.position = position
      connection.sendLikes(formatCursor(position))
    }
    // Between the request's own check and now, both may have been lost.
    await check([connection])
  }

  return {
    /**
     * Opens the stream of a caller.
     * @param since - the position after which it begins; by default now
     * @throws TooManyStreams; Gone
     */
    open: async (work: RequestWork, caller: Caller, since: Position | undefined): Promise<ReadableStream> => {
      const { request } = work
      const { connection, stream } = add(request, caller, counts.take(caller.user.id, clientOf(request)))
      request.signal.addEventListener('abort', connection.end)
      try {
        await begin(work, connection, since)
      } catch (error) {
        connection.end()
        throw error
      }
      if (isStopped || request.signal.aborted) connection.end()
      allowLongSend(request)
      return stream
    },
    /** Ends all streams, and each new one at once. */
    stop: (): void => {
      isStopped = true
      endAll()
    },
    /** How many streams are open. */
    count: (): number => connections.size,
  }
}

export type ChangeStreams = ReturnType<typeof createChangeStreams>
