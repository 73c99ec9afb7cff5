import { expect, test } from 'bun:test'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { type ServerProcess, serveBinary } from '../support/binary.ts'
import { createCliFolder, expectFailure } from '../support/cliFolder.ts'
import { emptyFolder } from '../support/folder.ts'

/** Reads an account of a demo from what the server has printed. */
const readAccount = ({ output }: ServerProcess, role: string) => {
  const [, email, password, token] =
    new RegExp(`Demo ${role}: (\\S+), password: (.+), token: (\\S+)`).exec(output) ?? []
  return { email, password, token }
}

const send = async (url: string, method: string, path: string, token = '', body?: object) => {
  const headers = { 'content-type': 'application/json', origin: 'https://visitor.example' }
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: text === '' ? undefined : JSON.parse(text) }
}

const startDemo = async (cwd: string, ...args: string[]) => {
  const server = await serveBinary(['--demo', ...args], { cwd })
  await server.waitForOutput('Demo user: ')
  return server
}

const resetBySignal = async (server: ServerProcess) => {
  const from = server.output.length
  process.kill(server.pid, 'SIGUSR2')
  await server.waitForOutput('The demo was reset.', from)
}

/** A catalogue file of tracks with the longest texts, each of which takes ten kilobytes of a library. */
const createTracks = (length: number) => {
  const text = (n: number) => `${n}`.padStart(5, '0') + '𝄞'.repeat(250)
  return { tracks: Array.from({ length }, (_, n) => ({ title: text(n), file_path: text(n) })) }
}

test('a demo prints two accounts that work, in memory, for pages of any origin, without registration', async () => {
  using folder = emptyFolder()
  await using server = await startDemo(folder.path)
  expect(server.output).toContain('Pages of any origin may call it: any other server needs --cors-origins.')
  expect(server.output).not.toContain('/setup#')
  for (const role of ['admin', 'user']) {
    const { email, password, token } = readAccount(server, role)
    const me = await send(server.url, 'GET', '/me', token)
    expect([me.status, me.body.email, me.body.role.name]).toEqual([200, email, role])
    expect(me.headers.get('access-control-allow-origin')).toBe('*')
    expect(me.headers.get('access-control-expose-headers')).toContain('x-demo-reset-at')
    const inMinutes = (Date.parse(me.headers.get('x-demo-reset-at') ?? '') - Date.now()) / 60_000
    expect(inMinutes).toBeGreaterThan(50)
    expect(inMinutes).toBeLessThanOrEqual(60)
    expect((await send(server.url, 'POST', '/login', '', { email, password })).status).toBe(200)
  }
  expect((await send(server.url, 'POST', '/register', '', {})).status).toBe(403)

  const { token } = readAccount(server, 'admin')
  for (const [method, path, body] of [
    ['PUT', '/users/2', { password: 'taken over' }],
    ['DELETE', '/users/2'],
    ['PUT', '/me', { name: 'Mine' }],
    ['POST', '/logout'],
  ] as const) {
    const { status } = await send(server.url, method, path, token, body)
    expect([path, status]).toEqual([path, 403])
  }
  expect((await server.stop()).code).toBe(0)
  expect(readdirSync(folder.path)).toEqual([])
})

test('a demo resets what visitors have changed, also where its folder cannot be written for its port', async () => {
  using folder = createCliFolder({ 'demo.env': `ADMIN_TOKEN=${tokenOf('a')}\nUSER_TOKEN=${tokenOf('u')}\n` })
  mkdirSync(folder.pathOf('demo.env.port'))
  await using server = await startDemo(folder.path, '--demo-tokens', 'demo.env', '--reset-every', '1s')
  expect(server.output).toContain('"demo reset" needs --port.')
  const token = tokenOf('a')
  const tracks = await send(server.url, 'GET', '/tracks', token)
  const statusOf = async (method: string) => (await send(server.url, method, '/tracks/3', token)).status
  // A reset that comes first rejects the write.
  while ((await statusOf('DELETE')) === 503);
  while ((await statusOf('GET')) === 404) await Bun.sleep(50)
  expect((await send(server.url, 'GET', '/tracks', token)).text).toBe(tracks.text)
})

test('a demo that visitors have filled is reset at once, and a file that is too large for it does not reset it', async () => {
  using folder = emptyFolder()
  await using server = await startDemo(folder.path)
  const { token } = readAccount(server, 'admin')
  const seed = async (count: number) => {
    const file = createTracks(count)
    const { body } = await send(server.url, 'POST', '/../console/api/seed/preview', token, file)
    return send(server.url, 'POST', `/../console/api/seed?digest=${body.digest}`, token, file)
  }
  expect((await send(server.url, 'POST', '/genres', token, { name: 'Mine' })).status).toBe(201)
  const tooLarge = await seed(1_500)
  expect([tooLarge.status, tooLarge.body.message]).toEqual([507, expect.stringContaining('Nothing was changed.')])
  // A reset would be the next write.
  expect((await send(server.url, 'POST', '/genres', token, { name: 'Mine, too' })).status).toBe(201)
  const genres: { name: string }[] = (await send(server.url, 'GET', '/genres', token)).body
  expect(genres.slice(-2).map(({ name }) => name)).toEqual(['Mine', 'Mine, too'])
  expect(server.output).not.toContain('The demo was reset.')

  // A file fills most of it: to create each record by a request takes longer.
  expect((await seed(600)).status).toBe(200)
  const artist_ids = Array.from({ length: 33 }, (_, index) => index + 1)
  const create = async () => {
    const body = { title: '𝄞'.repeat(255), file_path: '𝄞'.repeat(255), artist_ids }
    return (await send(server.url, 'POST', '/tracks', token, body)).status
  }
  const concurrency = 100
  let statuses: number[] = []
  for (let round = 0; round < 400 && !statuses.includes(507); round++) {
    statuses = await Promise.all(Array.from({ length: concurrency }, create))
  }
  expect(statuses).toContain(507)
  await server.waitForOutput('The demo was reset.')
  const tracks: { title: string }[] = (await send(server.url, 'GET', '/tracks', token)).body
  const isFilled = ({ title }: { title: string }) => title.startsWith('𝄞')
  expect(tracks.filter((track) => !isFilled(track))).toHaveLength(229)
  // Requests that were on their way at the reset may be written after it.
  expect(tracks.filter(isFilled).length).toBeLessThan(concurrency)
})

test('a demo of a catalogue file keeps its tokens in a file, and a command resets it', async () => {
  using folder = createCliFolder({ 'my.json': { labels: [{ name: 'Mine' }] } })
  const serve = '--demo --seed my.json --demo-tokens demo.env'
  const tokenFile = folder.pathOf('demo.env')
  const reset = (...args: string[]) => folder.run(['demo', 'reset', '--demo-tokens', 'demo.env', ...args])
  await (await folder.serve(serve)).stop()
  expect([existsSync(`${tokenFile}.port`), statSync(tokenFile).mode & 0o777]).toEqual([false, 0o600])
  const [, admin = '', user = ''] = /^ADMIN_TOKEN=(.+)\nUSER_TOKEN=(.+)\n$/.exec(readFileSync(tokenFile, 'utf8')) ?? []
  await using server = await folder.serve(serve)
  await server.waitForOutput('token: ADMIN_TOKEN in demo.env')
  for (const token of [admin, user]) expect(server.output).not.toContain(token)
  const labels = async () =>
    (await send(server.url, 'GET', '/labels', user)).body.map(({ name }: { name: string }) => name)
  await send(server.url, 'POST', '/labels', admin, { name: 'Other' })
  expect(await labels()).toEqual(['Mine', 'Other'])
  expect(await reset()).toEqual({ code: 0, out: 'The demo was reset.\n', err: '' })
  expect(await labels()).toEqual(['Mine'])
  folder.write('demo.env', `ADMIN_TOKEN=${user}\nUSER_TOKEN=${admin}\n`)
  expect((await reset()).err).toBe('music-library: The demo was not reset: the server responded with 403.\n')
  await server.stop()
  expect((await reset('--port', new URL(server.url).port)).err).toContain('Nothing answers at')
  chmodSync(tokenFile, 0o644)
  expect(await reset()).toMatchObject({ code: 1, err: expect.stringContaining('chmod 600 demo.env') })
})

/** Accounts of a class as a file has them. */
const classOf = (...students: object[]) => ({
  accounts: [{ email: 'teacher@example.com', role: 'admin', token: tokenOf('t') }, ...students],
})
const tokenOf = (letter: string) => `mlib_${letter.repeat(43)}`

test('each reset of a demo returns to the accounts of a file, with their tokens and likes, and nobody is shown them', async () => {
  const liked = { likes: ['the-velvet-underground/the-velvet-underground-and-nico/01-sunday-morning.flac'] }
  const student = { email: 's1@example.com', password: 'correct horse', token: tokenOf('s'), ...liked }
  using folder = createCliFolder({ 'class.json': classOf(student) })
  chmodSync(folder.pathOf('class.json'), 0o644)
  await using server = await folder.serve('--demo --accounts class.json --cors-origins https://visitor.example')
  await server.waitForOutput('A page for visitors')
  await server.waitForOutput('Each reset returns to the accounts of class.json.')
  expect(server.output).toContain('class.json has passwords or tokens, and others may read it.')
  const teacher = tokenOf('t')
  const { headers } = await send(server.url, 'GET', '/me', teacher)
  expect(headers.get('access-control-allow-origin')).toBe('https://visitor.example')
  const likes = async () => (await send(server.url, 'GET', '/me/likes', student.token)).body.length
  const change = async () => {
    expect(await likes()).toBe(1)
    const { body } = await send(server.url, 'GET', '/me', student.token)
    expect((await send(server.url, 'DELETE', `/users/${body.id}`, teacher)).status).toBe(204)
  }
  const reset = () => folder.run('demo reset --accounts class.json')
  await change()
  expect(await reset()).toEqual({ code: 0, out: 'The demo was reset.\n', err: '' })
  await server.waitForOutput('The demo was reset.')
  await change()
  expect((await reset()).err).toMatch(
    /was reset just now\. Try again in \d+ seconds?, or send it the signal SIGUSR2\.\n$/,
  )
  await resetBySignal(server)
  expect(await likes()).toBe(1)

  for (const page of ['/docs', '/console/login']) {
    const text = await (await fetch(new URL(page, server.url))).text()
    expect(text).not.toMatch(/mlib_|@example\.com|Everybody may use/)
  }
  expect(server.output).not.toMatch(/mlib_|Demo admin/)
})

test('a demo shows the public accounts of its file, and without an admin in the file it has two of its own', async () => {
  const admin = { email: 'admin@example.com', role: 'admin', password: 'demo admin', token: tokenOf('a') }
  const user = { email: 'user@example.com', password: 'demo user', token: tokenOf('u') }
  const student = { email: 's1@example.com', token: tokenOf('s') }
  using folder = createCliFolder({
    'public.json': { accounts: [admin, user, student] },
    'students.json': { accounts: [student] },
  })
  for (const [file, tokenPlace] of [
    ['public.json', /^public\.json$/],
    ['students.json', /^mlib_.{43}$/],
  ] as const) {
    await using server = await folder.serve(`--demo --accounts ${file}`)
    await server.waitForOutput('Demo user: ')
    await server.waitForOutput('\n', server.output.indexOf('Demo user: '))
    const { email, password, token } = readAccount(server, 'admin')
    for (const shown of [token, readAccount(server, 'user').token]) expect(shown).toMatch(tokenPlace)
    expect((await send(server.url, 'GET', '/me', student.token)).status).toBe(200)
    const session = await send(server.url, 'POST', '/login', '', { email, password })
    expect((await send(server.url, 'GET', '/users', session.body.token)).body).toHaveLength(3)
  }
})

test('a demo prints the problems of its files as seed does, and does not start', async () => {
  using folder = createCliFolder({ 'bad.json': '{ "labels": [{ "name": "" }, { "nam": "x" }] }' })
  const served = await folder.run('serve --demo --port 0 --seed bad.json')
  expect([served.code, served.out]).toEqual([1, ''])
  expect(served.err).toStartWith('bad.json:1:24 /labels/0/name The name is required.\n')
  expect(served.err).toEndWith('The server was not started.\n')

  folder.write('class.json', classOf({ email: 's1@example.com', token: 'secret' }))
  const withAccounts = await folder.run('serve --demo --port 0 --accounts class.json')
  expect([withAccounts.code, withAccounts.err]).toEqual([
    1,
    expect.stringMatching(
      /^class\.json:1:\d+ \/accounts\/1\/token The token must be mlib_ .*\n.* has 1 problem\. The server was not started\.\n$/,
    ),
  ])
  expect(withAccounts.err).not.toContain('secret')
  folder.write('class.json', { accounts: [{ email: 's1@example.com', token: tokenOf('s') }] })
  const reset = await folder.run('demo reset --accounts class.json')
  expect(reset.err).toContain('class.json has no admin with a token.')
})

test('a demo is slow, and fails in the same sequence after each reset, at the paths of a pattern', async () => {
  using folder = emptyFolder()
  const flags = ['--demo-latency', '30s', '--demo-errors', '50%', '--demo-paths', '/api/tracks*,/api/labels,/console/*']
  await using server = await startDemo(folder.path, ...flags)
  expect(server.output).toContain(
    'Requests to /api/tracks*, /api/labels, /console/* wait 30000 ms, and fail in 50% of the cases.',
  )
  const { token } = readAccount(server, 'admin')
  /** Sends requests that wait, and ends their waits by a reset. */
  const sendMany = async () => {
    const sent = Array.from({ length: 8 }, (_, n) =>
      send(server.url, 'GET', n % 2 === 0 ? '/tracks/3' : '/labels/', token),
    )
    let endedCount = 0
    for (const response of sent) response.then(() => endedCount++)
    for (const path of ['/genres', '/labels/1', '/genres', '/labels/1'])
      expect((await send(server.url, 'GET', path, token)).status).toBe(200)
    expect(endedCount).toBe(0)
    await resetBySignal(server)
    return (await Promise.all(sent)).filter(({ status }) => status === 503)
  }
  const failures = await sendMany()
  expect(failures.length).toBeGreaterThan(0)
  expect(failures.length).toBeLessThan(8)
  for (const { headers, body } of failures) {
    expect(Object.keys(body)).toEqual(['message'])
    expect(headers.get('retry-after')).toBe('1')
    expect(headers.get('access-control-allow-origin')).toBe('*')
  }
  // The reset has begun the sequence anew. Otherwise seven of the next eight would fail, and not two.
  expect(await sendMany()).toHaveLength(failures.length)
  expect((await server.stop()).code).toBe(0)
})

test('serve rejects settings of a demo that have no effect, or are misspelled', async () => {
  using folder = createCliFolder()
  for (const [flags, message] of [
    ['--demo --reset-every 0s', 'Give a number and s, m, h or d'],
    ['--demo-latency 300ms', 'demo-latency is only for a demo'],
    ['--reset-every 5m', 'reset-every is only for a demo'],
    ['--demo --demo-paths /api/*', 'demo-paths belongs to demo-latency and demo-errors'],
    ['--demo --demo-errors 5', 'Did you mean 5%?'],
    ['--demo --demo-errors 5% --demo-paths /api/*,/api/lables', 'has the path /api/lables. Did you mean /api/labels?'],
    ['--demo --demo-latency 300', 'Did you mean 300ms?'],
  ] as const)
    expectFailure(await folder.reject(`serve ${flags}`), 2, message)
  expect(folder.list()).toEqual([])
})
