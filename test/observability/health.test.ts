import { expect, test } from 'bun:test'
import { version } from '../../package.json'
import { maxMs } from '../support/bounds.ts'
import { createCliFolder, expectFailure, failure } from '../support/cliFolder.ts'
import { findFreePort } from '../support/freePort.ts'
import { startTestLibrary } from '../support/library.ts'
import { openRawConnection } from '../support/rawConnection.ts'

test('GET /healthz and GET /readyz respond 200 without a token; the API port has no /metrics', async () => {
  await using library = await startTestLibrary()
  const origin = new URL(library.url).origin
  for (const [path, content] of [
    ['/healthz', { status: 'alive', version }],
    ['/readyz', { status: 'ready' }],
  ] as const) {
    const response = await fetch(origin + path)
    expect([response.status, await response.json()]).toEqual([200, content])
    const head = await fetch(origin + path, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    const post = await fetch(origin + path, { method: 'POST' })
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  }
  expect((await fetch(`${origin}/metrics`)).status).toBe(404)
})

test('healthcheck exits with 0 when the server is ready, and with 1 and an error line when no server listens', async () => {
  using folder = createCliFolder()
  let port = ''
  {
    await using library = await startTestLibrary()
    port = new URL(library.url).port
    expect(await folder.run(`healthcheck --port ${port}`)).toEqual({ code: 0, out: 'Ready.\n', err: '' })
    expect((await folder.run('healthcheck', { env: { PORT: port, HOST: '0.0.0.0' } })).code).toBe(0)
  }
  expect(await folder.run(`healthcheck --port ${port}`)).toEqual(
    failure(`Nothing answers at http://127.0.0.1:${port}/readyz.`),
  )
})

test('healthcheck --wait waits until the server is ready, and reads the port from the configuration file', async () => {
  const port = findFreePort()
  using folder = createCliFolder({ 'all.toml': `port = ${port}\n` })
  const waiting = folder.run('healthcheck --config all.toml --wait 20s')
  await using _ = await folder.serve(`--config all.toml --port ${port}`)
  expect(await waiting).toEqual({ code: 0, out: 'Ready.\n', err: '' })
})

test('healthcheck --wait ends after its time, also while a server accepts connections without a response', async () => {
  using folder = createCliFolder()
  using silent = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: () => {} } })
  const start = performance.now()
  expect(await folder.run(`healthcheck --port ${silent.port} --wait 1s`)).toEqual(
    failure(`Nothing answers at http://127.0.0.1:${silent.port}/readyz. Gave up after 1 s.`),
  )
  expect(performance.now() - start).toBeWithin(1_000, maxMs(8_000))
})

test.each([
  ['--wait 10', 'Give a number and s, m, h or d'],
  ['--port 0', 'Name the port of the running server'],
])('healthcheck %s is wrong usage', async (flags, hint) => {
  using folder = createCliFolder()
  expectFailure(await folder.reject(`healthcheck ${flags}`), 2, hint)
})

test('metrics are counted by route and status, and served on the metrics port alone', async () => {
  await using library = await startTestLibrary({ metrics: { host: '127.0.0.1', port: 0 } })
  const { url, metricsUrl = '', user, admin, anonymous } = library
  await admin.post('/labels', { name: 'Verve' })
  await anonymous.post('/login', { email: 'user@example.com', password: 'wrong horse' })
  for (const path of ['/labels/1', '/labels/1', '/labels/999', '/nothing/at/all', '/tracks']) await user.get(path)
  // `fetch` sends only methods that it knows, and in place of another one a GET. Bun's server passes PURGE on.
  const sendRaw = async (to: string, line: string, header = 'Host: a') => {
    using connection = await openRawConnection(to)
    connection.write(`${line}\r\n${header}\r\nAuthorization: Bearer ${user.token}\r\nConnection: close\r\n\r\n`)
    return await connection.closed
  }
  expect(await sendRaw(url, 'PURGE /api/labels HTTP/1.1')).toStartWith('HTTP/1.1 405 ')
  expect(await sendRaw(url, 'GET /api/labels/1 HTTP/1.0', 'X: without a Host')).toStartWith('HTTP/1.1 200 ')
  const text = await sendRaw(metricsUrl, 'GET /metrics HTTP/1.0', 'X: without a Host')
  expect(text).toMatch(/^HTTP\/1\.1 200 [\s\S]*content-type: text\/plain/i)
  const count = (labels: string) =>
    new RegExp(`^music_library_request_duration_seconds_count\\{${labels}\\} (\\d+)$`, 'm').exec(text)?.[1]
  expect(count('method="GET",route="/api/labels/:id",status="200"')).toBe('3')
  expect(count('method="GET",route="/api/labels/:id",status="404"')).toBe('1')
  expect(text).not.toContain('nothing/at')
  expect(text).not.toContain('PURGE')
  expect(count('method="other",route="other",status="405"')).toBe('1')
  expect(text).toMatch(/^music_library_failed_logins_total 1$/m)
  for (const name of ['cache_bytes', 'cache_hits_total', 'database_bytes', 'writes_total']) {
    expect(Number(new RegExp(`^music_library_${name} (\\d+)$`, 'm').exec(text)?.[1])).toBeGreaterThan(0)
  }
  expect((await fetch(`${new URL(url).origin}/metrics`)).status).toBe(404)
  expect((await fetch(`${new URL(metricsUrl).origin}/api/labels`)).status).toBe(404)
})
