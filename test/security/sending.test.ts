import { expect, test } from 'bun:test'
import { startTestLibrary } from '../support/library.ts'
import { type Raw, raw } from '../support/rawConnection.ts'

const lines = (...headers: string[]) => `${headers.join('\r\n')}\r\n\r\n`

const login = (email: string, password = 'wrong') => {
  const body = JSON.stringify({ email, password })
  const length = `Content-Length: ${body.length}`
  return lines('POST /api/login HTTP/1.1', 'Host: l', 'Content-Type: application/json', length) + body
}

test.each([
  ['with a length', 'Content-Length: 100', '{'],
  ['in pieces', 'Transfer-Encoding: chunked', '1\r\n{\r\n'],
])('a body %s that does not come is waited for only so long', async (_, form, piece) => {
  await using library = await startTestLibrary({ bodyTimeoutMs: 50 })
  using connection = await raw(library.url)
  connection.write(lines('POST /api/login HTTP/1.1', 'Host: l', 'Content-Type: application/json', form) + piece)
  const got = await connection.closed
  expect(got).toStartWith('HTTP/1.1 408 ')
  expect(got.toLowerCase()).toContain('\r\nconnection: close\r\n')
  expect(got).toEndWith('{"message":"The body took too long to come."}')
  expect((await library.user.get('/labels')).status).toBe(200)
})

test('a body that keeps coming in small pieces is no different', async () => {
  await using library = await startTestLibrary({ bodyTimeoutMs: 50 })
  using connection = await raw(library.url)
  connection.write(
    lines('POST /api/login HTTP/1.1', 'Host: l', 'Content-Type: application/json', 'Content-Length: 999999'),
  )
  const trickle = setInterval(() => connection.write(' '), 5)
  const got = await connection.closed.finally(() => clearInterval(trickle))
  expect(got).toStartWith('HTTP/1.1 408 ')
})

test('a request line and headers of more than 16 KB are refused, and the connection is closed', async () => {
  await using library = await startTestLibrary()
  const long = 'x'.repeat(17_000)
  for (const request of [
    lines('GET /api/labels HTTP/1.1', 'Host: l', `X: ${long}`),
    lines(`GET /api/labels?${long} HTTP/1.1`, 'Host: l'),
  ]) {
    using connection = await raw(library.url)
    connection.write(request)
    expect(await connection.closed).toStartWith('HTTP/1.1 431 ')
  }
})

test('a log-in that is delayed is dropped when its client leaves', async () => {
  const left = Promise.withResolvers<void>()
  const waits = Promise.withResolvers<void>()
  const told: object[] = []
  await using library = await startTestLibrary({
    onFailedLogin: (failed) => void told.push(failed),
    loginThrottle: {
      wait: (_, signal) => {
        signal.addEventListener('abort', () => left.resolve())
        waits.resolve()
        return left.promise.then(() => Promise.reject(new Error('gone')))
      },
    },
  })
  const { anonymous } = library
  for (let n = 0; n < 10; n++) await anonymous.post('/login', { email: 'nica@example.com', password: 'wrong' })
  using connection = await raw(library.url)
  connection.write(login('nica@example.com'))
  await waits.promise
  connection.leave()
  await left.promise
  expect((await library.user.get('/me')).status).toBe(200)
  expect(told).toHaveLength(10)
})

test('a password is not hashed for a client that has left', async () => {
  const told: object[] = []
  await using library = await startTestLibrary({ onFailedLogin: (failed) => void told.push(failed) })
  const connections: Raw[] = []
  for (let n = 0; n < 50; n++) {
    const connection = await raw(library.url)
    connection.write(login(`nica${n}@example.com`))
    connections.push(connection)
  }
  for (const connection of connections) connection.leave()
  // This one waits for its turn behind them.
  expect((await library.anonymous.post('/login', { email: 'user@example.com', password: 'wrong' })).status).toBe(422)
  expect(told.length).toBeLessThan(50)
})

test('a connection with nothing to do is closed, and one that waits for its response is not', async () => {
  // The clock of the server ticks every four seconds.
  await using library = await startTestLibrary({
    idleTimeoutMs: 1_000,
    loginThrottle: { wait: () => Bun.sleep(5_000) },
  })
  for (let n = 0; n < 10; n++) await library.anonymous.post('/login', { email: 'nica@example.com', password: 'wrong' })
  using connection = await raw(library.url)
  connection.write(login('nica@example.com'))
  expect(await connection.closed).toStartWith('HTTP/1.1 422 ')
}, 30_000)

test('a server that stops lets go at once of those whose log-in is delayed', async () => {
  const waits = Promise.withResolvers<void>()
  const response = await (async () => {
    await using library = await startTestLibrary({
      loginThrottle: {
        wait: (_, signal) => {
          waits.resolve()
          return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))))
        },
      },
    })
    const { anonymous } = library
    for (let n = 0; n < 10; n++) await anonymous.post('/login', { email: 'nica@example.com', password: 'wrong' })
    const delayed = anonymous.post('/login', { email: 'nica@example.com', password: 'wrong' })
    await waits.promise
    return { delayed }
  })()
  const { status, headers } = await response.delayed
  expect([status, headers.get('retry-after')]).toEqual([503, '5'])
})
