import { waitForSlice, yieldToEventLoop } from '../../base/eventLoop.ts'
import type { Database } from '../../library/database.ts'
import type { LongWork } from '../../library/longWork.ts'
import type { StreamConnection } from './connection.ts'
import { changesEvent, createEvents, eventAfter, heartbeat, retryLine } from './events.ts'
import { formatCursor, isAfter, type Position } from './position.ts'
import { type LoggedChange, readChanges, readEnd } from './read.ts'

/** The maximum number of changes of one event. */
const pageSize = 1_000

/** How long changes are collected before they are sent, in milliseconds. */
const collectMs = 5

/** How many clients are sent to in one turn of the event loop, about 0.2 ms: other requests do not wait for all of them. */
const sendsPerTurn = 16

/** A send to one client takes about 10 µs. With this time between two sends to all of them they take at most a few percent of the CPU. */
const collectMsPerConnection = 0.5

interface DeliveryOptions {
  database: Database
  /** All streams that are open. */
  connections: ReadonlySet<StreamConnection>
  /** Ends the stream of a token that has ended. @returns whether the client gets anything more */
  isEntitled: (connection: StreamConnection) => boolean
  /** Called when what was committed can't be read. */
  onError: (error: unknown) => void
}

/** Sends changes to all who follow them. What was committed is read once, and made into bytes once for all who see the same. */
export class Delivery {
  /** The position after what was sent to all; undefined while nobody follows. */
  private position: Position | undefined
  private isRequested = false
  private isSending = false

  constructor(private readonly options: DeliveryOptions) {}

  /** Sends what was committed, soon. A request while that is done leads to another time. */
  request(): void {
    if (this.isRequested) return
    this.isRequested = true
    if (!this.isSending) this.schedule()
  }

  /** Has to be called after the last stream: the next one begins at the end of what is logged then. */
  reset(): void {
    this.position = undefined
  }

  /** Begins a stream after a position, by default now. @throws Gone */
  async begin(work: LongWork, connection: StreamConnection, since: Position | undefined): Promise<void> {
    connection.send(retryLine)
    if (!this.position) {
      const end = await this.options.database.snapshot(readEnd)
      this.position ??= end
      // What was committed meanwhile has found nobody to send it to.
      this.request()
    }
    if (since) {
      const next = await this.sendPage(work, connection, since)
      if (next) void this.sendOld(work, connection, next).catch(connection.end)
      return
    }
    connection.position = this.position
    connection.sendLikes(formatCursor(this.position))
  }

  /** Sends the changes from a position on, and those that are made meanwhile, until the client has what all others have. */
  private async sendOld(work: LongWork, connection: StreamConnection, from: Position) {
    for (let next: Position | undefined = from; next; next = await this.sendPage(work, connection, next)) {
      await connection.drained()
      await waitForSlice('sending')
      if (!connection.isOpen) return
    }
  }

  /** Sends a page of the changes after a position. @returns where the next page begins; undefined if there is none */
  private async sendPage(work: LongWork, connection: StreamConnection, from: Position): Promise<Position | undefined> {
    const { viewer } = connection
    const { changes, next, hasMore } = await this.options.database.longSnapshot(work, (read) =>
      readChanges(read, from, { limit: pageSize, viewer }),
    )
    if (!this.options.isEntitled(connection)) return
    const cursor = formatCursor(next)
    // Without changes, too: a client that connects again need not begin anew, and knows that the server is there.
    connection.send(changes.length > 0 ? changesEvent(changes, cursor) : heartbeat(cursor))
    connection.sendLikes(cursor)
    if (hasMore || !this.position || isAfter(this.position, next)) return next
    connection.position = next
  }

  private schedule() {
    const delayMs = collectMs + this.options.connections.size * collectMsPerConnection
    setTimeout(() => this.run(), delayMs).unref()
  }

  private async run() {
    this.isRequested = false
    this.isSending = true
    await this.sendNew().catch(this.options.onError)
    this.isSending = false
    if (this.isRequested) this.schedule()
  }

  /** Sends what was committed since the last time. */
  private async sendNew() {
    while (this.position) {
      const from = this.position
      const { changes, next, hasMore } = await this.options.database.snapshot((read) =>
        readChanges(read, from, { limit: pageSize }),
      )
      // Meanwhile all may have gone, and others come.
      if (this.position !== from) return
      this.position = next
      await this.sendToAll(changes, from, next)
      if (!hasMore) return
      await waitForSlice()
    }
  }

  private async sendToAll(changes: readonly LoggedChange[], from: Position, next: Position) {
    const cursor = formatCursor(next)
    const eventFor = createEvents(changes, cursor)
    // Others join meanwhile, at this position or a later one.
    const joined = [...this.options.connections].filter(({ position }) => position)
    for (const [index, connection] of joined.entries()) {
      if (index % sendsPerTurn === sendsPerTurn - 1) await yieldToEventLoop()
      const known = connection.position
      if (!known || !this.options.isEntitled(connection)) continue
      const event = known === from ? eventFor(connection.viewer) : eventAfter(known, connection.viewer, changes, cursor)
      connection.position = isAfter(known, next) ? known : next
      if (event) connection.send(event)
      connection.sendLikes(formatCursor(connection.position))
    }
  }
}
