import { expect, test } from 'bun:test'
import { ApiError, createClient } from '../../client/index.ts'
import { rejection } from '../support/database.ts'

/** A server that responds to the requests in their order, and to all others as to the last one. */
const serve = (...responses: ((request: Request) => Response | Promise<Response>)[]) => {
  const requests: string[] = []
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: (request) => {
      requests.push(`${request.method} ${new URL(request.url).pathname}`)
      const respond = responses[Math.min(requests.length, responses.length) - 1]
      return respond?.(request) ?? new Response(null, { status: 500 })
    },
  })
  return { url: server.url.origin, requests, [Symbol.asyncDispose]: () => server.stop(true) }
}

const never = () => new Promise<Response>(() => {})
const labels = () => Response.json([{ id: 1, name: 'ECM' }])
const busy = (status: number, retryAfter?: string) => () =>
  Response.json(
    { message: 'Busy.' },
    { status, headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter } },
  )

test('a request without a response ends after its time, with any fetch and also within the body', async () => {
  const started = () => new Response(new ReadableStream({ start: (controller) => controller.enqueue('[') }))
  await using server = serve(never, started, never, labels)
  const message = `GET ${server.url}/api/labels: there was no response within 40 milliseconds.`
  const ends = { name: 'TimeoutError', message }
  const client = createClient({ url: server.url, timeoutMs: 40 })
  expect(await rejection(client.labels.list())).toMatchObject(ends)
  expect(await rejection(client.labels.list())).toMatchObject(ends)
  const deaf = createClient({ url: server.url, fetch: ({ url }) => fetch(url) })
  expect(await rejection(deaf.labels.list({ timeoutMs: 40 }))).toMatchObject(ends)
  expect(await client.labels.list({ timeoutMs: 20_000 })).toHaveLength(1)
  const usage = { name: 'TypeError', message: 'timeoutMs must be a number of milliseconds from 1 to 2147483647.' }
  for (const timeoutMs of [0, -1, Number.NaN, 3e9, '5' as unknown as number]) {
    expect(() => createClient({ url: server.url, timeoutMs })).toThrow(usage.message)
    expect(await rejection(client.labels.list({ timeoutMs }))).toMatchObject(usage)
  }
  expect(server.requests).toHaveLength(4)
})

test('reads are sent again as often as the client says, and writes never', async () => {
  await using server = serve(busy(503, '0'), busy(429), labels, busy(502), busy(503, '31'), busy(500, '0'))
  const client = createClient({ url: server.url, retries: 2 })
  expect(await client.labels.list()).toHaveLength(1)
  expect(server.requests).toHaveLength(3)
  expect(await rejection(client.labels.create({ name: 'Verve' }))).toMatchObject({ status: 502 })
  // The server asks for more time than anybody waits.
  expect(await rejection(client.labels.list())).toMatchObject({ status: 503, retryAfter: 31 })
  expect(server.requests).toHaveLength(5)
  expect(await rejection(client.labels.list())).toMatchObject({ status: 500 })
  expect(server.requests).toHaveLength(8)
  expect(await rejection(createClient({ url: server.url }).labels.list())).toBeInstanceOf(ApiError)
  expect(server.requests).toHaveLength(9)
})

test('a read is sent again where there is no response, and not after it is aborted or refused', async () => {
  const sent: string[] = []
  const fetchOnce = async ({ url }: Request) => {
    sent.push(url)
    if (sent.length === 1) throw new TypeError('fetch failed')
    return labels()
  }
  const client = createClient({ url: 'http://127.0.0.1:1', retries: 1, fetch: fetchOnce })
  expect(await client.labels.list()).toHaveLength(1)
  expect(sent).toHaveLength(2)

  await using server = serve(busy(404), busy(503, '20'))
  const other = createClient({ url: server.url, retries: 5 })
  expect(await rejection(other.labels.list())).toMatchObject({ status: 404 })
  const controller = new AbortController()
  const waiting = rejection(other.labels.list({ signal: controller.signal }))
  while (server.requests.length < 2) await Bun.sleep(1)
  controller.abort()
  expect(await waiting).toHaveProperty('name', 'AbortError')
  expect(server.requests).toHaveLength(2)
})

test('a signal of an older runtime aborts a request and changes', async () => {
  await using server = serve(never)
  const client = createClient({ url: server.url })
  const listeners = new Set<() => void>()
  const signal = {
    aborted: false,
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  }
  const abort = () => {
    signal.aborted = true
    for (const listener of listeners) listener()
  }
  // The types of this runtime have more members.
  const options = { signal: signal as unknown as AbortSignal }
  const changes = client.changes(options)
  const next = rejection(changes.next())
  while (server.requests.length < 1) await Bun.sleep(1)
  abort()
  expect(await next).toMatchObject({ name: 'AbortError', message: 'This operation was aborted' })
  expect(listeners.size).toBe(0)
  const timed = rejection(client.labels.list({ ...options, timeoutMs: 10_000 }))
  expect(await timed).toHaveProperty('name', 'AbortError')
  expect(server.requests).toEqual(['GET /changes/stream'])
})
