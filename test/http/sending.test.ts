import { expect, test } from 'bun:test'
import { startTestLibrary } from '../support/library.ts'
import { openRawConnection, type RawConnection } from '../support/rawConnection.ts'

/** The lines of a request, and the empty line that ends its headers. */
const head = (...headers: string[]) => `${headers.join('\r\n')}\r\n\r\n`

const loginRequest = (email: string, password = 'wrong') => {
  const body = JSON.stringify({ email, password })
  const length = `Content-Length: ${body.length}`
  return head('POST /api/login HTTP/1.1', 'Host: l', 'Content-Type: application/json', length) + body
}

test.each([
  ['with a length', 'Content-Length: 100', '{'],
  ['in chunks', 'Transfer-Encoding: chunked', '1\r\n{\r\n'],
])('a body %s that does not arrive gets a 408 after the timeout', async (_, header, start) => {
  await using library = await startTestLibrary({ bodyTimeoutMs: 50 })
  using connection = await openRawConnection(library.url)
  connection.write(head('POST /api/login HTTP/1.1', 'Host: l', 'Content-Type: application/json', header) + start)
  const response = await connection.closed
  expect(response).toStartWith('HTTP/1.1 408 ')
  expect(response.toLowerCase()).toContain('\r\nconnection: close\r\n')
  expect(response).toEndWith('{"message":"The body took too long to come."}')
  expect((await library.user.get('/labels')).status).toBe(200)
})

test('a body that arrives slowly gets a 408 after the timeout', async () => {
  await using library = await startTestLibrary({ bodyTimeoutMs: 50 })
  using connection = await openRawConnection(library.url)
  connection.write(
    head('POST /api/login HTTP/1.1', 'Host: l', 'Content-Type: application/json', 'Content-Length: 65536'),
  )
  const interval = setInterval(() => connection.write(' '), 5)
  const response = await connection.closed.finally(() => clearInterval(interval))
  expect(response).toStartWith('HTTP/1.1 408 ')
})

test('a request line and headers of more than 16 KB get a 431, and the connection is closed', async () => {
  await using library = await startTestLibrary()
  const long = 'x'.repeat(17_000)
  for (const request of [
    head('GET /api/labels HTTP/1.1', 'Host: l', `X: ${long}`),
    head(`GET /api/labels?${long} HTTP/1.1`, 'Host: l'),
  ]) {
    using connection = await openRawConnection(library.url)
    connection.write(request)
    expect(await connection.closed).toStartWith('HTTP/1.1 431 ')
  }
})

test('a delayed login ends when its client disconnects', async () => {
  const disconnected = Promise.withResolvers<void>()
  const delayStarted = Promise.withResolvers<void>()
  const failedLogins: object[] = []
  await using library = await startTestLibrary({
    onFailedLogin: (login) => void failedLogins.push(login),
    loginThrottle: {
      wait: (_, signal) => {
        signal.addEventListener('abort', () => disconnected.resolve())
        delayStarted.resolve()
        return disconnected.promise.then(() => Promise.reject(new Error('disconnected')))
      },
    },
  })
  const { anonymous } = library
  for (let n = 0; n < 10; n++) await anonymous.post('/login', { email: 'nica@example.com', password: 'wrong' })
  using connection = await openRawConnection(library.url)
  connection.write(loginRequest('nica@example.com'))
  await delayStarted.promise
  connection.disconnect()
  await disconnected.promise
  expect((await library.user.get('/me')).status).toBe(200)
  expect(failedLogins).toHaveLength(10)
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

test('an idle connection is closed, and one that waits for its response is not', async () => {
  // Bun checks idle timeouts every four seconds, so the delay is longer.
  await using library = await startTestLibrary({
    idleTimeoutMs: 1_000,
    loginThrottle: { wait: () => Bun.sleep(5_000) },
  })
  for (let n = 0; n < 10; n++) await library.anonymous.post('/login', { email: 'nica@example.com', password: 'wrong' })
  using connection = await openRawConnection(library.url)
  connection.write(loginRequest('nica@example.com'))
  expect(await connection.closed).toStartWith('HTTP/1.1 422 ')
})

test('a server that stops responds 503 to delayed logins at once', async () => {
  const delayStarted = Promise.withResolvers<void>()
  // The promise is wrapped in an object, so that the block returns before it settles. The server stops at the end of the block.
  const { delayedLogin } = await (async () => {
    await using library = await startTestLibrary({
      loginThrottle: {
        wait: (_, signal) => {
          delayStarted.resolve()
          return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))))
        },
      },
    })
    const { anonymous } = library
    for (let n = 0; n < 10; n++) await anonymous.post('/login', { email: 'nica@example.com', password: 'wrong' })
    const delayedLogin = anonymous.post('/login', { email: 'nica@example.com', password: 'wrong' })
    await delayStarted.promise
    return { delayedLogin }
  })()
  const { status, headers } = await delayedLogin
  expect([status, headers.get('retry-after')]).toEqual([503, '5'])
})
