import { expect, test } from 'bun:test'
import { createIdleTimeouts } from '../../src/http/idleTimeouts.ts'
import { openPort } from '../../src/http/port.ts'
import { startTestLibrary } from '../support/library.ts'
import { openRawConnection, type RawConnection } from '../support/rawConnection.ts'
import { useSharedLibrary } from '../support/sharedLibrary.ts'

/** The lines of a request, and the empty line that ends its headers. */
const head = (...headers: string[]) => `${headers.join('\r\n')}\r\n\r\n`

const json = 'Content-Type: application/json'

const loginRequest = (email: string, password = 'wrong') => {
  const body = JSON.stringify({ email, password })
  return head('POST /api/login HTTP/1.1', 'Host: l', json, `Content-Length: ${body.length}`) + body
}

const shared = useSharedLibrary({ bodyTimeoutMs: 50 })

test('a body that does not arrive, or arrives slowly, gets a 408 after the timeout', async () => {
  for (const [header, start, isSlow] of [
    ['Content-Length: 100', '{', false],
    ['Transfer-Encoding: chunked', '1\r\n{\r\n', false],
    ['Content-Length: 65536', '', true],
  ] as const) {
    using connection = await openRawConnection(shared().url)
    connection.write(head('POST /api/login HTTP/1.1', 'Host: l', json, header) + start)
    const interval = setInterval(() => isSlow && connection.write(' '), 5)
    const response = await connection.closed.finally(() => clearInterval(interval))
    expect([header, response]).toEqual([header, expect.stringMatching(/^HTTP\/1\.1 408 /)])
    expect(response.toLowerCase()).toContain('\r\nconnection: close\r\n')
    expect(response).toEndWith('{"message":"The body took too long to arrive."}')
  }
})

test('a request line and headers of more than 16 KB get a 431, and the connection is closed', async () => {
  const long = 'x'.repeat(17_000)
  for (const request of [
    head('GET /api/labels HTTP/1.1', 'Host: l', `X: ${long}`),
    head(`GET /api/labels?${long} HTTP/1.1`, 'Host: l'),
  ]) {
    using connection = await openRawConnection(shared().url)
    connection.write(request)
    expect(await connection.closed).toStartWith('HTTP/1.1 431 ')
  }
})

// Bun delivers a chunked body at its last chunk, and rejects a malformed trailer only after that.
test('a request with a chunked body and a rejected trailer is not carried out', async () => {
  const { admin, url } = shared()
  using connection = await openRawConnection(url)
  const headers = ['Host: l', `Authorization: Bearer ${admin.token}`, json, 'Transfer-Encoding: chunked']
  connection.write(`${head('POST /api/labels HTTP/1.1', ...headers)}c\r\n{"name":"x"}\r\n0\r\nX: y\r\n\r\n`)
  expect(await connection.closed).toStartWith('HTTP/1.1 400 ')
  // Writes are queued in order: once the response to this one arrives, the earlier one would be committed.
  const { body: after } = await admin.post('/labels', { name: 'after' })
  expect((await admin.get('/labels')).body).toEqual([after])
})

test('a password is not hashed for a client that has disconnected', async () => {
  const failedLogins: object[] = []
  await using library = await startTestLibrary({ onFailedLogin: (login) => void failedLogins.push(login) })
  const connections: RawConnection[] = []
  for (let n = 0; n < 50; n++) {
    const connection = await openRawConnection(library.url)
    connection.write(loginRequest(`nica${n}@example.com`))
    connections.push(connection)
  }
  for (const connection of connections) connection.disconnect()
  // The password of this login is hashed after theirs.
  expect((await library.anonymous.post('/login', { email: 'user@example.com', password: 'wrong' })).status).toBe(422)
  expect(failedLogins.length).toBeLessThan(50)
})

/** A server at which a login to `nica@example.com` waits until it is aborted, and promises of both. */
const startDelayed = async () => {
  const [delayed, aborted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const wait = (_: number, signal: AbortSignal) => {
    delayed.resolve()
    return new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => {
        aborted.resolve()
        reject(new Error('aborted'))
      }),
    )
  }
  const library = await startTestLibrary({ loginThrottle: { wait } })
  const logIn = () => library.anonymous.post('/login', { email: 'nica@example.com', password: 'wrong' })
  for (let n = 0; n < 10; n++) await logIn()
  return { library, logIn, delayed: delayed.promise, aborted: aborted.promise }
}

test('a delayed login ends when its client disconnects', async () => {
  const { library: started, delayed, aborted } = await startDelayed()
  await using library = started
  using connection = await openRawConnection(library.url)
  connection.write(loginRequest('nica@example.com'))
  await delayed
  connection.disconnect()
  await aborted
  expect((await library.user.get('/me')).status).toBe(200)
})

test('a server that stops responds 503 to delayed logins at once', async () => {
  const { library, logIn, delayed } = await startDelayed()
  const login = logIn()
  await delayed
  await library[Symbol.asyncDispose]()
  const { status, headers } = await login
  expect([status, headers.get('retry-after')]).toEqual([503, '5'])
})

// Bun looks for idle connections every four seconds.
test.concurrent('an idle connection is closed, and one that waits for its response is not', async () => {
  await using library = await startTestLibrary({
    idleTimeoutMs: 1_000,
    loginThrottle: { wait: () => Bun.sleep(5_000) },
  })
  for (let n = 0; n < 10; n++) await library.anonymous.post('/login', { email: 'nica@example.com', password: 'wrong' })
  using connection = await openRawConnection(library.url)
  connection.write(loginRequest('nica@example.com'))
  expect(await connection.closed).toStartWith('HTTP/1.1 422 ')
})

test.concurrent('a request that comes during a long start gets its response, and its idle connection is closed after that', async () => {
  const port = openPort({ host: '127.0.0.1', port: 0, idleSeconds: 1 })
  try {
    using client = await openRawConnection(port.origin)
    client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await Bun.sleep(5_000)
    port.serve(() => new Response('late'))
    expect(await client.closed).toEndWith('\r\n\r\nlate')
  } finally {
    await port.close()
  }
})

// A request with a body would not be idle for Bun.
test.concurrent('a request without a body that takes longer than the idle timeout gets its response', async () => {
  const port = openPort({ host: '127.0.0.1', port: 0, idleSeconds: 1 })
  try {
    const timeouts = createIdleTimeouts(port.server, 1)
    const respond = async () => {
      await Bun.sleep(5_000)
      return new Response('late')
    }
    port.serve(timeouts.wrap(respond))
    expect(await (await fetch(port.origin)).text()).toBe('late')
  } finally {
    await port.close()
  }
})
