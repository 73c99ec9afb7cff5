import { Database as Sqlite } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { binary, serveBinary } from '../support/binary.ts'
import { client } from '../support/client.ts'
import { emptyFolder } from '../support/folder.ts'

const admin = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'correct horse' }

const serve = (cwd: string, env: Record<string, string> = {}) =>
  serveBinary([], { cwd, env: { ...admin, LOG_FORMAT: 'json', ...env } })

const linesOf = (out: string) =>
  out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

test('each request has a line with the id that its response carries, and no secret is in any', async () => {
  using folder = emptyFolder()
  await using server = await serve(folder.path)
  const anonymous = client(server.url)
  const { body, headers } = await anonymous.post('/login', { email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD })
  const responses = [
    await client(server.url, body.token).get('/labels?access_token=mlib_inTheQuery'),
    await client(server.url, body.token).get('/labels/"7\\'),
    await anonymous.post('/register', { name: 'Ada', email: 'ada@example.com', password: 'short' }),
    await anonymous.get('/me'),
  ]
  const { out } = await server.stop()
  const lines = linesOf(out)
  for (const line of lines) {
    expect(new Date(line.time).toISOString()).toBe(line.time)
    expect(['info', 'warning', 'error']).toContain(line.level)
  }
  const ofRequests = lines.filter(({ id }) => id !== undefined)
  expect(ofRequests.map(({ id }) => id)).toEqual(
    [headers, ...responses.map((each) => each.headers)].map((each) => each.get('x-request-id')),
  )
  expect(ofRequests.map(({ method, path, status }) => [method, path, status])).toEqual([
    ['POST', '/api/login', 200],
    ['GET', '/api/labels', 200],
    ['GET', expect.stringContaining('/api/labels/'), 404],
    ['POST', '/api/register', 400],
    ['GET', '/api/me', 401],
  ])
  expect(ofRequests.every(({ ms }) => typeof ms === 'number')).toBe(true)
  for (const secret of [body.token, 'mlib_', 'horse', '@example.com', 'inTheQuery']) expect(out).not.toContain(secret)
})

test('a failed log-in has a line with the address it came from, and not with the account', async () => {
  using folder = emptyFolder()
  await using server = await serve(folder.path)
  await client(server.url).post('/login', { email: admin.ADMIN_EMAIL, password: 'wrong horse' })
  await client(server.url).post('/login', { email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD })
  const { out } = await server.stop()
  const warnings = linesOf(out).filter(({ level }) => level === 'warning')
  expect(warnings).toMatchObject([{ message: 'Failed login from 127.0.0.1', address: '127.0.0.1' }])
  for (const secret of [admin.ADMIN_EMAIL, 'horse']) expect(out).not.toContain(secret)
})

test('an unexpected error is told to the log, and its id to the client', async () => {
  using folder = emptyFolder()
  await using server = await serve(folder.path, { DATABASE_URL: 'library.db' })
  const login = { email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD }
  const adminClient = client(server.url, (await client(server.url).post('/login', login)).body.token)
  expect((await adminClient.get('/genres')).status).toBe(200)
  {
    using file = new Sqlite(join(folder.path, 'library.db'))
    file.run('DROP TABLE genre_track')
    file.run('DROP TABLE genres')
  }
  const { status, body, headers } = await adminClient.get('/genres')
  const id = headers.get('x-request-id')
  expect([status, body]).toEqual([500, { message: 'Something went wrong on the server.', id }])
  expect((await adminClient.send('HEAD', '/genres')).status).toBe(500)
  const { out } = await server.stop()
  const [line, ofHead] = linesOf(out).filter((each) => each.level === 'error')
  expect(ofHead).toMatchObject({ message: 'HEAD /api/genres failed unexpectedly.' })
  expect(line).toMatchObject({
    id,
    message: 'GET /api/genres failed unexpectedly.',
    error: expect.stringContaining('genres'),
  })
})

test('of a higher level nothing less is logged, and text is for people', async () => {
  using folder = emptyFolder()
  {
    await using server = await serve(folder.path, { LOG_FORMAT: 'text' })
    await client(server.url).get('/me')
    const { out } = await server.stop()
    expect(out).toMatch(/^Listening on http\S+\nLibrary: /)
    expect(out).toMatch(/\n\d\d:\d\d:\d\d GET \/api\/me 401 [\d.]+ ms \S+\n/)
  }
})

test('a server goes on when anonymous reads its log any more, and ends as usual', async () => {
  using folder = emptyFolder()
  const script = '"$0" serve --port 0 --log-format json | head -n 1'
  const child = Bun.spawn(['bash', '-c', script, await binary()], {
    cwd: folder.path,
    env: { PATH: process.env.PATH ?? '' },
    stdout: 'pipe',
    stderr: 'pipe',
    detached: true,
    timeout: 30_000,
  })
  const reader = child.stdout.getReader()
  const { url } = JSON.parse(new TextDecoder().decode((await reader.read()).value))
  for (let n = 0; n < 50; n++) expect((await client(url).get('/me')).status).toBe(401)
  process.kill(-child.pid, 'SIGTERM')
  expect(await child.stderr.text()).toBe('')
})

test('a reader that stops reading keeps the server neither from answering nor from stopping', async () => {
  using folder = emptyFolder()
  const child = Bun.spawn([await binary(), 'serve', '--port', '0', '--log-format', 'json'], {
    cwd: folder.path,
    env: { PATH: process.env.PATH ?? '' },
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: 30_000,
  })
  const reader = child.stdout.getReader()
  const { url } = JSON.parse(new TextDecoder().decode((await reader.read()).value).split('\n')[0] ?? '')
  // Each line is longer than a kilobyte, and together they are more than a pipe and its reader hold.
  const long = 'x'.repeat(4_000)
  for (let n = 0; n < 600; n++) expect((await client(url).get(`/labels/${long}`)).status).toBe(401)
  child.kill('SIGTERM')
  expect(await child.exited).toBe(0)
})
