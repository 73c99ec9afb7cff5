import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { version } from '../../package.json'
import { runBinary, serveBinary } from '../support/binary.ts'
import { maxMs } from '../support/bounds.ts'
import { client } from '../support/client.ts'
import { emptyFolder } from '../support/folder.ts'
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
  using folder = emptyFolder()
  let port = ''
  {
    await using server = await serveBinary([], { cwd: folder.path })
    port = new URL(server.url).port
    const { code, out } = await runBinary(['healthcheck', '--port', port], { cwd: folder.path })
    expect([code, out]).toEqual([0, 'Ready.\n'])
    expect((await runBinary(['healthcheck'], { cwd: folder.path, env: { PORT: port, HOST: '0.0.0.0' } })).code).toBe(0)
  }
  const { code, err } = await runBinary(['healthcheck', '--port', port], { cwd: folder.path })
  expect([code, err]).toEqual([1, `music-library: Nothing answers at http://127.0.0.1:${port}/readyz.\n`])
})

test('healthcheck --wait waits until the server is ready, and reads the port from the configuration file', async () => {
  using folder = emptyFolder()
  const port = findFreePort()
  writeFileSync(join(folder.path, 'all.toml'), `port = ${port}\n`)
  const args = ['healthcheck', '--config', 'all.toml', '--wait', '20s']
  const waiting = runBinary(args, { cwd: folder.path })
  await using _ = await serveBinary(['--config', 'all.toml', '--port', `${port}`], { cwd: folder.path })
  expect(await waiting).toEqual({ code: 0, out: 'Ready.\n', err: '' })
})

test('healthcheck --wait ends after its time, also while a server accepts connections without a response', async () => {
  using folder = emptyFolder()
  using silent = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: () => {} } })
  const start = performance.now()
  const { code, err } = await runBinary(['healthcheck', '--port', `${silent.port}`, '--wait', '1s'], {
    cwd: folder.path,
  })
  expect([code, err]).toEqual([
    1,
    `music-library: Nothing answers at http://127.0.0.1:${silent.port}/readyz. It was asked for 1 s.\n`,
  ])
  expect(performance.now() - start).toBeGreaterThan(1_000)
  expect(performance.now() - start).toBeLessThan(maxMs(8_000))
})

test.each([
  [['--wait', '10'], 'Give a number and s, m, h or d, such as 24h, up to 24d.'],
  [['--port', '0'], 'port is 0, a free one. Name the port of the running server: --port NUMBER'],
])('healthcheck with %j is wrong usage', async (args, hint) => {
  using folder = emptyFolder()
  const { code, err } = await runBinary(['healthcheck', ...args], { cwd: folder.path })
  expect(code).toBe(2)
  expect(err).toContain(hint)
})

test('metrics are counted by route and status, and served on the metrics port alone', async () => {
  using folder = emptyFolder()
  await using server = await serveBinary(['--metrics-port', '0', '--sample'], {
    cwd: folder.path,
    env: { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'correct horse' },
  })
  await server.waitForOutput('/metrics\n')
  const metricsUrl = /Metrics at (\S+)/.exec(server.output)?.[1] ?? ''
  const login = { email: 'admin@example.com', password: 'correct horse' }
  const user = client(server.url, (await client(server.url).post('/login', login)).body.token)
  await client(server.url).post('/login', { ...login, password: 'wrong horse' })
  for (const path of ['/labels/1', '/labels/1', '/labels/2', '/labels/999', '/nothing/at/all', '/tracks'])
    await user.get(path)
  // `fetch` sends only methods that it knows, and in place of another one a GET. Bun's server passes PURGE on.
  using connection = await openRawConnection(server.url)
  connection.write(
    `PURGE /api/labels HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${user.token}\r\nConnection: close\r\n\r\n`,
  )
  expect(await connection.closed).toStartWith('HTTP/1.1 405 ')
  const response = await fetch(metricsUrl)
  const text = await response.text()
  expect([response.status, response.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain')])
  const count = (labels: string) =>
    new RegExp(`^music_library_request_duration_seconds_count\\{${labels}\\} (\\d+)$`, 'm').exec(text)?.[1]
  expect(count('method="GET",route="/api/labels/:id",status="200"')).toBe('3')
  expect(count('method="GET",route="/api/labels/:id",status="404"')).toBe('1')
  expect(count('method="POST",route="/api/login",status="200"')).toBe('1')
  expect(text).not.toContain('nothing/at')
  expect(text).not.toContain('PURGE')
  expect(count('method="other",route="other",status="405"')).toBe('1')
  expect(text).toMatch(/^music_library_failed_logins_total 1$/m)
  for (const name of ['cache_bytes', 'cache_hits_total', 'database_bytes', 'writes_total']) {
    expect(Number(new RegExp(`^music_library_${name} (\\d+)$`, 'm').exec(text)?.[1])).toBeGreaterThan(0)
  }
  expect((await fetch(`${new URL(server.url).origin}/metrics`)).status).toBe(404)
  expect((await fetch(`${new URL(metricsUrl).origin}/api/labels`)).status).toBe(404)
})
