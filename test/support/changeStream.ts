import type { ChangePage, LibraryChange } from '../../src/history/follow/model.ts'
import type { Client } from './client.ts'

/** A stream of changes, as a client reads it from its bytes. */
interface ChangeStream {
  status: number
  headers: Headers
  /** All that came so far, without those of likes. */
  changes: LibraryChange[]
  /** The ids of those of likes. */
  likes: number[]
  /** The cursor after it. */
  lastId: string
  /** Resolves when so many changes have come. */
  until(count: number): Promise<void>
  /** Resolves when so many changes of likes have come. */
  untilLikes(count: number): Promise<void>
  /** Resolves when the server has ended the stream. */
  ended: Promise<void>
  close(): void
}

/** @param url - that of the API */
export const openChangeStream = async (
  url: string,
  { token }: Pick<Client, 'token'>,
  { query = '', lastEventId }: { query?: string; lastEventId?: string } = {},
): Promise<ChangeStream> => {
  const abort = new AbortController()
  const headers: Record<string, string> = { authorization: `Bearer ${token}` }
  if (lastEventId !== undefined) headers['last-event-id'] = lastEventId
  const response = await fetch(url.replace(/\/api$/, `/changes/stream${query}`), { headers, signal: abort.signal })
  let wake = () => {}
  const read = async () => {
    let text = ''
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk
      const events = text.split('\n\n')
      text = events.pop() ?? ''
      for (const event of events) {
        stream.lastId = /^id: (.*)$/m.exec(event)?.[1] ?? stream.lastId
        const data = /^data: (.*)$/m.exec(event)?.[1]
        if (data === undefined) continue
        const page: ChangePage = JSON.parse(data)
        if (page.next !== stream.lastId) throw new Error(`The event ${stream.lastId} has the cursor ${page.next}.`)
        for (const change of page.changes) {
          if (change.resource !== 'likes') stream.changes.push(change)
          else if (change.type === 'updated' && page.changes.length === 1) stream.likes.push(change.id)
          else throw new Error(`The likes have ${data}.`)
        }
      }
      wake()
    }
  }
  const untilCount = async (received: readonly unknown[], count: number) => {
    while (received.length < count) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      wake = resolve
      const timer = setTimeout(() => reject(new Error(`Only ${received.length} of ${count} came.`)), 10_000)
      await promise.finally(() => clearTimeout(timer))
    }
  }
  const stream: ChangeStream = {
    status: response.status,
    headers: response.headers,
    changes: [],
    likes: [],
    lastId: '',
    until: (count) => untilCount(stream.changes, count),
    untilLikes: (count) => untilCount(stream.likes, count),
    // A connection that is cut ends it, too.
    ended: Promise.resolve(),
    close: () => abort.abort(),
  }
  if (response.ok) stream.ended = read().catch(() => {})
  return stream
}

/** A page of changes. */
export const listChanges = (client: Client, query = ''): ReturnType<Client['get']> => client.get(`/../changes${query}`)

/** All changes that are kept, or those since a cursor, page by page. */
export const readAllChanges = async (client: Client, limit: number, since?: string): Promise<LibraryChange[]> => {
  const all: LibraryChange[] = []
  let cursor = since
  for (;;) {
    const query = cursor === undefined ? '' : `&since=${cursor}`
    const { status, text, body } = await listChanges(client, `?limit=${limit}${query}`)
    if (status !== 200) throw new Error(`The list of changes responded ${status}: ${text}`)
    if (body.changes.length > limit) throw new Error('The page is too long.')
    all.push(...body.changes)
    if (!body.more) return all
    cursor = body.next
  }
}

export const toText = ({ resource, id, type }: LibraryChange): string => `${type} ${resource}/${id}`
