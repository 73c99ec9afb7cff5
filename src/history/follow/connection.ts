import type { Caller } from '../../accounts/callers.ts'
import { changesEvent, type EventBytes } from './events.ts'
import type { Position } from './position.ts'
import type { Viewer } from './read.ts'

/** How many bytes wait for a client before the stream stops to read more for it. */
const highWaterMark = 65_536

/** How many bytes may wait for a client. One that reads more slowly is cut, and may go on from the last event that it has. */
const maxWaitingBytes = 524_288

/** The stream of one client. */
export interface StreamConnection {
  readonly viewer: Viewer
  readonly caller: Caller
  /** The position after what the client has got; undefined while it gets what was changed before. */
  position: Position | undefined
  /** Whether the likes of its account may have changed since the client was told so. */
  hasNewLikes: boolean
  readonly isOpen: boolean
  send(bytes: EventBytes): void
  /** Tells the client that the likes of its account may have changed, if they may. @param cursor - the position of the event */
  sendLikes(cursor: string): void
  /** Resolves when the client has taken most of what was sent; at once if it has, or if the stream has ended. */
  drained(): Promise<void>
  /** Cuts a client that takes nothing of what waits for it, when it is called a second time. */
  cutIfStalled(): void
  /** Ends the stream. What waits is not sent. */
  end(): void
}

interface Listeners {
  /** Is called once, when the stream ends for any reason. */
  onEnd(connection: StreamConnection): void
  /** Is called before that if the client has not taken everything. Bun closes its connection only when it takes the rest. */
  onCut(): void
}

export const createConnection = (caller: Caller, { onEnd, onCut }: Listeners) => {
  let controller: ReadableStreamDefaultController<EventBytes>
  let isOpen = true
  let hasRead = true
  let onRead = () => {}

  const finish = (close: () => void) => {
    if (!isOpen) return
    isOpen = false
    onRead()
    close()
    onEnd(connection)
  }
  // Without an error: Bun would print it.
  const cut = () => {
    if (isOpen) onCut()
    finish(() => controller.error())
  }
  const waitingBytes = () => highWaterMark - (controller.desiredSize ?? highWaterMark)

  const connection: StreamConnection = {
    viewer: { user_id: caller.user.id, isAdmin: caller.user.role.name === 'admin' },
    caller,
    position: undefined,
    // What has happened before the stream is not known.
    hasNewLikes: true,
    get isOpen() {
      return isOpen
    },
    send: (bytes) => {
      if (!isOpen) return
      controller.enqueue(bytes)
      if (waitingBytes() > maxWaitingBytes) cut()
    },
    sendLikes: (cursor) => {
      if (!connection.hasNewLikes) return
      connection.hasNewLikes = false
      connection.send(changesEvent([{ resource: 'likes', id: caller.user.id, type: 'updated' }], cursor))
    },
    drained: async () => {
      while (isOpen && waitingBytes() >= highWaterMark) await new Promise<void>((resolve) => (onRead = resolve))
    },
    cutIfStalled: () => {
      if (!hasRead && waitingBytes() > 0) cut()
      hasRead = false
    },
    end: () => (waitingBytes() > 0 ? cut() : finish(() => controller.close())),
  }
  const stream = new ReadableStream<EventBytes>(
    {
      start: (started) => {
        controller = started
      },
      pull: () => {
        hasRead = true
        onRead()
      },
      cancel: () => finish(() => {}),
    },
    new ByteLengthQueuingStrategy({ highWaterMark }),
  )
  return { connection, stream }
}
