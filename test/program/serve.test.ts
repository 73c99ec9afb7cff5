import { expect, test } from 'bun:test'
import { copyFileSync, existsSync, statSync } from 'node:fs'
import { version } from '../../package.json'
import { binary } from '../support/binary.ts'
import { maxMs } from '../support/bounds.ts'
import { client } from '../support/client.ts'
import { admin, adminVariables, createCliFolder, expectFailure, logInAsAdmin } from '../support/cliFolder.ts'
import { amount } from '../support/longForm.ts'
import { openRawConnection } from '../support/rawConnection.ts'

const libraryFiles = ['music-library.db', 'music-library.db.lock']

test('the executable needs no other file: it seeds and serves, and a client registers, reads the catalogue and likes a track', async () => {
  using folder = createCliFolder()
  copyFileSync(await binary(), folder.pathOf('music-library'))
  expect((await folder.run('seed --sample --new')).code).toBe(0)
  await using server = await folder.serve('', adminVariables)
  const [password, password_confirmation] = ['a long secret', 'a long secret']
  const account = { name: 'Ada', email: 'ada@example.com', password, password_confirmation }
  const registered = await client(server.url).post('/register', account)
  expect(registered.status).toBe(201)
  const ada = client(server.url, registered.body.token)
  const tracks = (await ada.get('/tracks')).body
  expect(tracks.length).toBeGreaterThan(200)
  expect((await ada.post(`/tracks/${tracks[7].id}/like`)).body).toEqual({ message: 'Track liked.' })
  expect((await ada.get('/me/likes')).body).toEqual([tracks[7]])
  expect((await ada.post('/labels', { name: 'x' })).status).toBe(403)

  const adminClient = await logInAsAdmin(server)
  expect((await adminClient.post('/labels', { name: 'Blue Note' })).status).toBe(201)
  expect((await adminClient.send('DELETE', `/tracks/${tracks[7].id}`)).status).toBe(204)
  expect((await ada.get('/me/likes')).body).toEqual([])
  expect((await server.stop()).code).toBe(0)
  expect(folder.list('data')).toEqual(libraryFiles)
})

test('serve prints its address, the library with the number of records, its version, and how to create an admin', async () => {
  using folder = createCliFolder()
  const path = folder.pathOf('data/music-library.db')
  {
    await using server = await folder.serve('--sample')
    await server.waitForOutput('/setup#')
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api$/)
    expect(server.output).toContain(`${path} (new): 19 labels, 29 genres`)
    const { origin } = new URL(server.url)
    expect(server.output).toContain(`\nmusic-library ${version}: the console is at ${origin}/console\n`)
    const [, url] = /\nThere is no admin yet\. Make one in a browser: (\S+)\n$/.exec(server.output) ?? []
    expect(url).toMatch(new RegExp(`^${origin}/console/setup#mset_[\\w-]{22}$`))
  }
  {
    await using server = await folder.serve('--console off')
    await server.waitForOutput('user add')
    expect(server.output).toContain(`\nmusic-library ${version}: the console is off.\n`)
    expect(server.output).toContain(`user add you@example.com --admin --database ${path}`)
    expect(server.output).not.toContain('mset_')
  }
  await using again = await folder.serve('', adminVariables)
  await again.waitForOutput('Made the admin')
  expect(again.output).toContain(`${path}: 19 labels`)
  const { out } = await again.stop()
  for (const secret of [admin.password, 'mset_', 'no admin']) expect(out).not.toContain(secret)
})

test('a service says how to create an admin as root, who becomes its user', async () => {
  using folder = createCliFolder()
  const env = { INVOCATION_ID: 'd41d8cd98f00b204e9800998ecf8427e', USER: 'music-library' }
  await using server = await folder.serve('--console off', env)
  await server.waitForOutput('user add')
  expect(server.output).toContain(`Make one with: sudo ${await binary()} user add you@example.com`)
})

test('the first admin is created once, and an existing account is never changed', async () => {
  using folder = createCliFolder()
  folder.write('secret', `${admin.password}\n`)
  const env = { ...adminVariables, ADMIN_PASSWORD: '', ADMIN_PASSWORD_FILE: 'secret' }
  const credentials = { email: 'Admin@Example.com', password: admin.password }
  {
    await using server = await folder.serve('', env)
    const { body } = await client(server.url).post('/login', credentials)
    expect(body.user).toMatchObject({ email: admin.email, role: { name: 'admin' } })
  }
  await using server = await folder.serve('', { ...adminVariables, ADMIN_PASSWORD: 'another one' })
  expect((await client(server.url).post('/login', credentials)).status).toBe(200)
  expect((await client(server.url).post('/login', { ...credentials, password: 'another one' })).status).toBe(422)
})

test('a .env or bunfig.toml in the working directory is not read', async () => {
  using folder = createCliFolder({
    '.env': 'DATABASE_URL=stray.db\nADMIN_EMAIL=nonsense\n',
    'bunfig.toml': 'preload = ["./missing.ts"]\n',
  })
  await using server = await folder.serve()
  expect((await server.stop()).code).toBe(0)
  expect(folder.list()).toEqual(['.env', 'bunfig.toml', 'data'])
})

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s finishes the requests in flight, then closes the library',
  async (signal) => {
    using folder = createCliFolder()
    await using server = await folder.serve('', adminVariables)
    const logins = Array.from({ length: 8 }, () => client(server.url).post('/login', admin))
    await Promise.race(logins)
    const { code, out } = await server.stop(signal)
    expect((await Promise.all(logins)).map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(code).toBe(0)
    expect(out).toContain('\nStopping.\n')
    expect(out).toEndWith('\nStopped.\n')
    expect(folder.list('data')).toEqual(libraryFiles)
  },
)

test('a signal during the start stops the server cleanly', async () => {
  using folder = createCliFolder()
  const child = Bun.spawn([await binary(), 'serve', '--port', '0', '--sample', '--log-format', 'text'], {
    cwd: folder.path,
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: maxMs(30_000),
  })
  // The server handles signals before it creates the file.
  while (!existsSync(folder.pathOf('data/music-library.db'))) await Bun.sleep(1)
  child.kill('SIGTERM')
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  expect([code, err]).toEqual([0, ''])
  expect(out).toContain('Stopping.\n')
  expect(out).toEndWith('Stopped.\n')
  expect(folder.list('data')).toEqual(libraryFiles)
})

test('records that another process seeded are served at once', async () => {
  using folder = createCliFolder()
  await using server = await folder.serve('', adminVariables)
  const adminClient = await logInAsAdmin(server)
  expect((await adminClient.get('/tracks')).body).toEqual([])
  expect((await folder.run('seed --sample --quiet')).code).toBe(0)
  expect((await adminClient.get('/tracks')).body.length).toBeGreaterThan(200)
})

test('an ADMIN_EMAIL whose account is not an admin is logged with the command that changes it', async () => {
  using folder = createCliFolder()
  await folder.run(`user add ${admin.email}`, { stdin: 'a long secret' })
  await using server = await folder.serve('', adminVariables)
  await server.waitForOutput('user role "$ADMIN_EMAIL" admin')
  await server.waitForOutput('There is no admin yet. Make one in a browser: ')
})

const setupCode = ({ output }: { output: string }) => /#(mset_[\w-]+)/.exec(output)?.[1] ?? ''

test('each start without an admin prints another set-up URL, at every level of the log', async () => {
  using folder = createCliFolder()
  const codes = new Set<string>()
  for (const args of ['--log-level error', '--log-format json']) {
    const child = Bun.spawn([await binary(), 'serve', '--port', '0', ...args.split(' ')], {
      cwd: folder.path,
      env: { PATH: process.env.PATH ?? '' },
      stdin: 'ignore',
      stdout: 'pipe',
      timeout: maxMs(30_000),
    })
    const reader = child.stdout.getReader()
    let output = ''
    while (!output.includes('/setup#')) output += new TextDecoder().decode((await reader.read()).value)
    child.kill()
    expect(await child.exited).toBe(0)
    codes.add(setupCode({ output }))
  }
  expect(codes.size).toBe(2)
})

test('the lines of requests have neither the set-up code nor the account, and there is no code after its use', async () => {
  using folder = createCliFolder()
  {
    await using server = await folder.serve('--log-format json')
    await server.waitForOutput('/setup#')
    const code = setupCode(server)
    const before = server.output.length
    expect((await fetch(`${new URL(server.url).origin}/console/setup#${code}`)).status).toBe(200)
    const secret = 'a long secret'
    const account = { name: 'Ada', email: 'ada@example.com', password: secret, password_confirmation: secret }
    const send = (sent: string) => client(server.url).post('/../console/api/setup', { ...account, code: sent })
    expect([(await send('wrong')).status, (await send(code)).status]).toEqual([400, 201])
    const { out } = await server.stop()
    const lines = out.slice(before)
    for (const text of [code, secret, account.email]) expect(lines).not.toContain(text)
    expect(lines.match(/"path":"[^"]+"/g)).toEqual([
      '"path":"/console/setup"',
      '"path":"/console/api/setup"',
      '"path":"/console/api/setup"',
    ])
  }
  await using again = await folder.serve()
  expect((await again.stop()).out).not.toContain('mset_')
})

test('a demo has accounts, and prints no set-up URL', async () => {
  using folder = createCliFolder()
  await using server = await folder.serve('--demo')
  await server.waitForOutput('Demo user: ')
  expect((await server.stop()).out).not.toContain('mset_')
})

test('--sample seeds only a library without a catalogue, so that later changes stay', async () => {
  using folder = createCliFolder()
  {
    await using server = await folder.serve('--sample', adminVariables)
    const adminClient = await logInAsAdmin(server)
    expect((await adminClient.send('DELETE', '/labels/1')).status).toBe(204)
    await server.stop()
  }
  await using server = await folder.serve('--sample')
  await server.waitForOutput('sample catalogue was left out')
  expect(server.output).toContain('18 labels')
})

test('only the owner can read the files of a library', async () => {
  using folder = createCliFolder()
  await using server = await folder.serve('', adminVariables)
  expect(server.output).toContain('1 user\n')
  for (const name of ['', '-wal', '-shm']) {
    expect(statSync(folder.pathOf(`data/music-library.db${name}`)).mode & 0o777).toBe(0o600)
  }
})

test('a request with a short Host header, as of a container, reaches the API', async () => {
  using folder = createCliFolder()
  await using server = await folder.serve()
  for (const host of ['a', 'api', 'db:80', 't.co', 'localhost', '[::1]:3000']) {
    using connection = await openRawConnection(server.url)
    connection.write(`GET /api/me HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
    expect([host, await connection.closed]).toEqual([host, expect.stringMatching(/^HTTP\/1\.1 401 /)])
  }
})

test('flags and variables set rate limits, allowed origins, trusted proxies and closed registration', async () => {
  using folder = createCliFolder()
  const flags = ['--limit-login', '1/1h', '--cors-origins', 'https://a.example, https://b.example']
  const env = { ...adminVariables, REGISTRATION: 'closed', TRUSTED_PROXIES: '127.0.0.0/8, ::1' }
  await using server = await folder.serve(flags, env)
  const { send } = client(server.url)
  expect((await send('POST', '/register')).status).toBe(403)
  const logIn = (address: string) =>
    send('POST', '/login', {
      body: JSON.stringify(admin),
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address, origin: 'https://b.example' },
    })
  const [first, second, other] = [await logIn('192.0.2.1'), await logIn('192.0.2.1'), await logIn('192.0.2.2')]
  expect([first.status, second.status, other.status]).toEqual([200, 429, 200])
  expect(second.headers.get('access-control-allow-origin')).toBe('https://b.example')
})

test('a library in memory is served until the server stops', async () => {
  using folder = createCliFolder()
  await using server = await folder.serve('--database :memory:', adminVariables)
  const adminClient = await logInAsAdmin(server)
  for (let n = 0; n < amount(200, 2_000); n++) expect((await adminClient.get('/me')).status).toBe(200)
  expect((await adminClient.post('/labels', { name: 'Blue Note' })).status).toBe(201)
  expect((await server.stop()).code).toBe(0)
})

test('serve --seed seeds a file into a new library, and leaves one with records alone', async () => {
  using folder = createCliFolder({ 'catalogue.json': { labels: [{ name: 'Impulse!' }, { name: 'ECM' }] } })
  const flags = '--database library.db --seed catalogue.json'
  {
    await using server = await folder.serve(flags)
    expect(server.output).toContain('2 labels')
    await server.stop()
  }
  folder.write('catalogue.json', { labels: [{ name: 'Verve' }] })
  await using server = await folder.serve(flags)
  await server.waitForOutput('The library has records already, so catalogue.json was left out.')
  expect(server.output).toContain('2 labels')
})

test.each([
  ['--seed missing.json', 1, 'There is no file missing.json.'],
  ['--seed wrong.json', 1, 'The catalogue has 1 problem, the first at 1:12 /labels/0'],
  ['--seed wrong.json --sample', 2, "option '--seed <file>' cannot be used with option '--sample [tracks]'"],
])('serve %p ends with one line', async (flags, expectedCode, message) => {
  using folder = createCliFolder({ 'wrong.json': '{"labels":[{}]}' })
  expectFailure(await folder.run(`serve --database :memory: --port 0 ${flags}`), expectedCode, message)
})
