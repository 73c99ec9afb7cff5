import { type Caller, findLostCallers } from '../../accounts/callers.ts'
import type { TokenRules } from '../../accounts/tokenLife.ts'
import { Gone } from '../../base/errors.ts'
import type { StreamLimits } from '../../base/limits.ts'
import { type Change, type TrackedTable, untracked } from '../../library/changes.ts'
import type { Database } from '../../library/database.ts'
import type { RequestWork } from '../../library/longWork.ts'
import { createConnection, type StreamConnection } from './connection.ts'
import { Delivery } from './delivery.ts'
import { heartbeat } from './events.ts'
import { formatCursor, type Position } from './position.ts'
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

/** How often commits of other programs and nodes are looked for, in milliseconds. */
const pollMs = 200

/** Well below the idle timeouts of proxies, in milliseconds. */
const heartbeatMs = 15_000

/** The streams of all who follow changes. */
export class ChangeStreams {
  private readonly connections = new Set<StreamConnection>()
  private readonly counts: ReturnType<typeof createStreamCounts>
  private readonly delivery: Delivery
  /** Is another one after a commit of another program. */
  private version: number
  private timers: Timer[] = []
  private isStopped = false

  constructor(private readonly options: ChangeStreamsOptions) {
    const { database, tracked, limits, onError } = options
    this.counts = createStreamCounts(limits)
    this.delivery = new Delivery({
      database,
      connections: this.connections,
      isEntitled: (connection) => this.isEntitled(connection),
      // The log was cut or replaced, or the database is away: clients learn it when they connect again.
      onError: (error) => {
        this.endAll()
        if (!(error instanceof Gone)) onError(error)
      },
    })
    this.version = database.externalVersion.read()
    database.onCommit(tracked, { onCommit: (changes) => this.onCommit(changes), onError })
  }

  /**
   * Opens the stream of a caller.
   * @param since - the position after which it begins; by default now
   * @throws TooManyStreams; Gone
   */
  async open(work: RequestWork, caller: Caller, since: Position | undefined): Promise<ReadableStream> {
    const { request } = work
    const release = this.counts.take(caller.user.id, this.options.clientOf(request))
    const { connection, stream } = createConnection(caller, {
      onEnd: (ended) => this.remove(ended, release),
      onCut: () => this.options.limitSend(request),
    })
    this.add(connection)
    request.signal.addEventListener('abort', connection.end)
    try {
      await this.delivery.begin(work, connection, since)
      // Between the request's own check and now, both may have been lost.
      await this.check([connection])
    } catch (error) {
      connection.end()
      throw error
    }
    if (this.isStopped || request.signal.aborted) connection.end()
    this.options.allowLongSend(request)
    return stream
  }

  /** Ends all streams, and each new one at once. */
  stop(): void {
    this.isStopped = true
    this.endAll()
  }

  /** Ends all streams. Clients may open others. */
  endAll(): void {
    for (const connection of this.connections) connection.end()
  }

  private add(connection: StreamConnection) {
    this.connections.add(connection)
    if (this.timers.length > 0) return
    this.timers = [setInterval(() => this.poll(), pollMs).unref(), setInterval(() => this.beat(), heartbeatMs).unref()]
  }

  private remove(connection: StreamConnection, release: () => void) {
    release()
    this.connections.delete(connection)
    if (this.connections.size > 0) return
    this.delivery.reset()
    for (const timer of this.timers) clearInterval(timer)
    this.timers = []
  }

  /** Looks for tokens that have ended, and for what other programs and nodes have committed. */
  private poll() {
    const { catchUp, externalVersion } = this.options.database
    for (const connection of this.connections) this.isEntitled(connection)
    // While the server of the database is away, nothing is committed.
    if (catchUp) return void catchUp().catch(() => {})
    const current = externalVersion.read()
    if (current === this.version) return
    this.version = current
    for (const connection of this.connections) connection.hasNewLikes = true
    this.delivery.request()
    void this.check([...this.connections])
  }

  private beat() {
    for (const connection of this.connections) {
      connection.cutIfStalled()
      if (connection.position && this.isEntitled(connection))
        connection.send(heartbeat(formatCursor(connection.position)))
    }
  }

  private onCommit(changes: readonly Change[]) {
    if (this.connections.size === 0) return
    this.delivery.request()
    const idsOf = (kind: string) => new Set(changes.filter((change) => change.kind === kind).map(({ id }) => id))
    const [tokens, users, likes] = [idsOf('tokens'), idsOf('users'), idsOf('likes')]
    const isAny = changes.some(({ kind }) => kind === untracked || kind === 'roles')
    for (const connection of this.connections)
      if (isAny || likes.has(connection.viewer.user_id)) connection.hasNewLikes = true
    const isConcerned = ({ caller }: StreamConnection) =>
      isAny || tokens.has(caller.token_id) || users.has(caller.user.id)
    if (isAny || tokens.size + users.size > 0) void this.check([...this.connections].filter(isConcerned))
  }

  /** Ends the stream of a token that has ended. @returns whether the client gets anything more */
  private isEntitled(connection: StreamConnection) {
    if (connection.isOpen && this.options.tokenRules.hasEnded(connection.caller.life)) connection.end()
    return connection.isOpen
  }

  /** Ends the streams of those who have lost their token or role. */
  private async check(concerned: readonly StreamConnection[]) {
    if (concerned.length === 0) return
    const callers = concerned.map(({ caller }) => caller)
    try {
      const lost = await findLostCallers(this.options.database.read, callers)
      for (const connection of concerned) if (lost.has(connection.caller)) connection.end()
    } catch {
      for (const connection of concerned) connection.end()
    }
  }
}
