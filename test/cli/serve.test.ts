import { expect, test } from 'bun:test'
import { copyFileSync, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { binary, runBinary, serveBinary } from '../support/binary.ts'
import { client } from '../support/client.ts'
import { emptyFolder } from '../support/folder.ts'

const admin = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'correct horse' }
const credentials = { email: 'Admin@Example.com', password: 'correct horse' }

test('the executable needs no other file: it seeds and serves, and a client registers, reads the catalogue and likes a track', async () => {
  using folder = emptyFolder()
  copyFileSync(await binary(), join(folder.path, 'music-library'))
  expect((await runBinary(['seed', '--sample', '--new'], { cwd: folder.path })).code).toBe(0)
  await using server = await serveBinary([], { cwd: folder.path, env: admin })
  const registered = await client(server.url).post('/register', {
    name: 'Ada',
    email: 'ada@example.com',
    password: 'a long secret',
    password_confirmation: 'a long secret',
  })
  expect(registered.status).toBe(201)
  const ada = client(server.url, registered.body.token)
  const tracks = (await ada.get('/tracks')).body
  expect(tracks.length).toBeGreaterThan(200)
  expect((await ada.post(`/tracks/${tracks[7].id}/like`)).body).toEqual({ message: 'Track liked.' })
  expect((await ada.get('/me/likes')).body).toEqual([tracks[7]])
  expect((await ada.post('/labels', { name: 'x' })).status).toBe(403)

  const adminClient = client(server.url, (await client(server.url).post('/login', credentials)).body.token)
  expect((await adminClient.post('/labels', { name: 'Blue Note' })).status).toBe(201)
  expect((await adminClient.send('DELETE', `/tracks/${tracks[7].id}`)).status).toBe(204)
  expect((await ada.get('/me/likes')).body).toEqual([])
  expect((await server.stop()).code).toBe(0)
  expect(readdirSync(join(folder.path, 'data')).sort()).toEqual(['music-library.db', 'music-library.db.lock'])
})

test('serve prints its address, the library with the number of records, and how to create an admin', async () => {
  using folder = emptyFolder()
  const path = join(folder.path, 'data/music-library.db')
  {
    await using server = await serveBinary(['--sample'], { cwd: folder.path })
    await server.waitForOutput('user add')
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api$/)
    expect(server.output).toContain(`${path} (new): 19 labels, 29 genres`)
    expect(server.output).toContain(`user add you@example.com --admin --database ${path}`)
  }
  await using again = await serveBinary([], { cwd: folder.path, env: admin })
  await again.waitForOutput('Made the admin')
  expect(again.output).toContain(`${path}: 19 labels`)
  expect(again.output).not.toContain(admin.ADMIN_PASSWORD)
})

test('a service says how to create an admin as its user', async () => {
  using folder = emptyFolder()
  const env = { INVOCATION_ID: 'd41d8cd98f00b204e9800998ecf8427e', USER: 'music-library' }
  await using server = await serveBinary([], { cwd: folder.path, env })
  await server.waitForOutput('user add')
  expect(server.output).toContain(`Make one with: sudo -u music-library ${await binary()} user add you@example.com`)
})

test('the first admin is created once, and an existing account is never changed', async () => {
  using folder = emptyFolder()
  writeFileSync(join(folder.path, 'secret'), `${admin.ADMIN_PASSWORD}\n`, { mode: 0o600 })
  const env = { ADMIN_EMAIL: admin.ADMIN_EMAIL, ADMIN_PASSWORD: '', ADMIN_PASSWORD_FILE: 'secret' }
  {
    await using server = await serveBinary([], { cwd: folder.path, env })
    const { body } = await client(server.url).post('/login', credentials)
    expect(body.user).toMatchObject({ email: admin.ADMIN_EMAIL, role: { name: 'admin' } })
  }
  await using server = await serveBinary([], { cwd: folder.path, env: { ...admin, ADMIN_PASSWORD: 'another one' } })
  expect((await client(server.url).post('/login', credentials)).status).toBe(200)
  expect((await client(server.url).post('/login', { ...credentials, password: 'another one' })).status).toBe(422)
})

test('a port that is in use fails with an error of one line', async () => {
  using folder = emptyFolder()
  await using server = await serveBinary([], { cwd: folder.path })
  const port = new URL(server.url).port
  const { code, err } = await runBinary(['serve', '--port', port, '--database', 'other.db'], { cwd: folder.path })
  expect([code, err]).toEqual([
    1,
    `music-library: Port ${port} on 127.0.0.1 is in use. Choose another one, or 0 for a free one.\n`,
  ])
})

test('a metrics port that is in use fails with an error of one line, and leaves no process', async () => {
  using folder = emptyFolder()
  using other = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() })
  const flags = ['serve', '--port', '0', '--metrics-port', `${other.port}`]
  const { code, err } = await runBinary(flags, { cwd: folder.path })
  expect([code, err]).toEqual([
    1,
    `music-library: Port ${other.port} on 127.0.0.1 is in use. Choose another one, or 0 for a free one.\n`,
  ])
})

test('a .env or bunfig.toml in the working directory is not read', async () => {
  using folder = emptyFolder()
  writeFileSync(join(folder.path, '.env'), 'DATABASE_URL=stray.db\nADMIN_EMAIL=nonsense\n')
  writeFileSync(join(folder.path, 'bunfig.toml'), 'preload = ["./missing.ts"]\n')
  await using server = await serveBinary([], { cwd: folder.path })
  expect((await server.stop()).code).toBe(0)
  expect(readdirSync(folder.path).sort()).toEqual(['.env', 'bunfig.toml', 'data'])
})

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s finishes the requests in flight, then closes the library',
  async (signal) => {
    using folder = emptyFolder()
    await using server = await serveBinary([], { cwd: folder.path, env: admin })
    const logins = Array.from({ length: 8 }, () => client(server.url).post('/login', credentials))
    await Promise.race(logins)
    const { code, out } = await server.stop(signal)
    expect((await Promise.all(logins)).map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(code).toBe(0)
    expect(out).toContain('\nStopping.\n')
    expect(out).toEndWith('\nStopped.\n')
    expect(readdirSync(join(folder.path, 'data')).sort()).toEqual(['music-library.db', 'music-library.db.lock'])
  },
)

test('a signal during the start stops the server cleanly', async () => {
  using folder = emptyFolder()
  const child = Bun.spawn([await binary(), 'serve', '--port', '0', '--sample', '--log-format', 'text'], {
    cwd: folder.path,
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: 30_000,
  })
  // The server handles signals before it creates the file.
  while (!existsSync(join(folder.path, 'data/music-library.db'))) await Bun.sleep(1)
  child.kill('SIGTERM')
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  expect([code, err]).toEqual([0, ''])
  expect(out).toContain('Stopping.\n')
  expect(out).toEndWith('Stopped.\n')
  expect(readdirSync(join(folder.path, 'data')).sort()).toEqual(['music-library.db', 'music-library.db.lock'])
})

test('records that another process seeded are served at once', async () => {
  using folder = emptyFolder()
  await using server = await serveBinary([], { cwd: folder.path, env: admin })
  const adminClient = client(server.url, (await client(server.url).post('/login', credentials)).body.token)
  expect((await adminClient.get('/tracks')).body).toEqual([])
  expect((await runBinary(['seed', '--sample', '--quiet'], { cwd: folder.path })).code).toBe(0)
  expect((await adminClient.get('/tracks')).body.length).toBeGreaterThan(200)
})

test('an ADMIN_EMAIL whose account is not an admin is logged with the command that changes it', async () => {
  using folder = emptyFolder()
  await runBinary(['user', 'add', admin.ADMIN_EMAIL], { cwd: folder.path, stdin: 'a long secret' })
  await using server = await serveBinary([], { cwd: folder.path, env: admin })
  await server.waitForOutput('user role "$ADMIN_EMAIL" admin')
})

test('--sample seeds only a library without a catalogue, so that later changes stay', async () => {
  using folder = emptyFolder()
  {
    await using server = await serveBinary(['--sample'], { cwd: folder.path, env: admin })
    const adminClient = client(server.url, (await client(server.url).post('/login', credentials)).body.token)
    expect((await adminClient.send('DELETE', '/labels/1')).status).toBe(204)
    await server.stop()
  }
  await using server = await serveBinary(['--sample'], { cwd: folder.path })
  await server.waitForOutput('sample catalogue was left out')
  expect(server.output).toContain('18 labels')
})

test('only the owner can read the files of a library', async () => {
  using folder = emptyFolder()
  await using server = await serveBinary([], { cwd: folder.path, env: admin })
  expect(server.output).toContain('1 user\n')
  for (const name of ['', '-wal', '-shm']) {
    expect(statSync(join(folder.path, `data/music-library.db${name}`)).mode & 0o777).toBe(0o600)
  }
})

test.each(['a', 'api', 'db:80', 't.co', 'localhost', '[::1]:3000'])(
  'a request with the Host header %s reaches the API',
  async (host) => {
    using folder = emptyFolder()
    await using server = await serveBinary([], { cwd: folder.path })
    const { hostname, port } = new URL(server.url)
    const response = Promise.withResolvers<string>()
    const socket = await Bun.connect({
      hostname,
      port: Number(port),
      socket: { data: (_, data) => response.resolve(data.toString()), error: (_, error) => response.reject(error) },
    })
    socket.write(`GET /api/me HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
    expect(await response.promise).toStartWith('HTTP/1.1 401 ')
    socket.end()
  },
)

test('serve does not start with a damaged library', async () => {
  using folder = emptyFolder()
  const path = join(folder.path, 'library.db')
  expect((await runBinary(['seed', '--sample', '--database', path], { cwd: folder.path })).code).toBe(0)
  const bytes = Buffer.from(await Bun.file(path).bytes())
  writeFileSync(path, bytes.fill(0xaa, 40_960, 49_152))
  const { code, err } = await runBinary(['serve', '--port', '0', '--database', path], { cwd: folder.path })
  expect({ code, err }).toEqual({ code: 1, err: `music-library: ${path} is damaged. Restore it from a backup.\n` })
})

test('flags and variables set rate limits, allowed origins, trusted proxies and closed registration', async () => {
  using folder = emptyFolder()
  await using server = await serveBinary(
    ['--limit-login', '1/1h', '--cors-origins', 'https://a.example, https://b.example'],
    {
      cwd: folder.path,
      env: { ...admin, REGISTRATION: 'closed', TRUSTED_PROXIES: '127.0.0.0/8, ::1' },
    },
  )
  const { send } = client(server.url)
  expect((await send('POST', '/register')).status).toBe(403)
  const logIn = (address: string) =>
    send('POST', '/login', {
      body: JSON.stringify(credentials),
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address, origin: 'https://b.example' },
    })
  const [first, second, other] = [await logIn('192.0.2.1'), await logIn('192.0.2.1'), await logIn('192.0.2.2')]
  expect([first.status, second.status, other.status]).toEqual([200, 429, 200])
  expect(second.headers.get('access-control-allow-origin')).toBe('https://b.example')
})

test('a library in memory is served until the server stops', async () => {
  using folder = emptyFolder()
  await using server = await serveBinary(['--database', ':memory:'], { cwd: folder.path, env: admin })
  const adminClient = client(server.url, (await client(server.url).post('/login', credentials)).body.token)
  for (let n = 0; n < 2_000; n++) expect((await adminClient.get('/me')).status).toBe(200)
  expect((await adminClient.post('/labels', { name: 'Blue Note' })).status).toBe(201)
  expect((await server.stop()).code).toBe(0)
})
