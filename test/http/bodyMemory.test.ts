import { expect, test } from 'bun:test'
import { startTestLibrary, type TestLibrary } from '../support/library.ts'
import { openRawConnection, type RawConnection } from '../support/rawConnection.ts'

/** Memory for four bodies of the maximum size, so one for each network. */
const maxBodyBytes = 60_000

const start = () =>
  startTestLibrary({
    maxBodyBytes,
    bodyMemoryBytes: 4 * maxBodyBytes,
    trustedProxies: () => true,
    bodyTimeoutMs: 5_000,
  })

/** Sends a login of a network, without the last byte of its body. */
const holdBody = async ({ url, user }: TestLibrary, network: string, bytes: number) => {
  const connection = await openRawConnection(url)
  connection.write(
    `POST /api/login HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX-Forwarded-For: ${network}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${bytes}\r\n\r\n${' '.repeat(bytes - 1)}`,
  )
  // The server reads what has arrived before it reads this request.
  for (let n = 0; n < 3; n++) expect((await user.get('/me')).status).toBe(200)
  return connection
}

/** Sends the last byte of a body that is held back, and returns the response. The body is no JSON. */
const complete = (connection: RawConnection) => {
  connection.write('x')
  return connection.closed
}

test('a network holds at most a quarter of the memory for bodies, and gets a 503 with Retry-After for more', async () => {
  await using library = await start()
  using first = await holdBody(library, '192.0.2.1', 40_000)
  using second = await holdBody(library, '192.0.2.1', 30_000)
  const response = await second.closed
  expect(response).toStartWith('HTTP/1.1 503 ')
  expect(response.toLowerCase()).toContain('\r\nretry-after: 5\r\n')
  expect(response.toLowerCase()).toContain('\r\nconnection: close\r\n')
  expect(response).toContain('{"message":"Too many requests with a body are arriving. Try again in 5 seconds."}')
  using _other = await holdBody(library, '192.0.2.2', 55_000)
  // The memory is free again after the response.
  expect(await complete(first)).toStartWith('HTTP/1.1 400 ')
  const login = { body: JSON.stringify({ email: 'user@example.com', password: 'wrong'.padEnd(40_000) }) }
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.1' }
  for (let n = 0; n < 5; n++) {
    expect((await library.anonymous.send('POST', '/login', { ...login, headers })).status).toBe(422)
  }
})

test('when the memory for bodies is used up, the largest network loses its newest body to a smaller one, and an admin is served', async () => {
  await using library = await start()
  const networks = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4']
  const held = []
  for (const network of networks) held.push(await holdBody(library, network, maxBodyBytes))
  // A fifth network takes the place of the last one: all others have as much.
  using small = await holdBody(library, '192.0.2.5', 30_000)
  expect(await held[3]?.closed).toStartWith('HTTP/1.1 503 ')
  // 46 KB are free.
  using _ = await holdBody(library, '192.0.2.6', 40_000)
  const body = JSON.stringify({ name: 'Verve' }).padEnd(maxBodyBytes)
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.7' }
  expect((await library.admin.send('POST', '/labels', { body, headers })).status).toBe(201)
  expect(await held[2]?.closed).toStartWith('HTTP/1.1 503 ')
  expect(await complete(small)).toStartWith('HTTP/1.1 400 ')
  for (const connection of held) connection[Symbol.dispose]()
})

test('a body in chunks of one byte arrives as it was sent, up to the limit of its size and of its chunks', async () => {
  await using library = await startTestLibrary({ maxBodyBytes: 40_000 })
  const send = async (bytes: number, chunkBytes: number) => {
    using connection = await openRawConnection(library.url)
    const body = JSON.stringify({ name: 'Verve' }).padEnd(bytes)
    const chunks = body.match(new RegExp(`.{1,${chunkBytes}}`, 'g'))?.map((chunk) => `${chunkBytes}\r\n${chunk}\r\n`)
    connection.write(
      `POST /api/labels HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer ${library.admin.token}\r\n` +
        `Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunks?.join('')}0\r\n\r\n`,
    )
    return await connection.closed
  }
  const created = await send(9_000, 1)
  expect(created).toStartWith('HTTP/1.1 201 ')
  expect(created).toContain('"name":"Verve"')
  expect(await send(40_000, 8)).toStartWith('HTTP/1.1 201 ')
  expect(await send(40_008, 8)).toStartWith('HTTP/1.1 413 ')
  const rejected = await send(20_000, 1)
  expect(rejected).toStartWith('HTTP/1.1 400 ')
  expect(rejected).toContain('{"message":"The body comes in too many small chunks. Send it in larger ones."}')
})
