import { expect, test } from 'bun:test'
import { createDrain } from '../../src/http/drain.ts'
import { openRawConnection } from '../support/rawConnection.ts'

/** Long enough for requests that are sent at once, on any machine. */
const quietMs = 400

const get = 'GET / HTTP/1.1\r\nHost: l\r\n\r\n'

/** A server that responds when it is told to, or at once if the path is `/`. */
const startServer = () => {
  const responses: PromiseWithResolvers<Response>[] = []
  const { wrap, drain } = createDrain()
  const respond = ({ url }: Request) => {
    if (new URL(url).pathname === '/') return new Response('at once')
    const response = Promise.withResolvers<Response>()
    responses.push(response)
    return response.promise
  }
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: wrap(respond) })
  return { responses, url: server.url.href, drain: (ms: number) => drain(server, ms) }
}

const receivedHeads = (received: string) => received.toLowerCase().match(/http\/1\.1 \d+|connection: \w+/g)

test('requests that arrive during a stop get a response that closes their connection', async () => {
  const { url, drain } = startServer()
  using idle = await openRawConnection(url)
  idle.write(get)
  while (!idle.received.endsWith('at once')) await Bun.sleep(1)
  const drained = drain(quietMs)
  idle.write(get)
  using fresh = await openRawConnection(url)
  fresh.write(get)
  expect(receivedHeads(await idle.closed)).toEqual(['http/1.1 200', 'http/1.1 200', 'connection: close'])
  expect(receivedHeads(await fresh.closed)).toEqual(['http/1.1 200', 'connection: close'])
  await drained
  expect(openRawConnection(url)).rejects.toThrow()
})

test('a stop waits for the requests in flight', async () => {
  const { url, drain, responses } = startServer()
  using connection = await openRawConnection(url)
  connection.write('GET /later HTTP/1.1\r\nHost: l\r\n\r\n')
  while (responses.length < 1) await Bun.sleep(1)
  let isDrained = false
  const drained = drain(0).then(() => {
    isDrained = true
  })
  await Bun.sleep(50)
  expect(isDrained).toBe(false)
  responses[0]?.resolve(new Response('later'))
  expect(receivedHeads(await connection.closed)).toEqual(['http/1.1 200', 'connection: close'])
  await drained
})
