import { expect, test } from 'bun:test'
import { statSync } from 'node:fs'
import { version } from '../../package.json'
import { binary } from '../support/binary.ts'
import { maxMs } from '../support/bounds.ts'
import { client } from '../support/client.ts'
import { admin, adminVariables, createCliFolder, expectFailure, logInAsAdmin } from '../support/cliFolder.ts'

const libraryFiles = ['music-library.db', 'music-library.db.lock']

test('serve prints its address, the library with the number of records, its version, and how to create an admin', async () => {
  using folder = createCliFolder({ secret: `${admin.password}\n` })
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
    // Only the owner can read the files.
    for (const suffix of ['', '-wal', '-shm']) expect(statSync(path + suffix).mode & 0o777).toBe(0o600)
  }
  {
    // As a service: root becomes its user.
    const env = { INVOCATION_ID: 'd41d8cd98f00b204e9800998ecf8427e', USER: 'music-library' }
    await using server = await folder.serve('--console off --sample', env)
    await server.waitForOutput('user add')
    expect(server.output).toContain('The library has records already, so the sample catalogue was ignored.')
    expect(server.output).toContain(`\nmusic-library ${version}: the console is off.\n`)
    expect(server.output).toContain(
      `Make one with: sudo ${await binary()} user add you@example.com --admin --database ${path}`,
    )
    expect(server.output).not.toContain('mset_')
  }
  await using again = await folder.serve('', { ...adminVariables, ADMIN_PASSWORD: '', ADMIN_PASSWORD_FILE: 'secret' })
  await again.waitForOutput('Made the admin')
  expect(again.output).toContain(`${path}: 19 labels`)
  expect((await (await logInAsAdmin(again)).get('/users')).status).toBe(200)
  const { out } = await again.stop()
  for (const secret of [admin.password, 'mset_', 'no admin']) expect(out).not.toContain(secret)
})

test('an account of ADMIN_EMAIL that is there is not changed, and the log has the command that makes it an admin', async () => {
  using folder = createCliFolder()
  await folder.run('user add Admin@Example.com', { stdin: 'a long secret' })
  await using server = await folder.serve('', adminVariables)
  await server.waitForOutput(`Make one with: ${await binary()} user role "$ADMIN_EMAIL" admin`)
  await server.waitForOutput('There is no admin yet. Make one in a browser: ')
  const logIn = async (password: string) => (await client(server.url).post('/login', { ...admin, password })).status
  expect([await logIn('a long secret'), await logIn(admin.password)]).toEqual([200, 422])
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

test('a second signal ends the process at once', async () => {
  using folder = createCliFolder()
  await using server = await folder.serve()
  // A request without the rest of its body keeps the server from stopping.
  const { hostname, port } = new URL(server.url)
  const socket = await Bun.connect({ hostname, port: Number(port), socket: { data() {} } })
  socket.write('POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{')
  await client(server.url).get('/me')
  const firstStop = server.stop()
  while (!server.output.includes('Stopping.')) await Bun.sleep(5)
  // A repetition within half a second is ignored, since a process manager may pass on the first signal.
  await Bun.sleep(600)
  const start = performance.now()
  expect((await server.stop()).code).toBe(1)
  await firstStop
  expect(performance.now() - start).toBeLessThan(maxMs(5_000))
  socket.end()
})

test('serve --seed seeds a file into a new library', async () => {
  using folder = createCliFolder({ 'catalogue.json': { labels: [{ name: 'Impulse!' }, { name: 'ECM' }] } })
  await using server = await folder.serve('--database library.db --seed catalogue.json')
  expect(server.output).toContain('2 labels')
})

test.each([
  ['--seed missing.json', 'There is no file missing.json.'],
  ['--seed wrong.json', 'The catalogue has 1 problem, the first at 1:12 /labels/0'],
])('serve %p ends with one line', async (flags, message) => {
  using folder = createCliFolder({ 'wrong.json': '{"labels":[{}]}' })
  expectFailure(await folder.run(`serve --database :memory: --port 0 ${flags}`), 1, message)
})
