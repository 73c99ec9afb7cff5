import { delayAfter, isTemporary, throwIfAborted, wait } from './attempts.ts'
import type { Requests } from './requests.ts'
import { createController, hasStreams } from './runtime.ts'

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

const streamPath = '/changes/stream'

/** The server sends something every 15 seconds. In milliseconds, as all times here. */
const silenceMs = 45_000
const pollMs = 5_000
const firstDelayMs = 1_000
const maxDelayMs = 30_000

/** Reads the events of the stream. What only moves the cursor has no changes. @param onChunk - is called whenever something arrives */
async function* readStream(
  { open, prepare }: Requests,
  cursor: string | undefined,
  signal: AbortSignal,
  onChunk: () => void,
): AsyncGenerator<Partial<Changes>> {
  const { fail } = prepare('GET', streamPath)
  const body = await open(streamPath, cursor ? { 'last-event-id': cursor } : {}, signal)
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (;;) {
      const { value, done } = await reader.read().catch(fail)
      if (done) return
      onChunk()
      text += decoder.decode(value, { stream: true })
      const events = text.split('\n\n')
      text = events.pop() ?? ''
      for (const event of events) {
        const fields = new Map(event.split('\n').map((line) => line.split(/: ?(.*)/s) as [string, string]))
        yield JSON.parse(fields.get('data') ?? JSON.stringify({ next: fields.get('id') }))
      }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/**
 * Asks for changes again and again, where responses are read only as a whole. `GET /changes` says nothing of likes: here their ETag does, and as in
 * the stream the begin.
 */
async function* poll(
  { send, findEtag }: Requests,
  cursor: string | undefined,
  signal: AbortSignal,
  onResponse: () => void,
): AsyncGenerator<Changes> {
  const { id } = await send<{ id: number }>('GET', '/api/me', { signal })
  let next = cursor ?? 'now'
  let likes: string | null | undefined = null
  for (;;) {
    const page = await send<ChangePage>('GET', `/changes?since=${encodeURIComponent(next)}`, { signal })
    const tag = findEtag(await send<object>('HEAD', '/api/me/likes', { signal }))
    onResponse()
    if (tag !== likes) yield { changes: [{ resource: 'likes', id, type: 'updated' }], next: cursor ?? page.next }
    likes = tag
    next = page.next
    cursor = next
    yield page
    if (!page.more) await wait(pollMs, signal)
  }
}

/** Follows changes, and goes on after a lost connection where it was. */
export async function* followChanges(
  requests: Requests,
  { since, signal, onDisconnect }: ChangesOptions = {},
): AsyncGenerator<Changes> {
  requests.prepare('GET', streamPath)
  const read = hasStreams() ? readStream : poll
  let cursor = since
  let delayMs = firstDelayMs
  for (;;) {
    throwIfAborted(signal)
    const attempt = createController()
    const abort = () => attempt.abort(signal?.reason)
    signal?.addEventListener('abort', abort)
    let timer = setTimeout(abort, silenceMs)
    const onArrival = () => {
      delayMs = firstDelayMs
      clearTimeout(timer)
      timer = setTimeout(abort, silenceMs)
    }
    let error: unknown
    try {
      for await (const { changes, next } of read(requests, cursor, attempt.signal, onArrival)) {
        cursor = next ?? cursor
        if (changes?.length && next) yield { changes, next }
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
