import { delayAfter, isTemporary, throwIfAborted, wait } from './attempts.ts'
import { createController } from './runtime.ts'

export interface Change {
  /**
   * Only admins get changes of users. A change of `likes` says that those of the account may have changed: it comes after each of their
   * changes, and once after each connection. Read the list of likes again.
   */
  resource: 'labels' | 'genres' | 'artists' | 'albums' | 'tracks' | 'users' | 'likes'
  /** The id of the record; of likes, that of the account. */
  id: number
  type: 'created' | 'updated' | 'deleted'
}

/** Changes in the order in which they were made. */
export interface Changes {
  changes: Change[]
  /** The cursor after them, for `since`. */
  next: string
}

/** The response of `GET /changes`. */
export interface ChangePage extends Changes {
  /** Whether there may be more changes after `next`. A page without changes is not the end. */
  more: boolean
}

/** A connection that is lost, or could not be made, and is tried again. */
export interface Disconnect {
  /** What `fetch` has thrown, or an ApiError of the response; undefined if the connection has ended or fallen silent. */
  error: unknown
  /** The time until the next attempt, in milliseconds. */
  retryInMs: number
}

export interface ChangesOptions {
  /** Ends the iterator, which throws its reason. */
  signal?: AbortSignal | undefined
  /**
   * Is called for each connection that is lost and tried again. The next changes say that there is a connection again: each begins with one of
   * `likes`. What the function throws is thrown by the iterator.
   */
  onDisconnect?: ((disconnect: Disconnect) => void) | undefined
  /** The `next` of earlier changes: begins after them. By default it begins now. */
  since?: string | undefined
}

/** Opens the stream at a path, with these headers. @throws ApiError */
export type OpenStream = (
  path: string,
  headers: Record<string, string>,
  signal: AbortSignal,
) => Promise<ReadableStream<Uint8Array>>

/** The server sends something every 15 seconds. In milliseconds, as all times here. */
const silenceMs = 45_000
const firstDelayMs = 1_000
const maxDelayMs = 30_000

/** The fields of each event of a stream, with the names that it has. */
async function* readEvents(body: ReadableStream<Uint8Array>, onChunk: () => void) {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      onChunk()
      text += decoder.decode(value, { stream: true })
      const events = text.split('\n\n')
      text = events.pop() ?? ''
      for (const event of events)
        yield new Map(event.split('\n').map((line) => line.split(/: ?(.*)/s) as [string, string]))
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/** Follows changes, and goes on after a lost connection where it was. */
export async function* followChanges(
  open: OpenStream,
  { since, signal, onDisconnect }: ChangesOptions = {},
): AsyncGenerator<Changes> {
  let cursor = since
  let delayMs = firstDelayMs
  for (;;) {
    throwIfAborted(signal)
    const attempt = createController()
    const abort = () => attempt.abort(signal?.reason)
    signal?.addEventListener('abort', abort)
    let timer = setTimeout(abort, silenceMs)
    const onChunk = () => {
      delayMs = firstDelayMs
      clearTimeout(timer)
      timer = setTimeout(abort, silenceMs)
    }
    let error: unknown
    try {
      const body = await open('/changes/stream', cursor ? { 'last-event-id': cursor } : {}, attempt.signal)
      for await (const event of readEvents(body, onChunk)) {
        cursor = event.get('id') ?? cursor
        const data = event.get('data')
        if (data) yield JSON.parse(data)
      }
    } catch (thrown) {
      throwIfAborted(signal)
      if (!isTemporary(thrown)) throw thrown
      if (!attempt.signal.aborted) error = thrown
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      attempt.abort()
    }
    const retryInMs = delayAfter(error, delayMs)
    onDisconnect?.({ error, retryInMs })
    await wait(retryInMs, signal)
    delayMs = Math.min(delayMs * 2, maxDelayMs)
  }
}
