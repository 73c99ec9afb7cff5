import { Database as Sqlite } from 'bun:sqlite'
import { expect } from 'bun:test'
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { binary, serveBinary } from '../support/binary.ts'
import { maxMs } from '../support/bounds.ts'
import { client } from '../support/client.ts'
import { concurrently, countStatuses } from '../support/concurrency.ts'
import { folderTest as test } from '../support/fixtureTest.ts'
import { openRawConnection } from '../support/rawConnection.ts'

const adminEnv = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'correct horse' }

const serve = (cwd: string, env: Record<string, string> = {}) =>
  serveBinary([], { cwd, env: { ...adminEnv, LOG_FORMAT: 'json', ...env } })

/** The entries of a log in JSON. */
const parseLog = (out: string) =>
  out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

test('each request has a log entry with the id of its response; a failed login, and once a proxy that is not trusted, a warning; and the log contains no secret', async ({
  folder,
}) => {
  await using server = await serve(folder)
  const anonymous = client(server.url)
  const logIn = (password: string, headers: Record<string, string> = {}) => {
    const body = JSON.stringify({ email: adminEnv.ADMIN_EMAIL, password })
    return anonymous.send('POST', '/login', { body, headers: { 'content-type': 'application/json', ...headers } })
  }
  const { body, headers } = await logIn(adminEnv.ADMIN_PASSWORD)
  const proxied = { 'x-forwarded-for': '192.0.2.1' }
  const responses = [
    await client(server.url, body.token).get('/labels?access_token=mlib_inTheQuery'),
    await client(server.url, body.token).get('/labels/"7\\'),
    await anonymous.post('/register', { name: 'Ada', email: 'ada@example.com', password: 'short' }),
    await anonymous.get('/me'),
    await logIn('wrong horse'),
    await logIn(adminEnv.ADMIN_PASSWORD, proxied),
    await logIn(adminEnv.ADMIN_PASSWORD, proxied),
  ]
  const { out } = await server.stop()
  const entries = parseLog(out)
  for (const { time, level } of entries) {
    expect(new Date(time).toISOString()).toBe(time)
    expect(['info', 'warning', 'error']).toContain(level)
  }
  const requestEntries = entries.filter(({ id }) => id !== undefined)
  expect(requestEntries.map(({ id }) => id)).toEqual(
    [{ headers }, ...responses].map((response) => response.headers.get('x-request-id')),
  )
  expect(requestEntries.map(({ method, path, status }) => [method, path, status]).slice(0, 6)).toEqual([
    ['POST', '/api/login', 200],
    ['GET', '/api/labels', 200],
    ['GET', expect.stringContaining('/api/labels/'), 404],
    ['POST', '/api/register', 400],
    ['GET', '/api/me', 401],
    ['POST', '/api/login', 422],
  ])
  expect(requestEntries.every(({ ms }) => typeof ms === 'number')).toBe(true)
  expect(entries.filter(({ level }) => level === 'warning')).toMatchObject([
    { message: 'Failed login from 127.0.0.1', address: '127.0.0.1' },
    { message: expect.stringContaining('Start with --trusted-proxies 127.0.0.1,::1 ') },
  ])
  for (const secret of [body.token, 'mlib_', 'horse', '@example.com', 'inTheQuery']) expect(out).not.toContain(secret)
})

test('in the journal of systemd each line has its priority, and so has the error that ends a command', async ({
  folder,
}) => {
  const path = join(folder, 'journal')
  /** Starts a command whose output goes to a file, which it is told is the stream of the journal. */
  const startIntoJournal = async (...args: string[]) => {
    const descriptor = openSync(path, 'w')
    const { dev, ino } = fstatSync(descriptor)
    const child = Bun.spawn([await binary(), ...args], {
      cwd: folder,
      env: { ...adminEnv, JOURNAL_STREAM: `${dev}:${ino}` },
      stdout: descriptor,
      stderr: descriptor,
      timeout: maxMs(30_000),
    })
    closeSync(descriptor)
    return child
  }
  const readJournal = () => readFileSync(path, 'utf8')

  const server = await startIntoJournal('serve', '--port', '0', '--log-level', 'debug')
  const findUrl = () => /Listening on ([^\s"]+)/.exec(readJournal())?.[1]
  while (findUrl() === undefined && server.exitCode === null) await Bun.sleep(20)
  const url = findUrl() ?? ''
  const page = await (await fetch(new URL('/console', url))).text()
  const [file = ''] = /\/console\/assets\/[^"]+/.exec(page) ?? []
  for (const [path, status] of [
    [file, 200],
    ['/console/assets/none.js', 404],
  ] as const)
    expect((await fetch(new URL(path, url))).status).toBe(status)
  await client(url).post('/login', { email: adminEnv.ADMIN_EMAIL, password: 'wrong horse' })
  server.kill()
  await server.exited
  const log = readJournal()
  const priorityOf = (message: string) =>
    /^<\d>/.exec(log.split('\n').find((line) => line.includes(message)) ?? '')?.[0]
  expect(priorityOf('"Listening on')).toBe('<6>')
  expect(priorityOf('"Failed login')).toBe('<4>')
  expect(priorityOf('"GET /console 200"')).toBe('<6>')
  expect(priorityOf('"GET /console/assets/none.js 404"')).toBe('<6>')
  expect(priorityOf(`"GET ${file} 200"`)).toBe('<7>')
  expect(log).toMatch(/^(<[467]>\{.*\n)+$/)

  await (await startIntoJournal('export', '--database', 'none.db')).exited
  expect(readJournal()).toMatch(/^<3>music-library: .+\n$/)
})

test('an unexpected error has a log entry with its cause; the response is a 500 with the same id', async ({
  folder,
}) => {
  await using server = await serve(folder, { DATABASE_URL: 'library.db' })
  const login = { email: adminEnv.ADMIN_EMAIL, password: adminEnv.ADMIN_PASSWORD }
  const admin = client(server.url, (await client(server.url).post('/login', login)).body.token)
  expect((await admin.get('/genres')).status).toBe(200)
  {
    using file = new Sqlite(join(folder, 'library.db'))
    file.run('DROP TABLE genre_track')
    file.run('DROP TABLE genres')
  }
  const { status, body, headers } = await admin.get('/genres')
  const id = headers.get('x-request-id')
  expect([status, body]).toEqual([500, { message: 'Something went wrong on the server.', id }])
  expect((await admin.send('HEAD', '/genres')).status).toBe(500)
  const { out } = await server.stop()
  const [getEntry, headEntry] = parseLog(out).filter(({ level }) => level === 'error')
  expect(headEntry).toMatchObject({ message: 'HEAD /api/genres failed unexpectedly.' })
  expect(getEntry).toMatchObject({
    id,
    message: 'GET /api/genres failed unexpectedly.',
    error: expect.stringContaining('genres'),
  })
})

// Bun leaves the bytes of a path as they are when the host is invalid.
const invalidHost = 'Host: [::1'
const controls = '\u202e\u2066\u061c\u200f\u2028\u0085\u009b31m'
const escapedControls = String.raw`\u202e\u2066\u061c\u200f\u2028\u0085\u009b31m`

const sendPath = async (url: string, path: string, host = 'Host: a') => {
  using connection = await openRawConnection(url)
  connection.write(`GET ${path} HTTP/1.1\r\n${host}\r\nConnection: close\r\n\r\n`)
  await connection.closed
}

test.each(['json', 'text'])(
  'in the %s format, each request has one line, and its path no control characters and at most 300 characters',
  async ({ folder }, format) => {
    await using server = await serve(folder, { LOG_FORMAT: format, TRUSTED_PROXIES: '127.0.0.1,::1' })
    await client(server.url).send('POST', '/login', {
      body: JSON.stringify({ email: adminEnv.ADMIN_EMAIL, password: adminEnv.ADMIN_PASSWORD }),
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.1' },
    })
    await sendPath(server.url, `/a${controls}b`, invalidHost)
    await sendPath(server.url, `/${'x'.repeat(10_000)}`)
    await sendPath(server.url, '/%0aFailed%20login%1b[31m')
    await sendPath(server.url, '/api/labels/7', 'Host: ')
    const { out } = await server.stop()
    const paths =
      format === 'json'
        ? parseLog(out).flatMap(({ path }) => path ?? [])
        : Array.from(out.matchAll(/^\d\d:\d\d:\d\d [A-Z]+ (\S+) \d{3} [\d.]+ ms \S+$/gm), ([, path]) => path)
    const long = `/${'x'.repeat(299)}…`
    expect(paths).toEqual(['/api/login', `/a${escapedControls}b`, long, '/%0aFailed%20login%1b[31m', '/api/labels/7'])
    expect(out).not.toMatch(/[^\P{C}\n]|[\u2028\u2029]/u)
    // The proxy is trusted.
    expect(out).not.toContain('--trusted-proxies')
    if (format === 'text') expect(out).toMatch(/^Listening on http\S+\nLibrary: /)
  },
)

test('a server whose standard output is closed serves requests, and stops without an error', async ({ folder }) => {
  const script = '"$0" serve --port 0 --log-format json | head -n 1'
  const child = Bun.spawn(['bash', '-c', script, await binary()], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '' },
    stdout: 'pipe',
    stderr: 'pipe',
    detached: true,
    timeout: maxMs(30_000),
  })
  const reader = child.stdout.getReader()
  const { url } = JSON.parse(new TextDecoder().decode((await reader.read()).value))
  for (let n = 0; n < 50; n++) expect((await client(url).get('/me')).status).toBe(401)
  process.kill(-child.pid, 'SIGTERM')
  expect(await child.stderr.text()).toBe('')
})

test('a server whose standard output is not read serves requests, and stops with 0', async ({ folder }) => {
  const child = Bun.spawn([await binary(), 'serve', '--port', '0', '--log-format', 'json'], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '' },
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: maxMs(30_000),
  })
  const reader = child.stdout.getReader()
  const { url } = JSON.parse(new TextDecoder().decode((await reader.read()).value).split('\n')[0] ?? '')
  // Together the lines are larger than the buffers of the pipe and of its reader.
  const responses = await concurrently(600, () => client(url).get(`/labels/${'x'.repeat(4_000)}`))
  expect(countStatuses(responses)).toEqual({ 401: 600 })
  child.kill('SIGTERM')
  expect(await child.exited).toBe(0)
})
