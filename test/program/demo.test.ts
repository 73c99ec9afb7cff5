import { expect, test } from 'bun:test'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runBinary, type ServerProcess, serveBinary } from '../support/binary.ts'
import { createCliFolder, expectFailure } from '../support/cliFolder.ts'
import { emptyFolder } from '../support/folder.ts'
import { amount } from '../support/longForm.ts'

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

/** A catalogue file of tracks, each of which takes a kilobyte of a library. */
const createTracks = (length: number) => {
  const text = (n: number) => `x${n}`.padEnd(255, 'x')
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
  expect((await server.stop()).code).toBe(0)
  expect(readdirSync(folder.path)).toEqual([])
})

test('visitors can change everything but the accounts of the demo, and a reset undoes it', async () => {
  using folder = emptyFolder()
  await using server = await startDemo(folder.path, '--reset-every', '5s')
  const { token } = readAccount(server, 'admin')
  const tracks = await send(server.url, 'GET', '/tracks', token)
  expect((await send(server.url, 'DELETE', '/tracks/3', token)).status).toBe(204)
  const account = { name: 'x', email: 'x@example.com', password: '12345678' }
  expect((await send(server.url, 'POST', '/users', token, account)).status).toBe(201)
  for (const id of [1, 2]) {
    expect((await send(server.url, 'PUT', `/users/${id}`, token, { password: 'taken over' })).status).toBe(403)
    expect((await send(server.url, 'DELETE', `/users/${id}`, token)).status).toBe(403)
  }
  expect((await send(server.url, 'PUT', '/me', token, { name: 'Mine' })).status).toBe(403)
  expect((await send(server.url, 'POST', '/logout', token)).status).toBe(403)
  expect((await send(server.url, 'GET', '/tracks/3', token)).status).toBe(404)

  const until = Date.now() + 15_000
  while ((await send(server.url, 'GET', '/tracks/3', token)).status === 404 && Date.now() < until) await Bun.sleep(50)
  expect((await send(server.url, 'GET', '/tracks', token)).text).toBe(tracks.text)
  expect((await send(server.url, 'GET', '/users', token)).body).toHaveLength(2)
})

test('a demo that visitors have filled is reset at once', async () => {
  using folder = emptyFolder()
  await using server = await startDemo(folder.path)
  const { token } = readAccount(server, 'admin')
  // A file fills most of it: to create each record by a request takes longer.
  const filler = createTracks(amount(6_000, 0))
  const seeded = await send(server.url, 'POST', '/../console/api/seed/preview', token, filler)
  const seedPath = `/../console/api/seed?digest=${seeded.body.digest}`
  expect((await send(server.url, 'POST', seedPath, token, filler)).status).toBe(200)
  const artist_ids = Array.from({ length: 33 }, (_, index) => index + 1)
  const create = async () => {
    const body = { title: 'x'.repeat(255), file_path: 'x'.repeat(255), artist_ids }
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
  const isFilled = ({ title }: { title: string }) => title.startsWith('x')
  expect(tracks.filter((track) => !isFilled(track))).toHaveLength(229)
  // Requests that were on their way at the reset may be written after it.
  expect(tracks.filter(isFilled).length).toBeLessThan(concurrency)
})

test('a file that is too large for a demo does not reset it', async () => {
  using folder = emptyFolder()
  await using server = await startDemo(folder.path)
  const { token } = readAccount(server, 'admin')
  expect((await send(server.url, 'POST', '/genres', token, { name: 'Mine' })).status).toBe(201)
  const file = createTracks(amount(15_000, 30_000))
  const seed = (path: string) => send(server.url, 'POST', `/../console/api/${path}`, token, file)
  const preview = await seed('seed/preview')
  expect(preview.status).toBe(200)
  const responses: [digest: string, status: number, message: string][] = [
    [
      preview.body.digest,
      507,
      'The library can not grow: there is no room left on its disk. Nothing was changed. Make room on this disk.',
    ],
    ['0'.repeat(64), 409, 'The library has changed since the preview. Look at the changes again.'],
  ]
  for (const [digest, expected, message] of responses) {
    const { status, body } = await seed(`seed?digest=${digest}`)
    expect([digest, status, body.message]).toEqual([digest, expected, message])
    // A reset is the next write.
    expect((await send(server.url, 'POST', '/genres', token, { name: digest })).status).toBe(201)
  }
  const genres = (await send(server.url, 'GET', '/genres', token)).body
  expect(genres.slice(-3).map(({ name }: { name: string }) => name)).toEqual([
    'Mine',
    ...responses.map(([digest]) => digest),
  ])
  await server.stop()
  expect(server.output).not.toContain('The demo was reset.')
})

test.each(['0s', 'often'])('--reset-every %s is wrong usage', async (time) => {
  using folder = createCliFolder()
  expectFailure(await folder.reject(`serve --demo --reset-every ${time}`), 2, 'Give a number and s, m, h or d')
})

test('a demo of a catalogue file keeps its tokens in a file, and a command and a signal reset it', async () => {
  using folder = emptyFolder()
  writeFileSync(join(folder.path, 'my.json'), '{ "labels": [{ "name": "Mine" }] }')
  const args = ['--seed', 'my.json', '--demo-tokens', 'demo.env']
  const tokenFile = join(folder.path, 'demo.env')
  const readTokens = () => /^ADMIN_TOKEN=(.+)\nUSER_TOKEN=(.+)\n$/.exec(readFileSync(tokenFile, 'utf8')) ?? []
  let first: string[] = []
  for (const start of [1, 2]) {
    await using server = await startDemo(folder.path, ...args)
    const [, admin = '', user = ''] = readTokens()
    if (start === 1) {
      first = [admin, user]
      expect(statSync(tokenFile).mode & 0o777).toBe(0o600)
    }
    expect([admin, user]).toEqual(first)
    expect(server.output).toContain('token: ADMIN_TOKEN in demo.env')
    for (const token of first) expect(server.output).not.toContain(token)
    const labels = async () =>
      (await send(server.url, 'GET', '/labels', user)).body.map(({ name }: { name: string }) => name)
    expect(await labels()).toEqual(['Mine'])

    await server.waitForOutput('Demo user')
    const { port } = new URL(server.url)
    const run = (...args: string[]) =>
      runBinary(['demo', 'reset', '--demo-tokens', 'demo.env', ...args], { cwd: folder.path })
    // The second time, it finds the port itself.
    const reset = () => (start === 1 ? run('--port', port) : run())
    expect(readFileSync(`${tokenFile}.port`, 'utf8')).toBe(`${port}\n`)
    await send(server.url, 'POST', '/labels', admin, { name: 'Other' })
    expect(await labels()).toEqual(['Mine', 'Other'])
    expect(await reset()).toEqual({ code: 0, out: 'The demo was reset.\n', err: '' })
    expect(await labels()).toEqual(['Mine'])
    await server.waitForOutput('The demo was reset.')

    await send(server.url, 'POST', '/labels', admin, { name: 'Other' })
    const from = server.output.length
    process.kill(server.pid, 'SIGUSR2')
    await server.waitForOutput('The demo was reset.', from)
    expect(await labels()).toEqual(['Mine'])
    expect(server.isRunning).toBe(true)

    expect((await send(server.url, 'POST', '/../console/api/demo/reset', user)).status).toBe(403)
    writeFileSync(tokenFile, `ADMIN_TOKEN=${user}\nUSER_TOKEN=${admin}\n`)
    expect((await reset()).err).toBe('music-library: The demo was not reset: the server responded with 403.\n')
    writeFileSync(tokenFile, `ADMIN_TOKEN=${admin}\nUSER_TOKEN=${user}\n`)
    if (start === 1) continue
    await server.stop()
    expect(existsSync(`${tokenFile}.port`)).toBe(false)
    expect((await run('--port', port)).err).toContain('Nothing answers at')
    chmodSync(tokenFile, 0o644)
    expect(await reset()).toMatchObject({ code: 1, err: expect.stringContaining('chmod 600 demo.env') })
  }
})

/** Accounts of a class as a file has them. */
const classOf = (...students: object[]) => ({
  accounts: [{ email: 'teacher@example.com', role: 'admin', token: tokenOf('t') }, ...students],
})
const tokenOf = (letter: string) => `mlib_${letter.repeat(43)}`

test('each reset of a demo returns to the accounts of a file, with their ids, tokens and likes, and nobody is shown them', async () => {
  const liked = { likes: ['the-velvet-underground/the-velvet-underground-and-nico/01-sunday-morning.flac'] }
  const student = { email: 's1@example.com', password: 'correct horse', token: tokenOf('s'), ...liked }
  using folder = createCliFolder({ 'class.json': classOf(student) })
  chmodSync(folder.pathOf('class.json'), 0o644)
  await using server = await folder.serve('--demo --accounts class.json --cors-origins https://visitor.example')
  await server.waitForOutput('A page for visitors')
  await server.waitForOutput('Each reset returns to the accounts of class.json.')
  expect(server.output).toContain('class.json has passwords or tokens, and others may read it.')
  const teacher = tokenOf('t')
  const state = async () => {
    const paths = ['/users', '/me', '/me/likes']
    const responses = await Promise.all(
      [teacher, student.token].flatMap((token) => paths.map((path) => send(server.url, 'GET', path, token))),
    )
    return responses.map(({ status, body }) => [status, body])
  }
  const { headers } = await send(server.url, 'GET', '/me', teacher)
  expect(headers.get('access-control-allow-origin')).toBe('https://visitor.example')
  const before = await state()
  expect(before.map(([status]) => status)).toEqual([200, 200, 200, 403, 200, 200])
  expect(before[5]?.[1]).toHaveLength(1)
  const change = async () => {
    const { body } = await send(server.url, 'GET', '/me', student.token)
    expect((await send(server.url, 'DELETE', `/users/${body.id}`, teacher)).status).toBe(204)
    expect((await send(server.url, 'GET', '/me', student.token)).status).toBe(401)
  }
  const resetBy = (...args: string[]) => folder.run(['demo', 'reset', '--accounts', 'class.json', ...args])
  await change()
  expect(await resetBy()).toEqual({ code: 0, out: 'The demo was reset.\n', err: '' })
  await server.waitForOutput('The demo was reset.')
  expect(await state()).toEqual(before)

  await change()
  // One reset was just now.
  const again = await resetBy()
  expect([again.code, again.err]).toEqual([
    1,
    expect.stringMatching(/was reset just now\. Try again in \d+ seconds?, or send it the signal SIGUSR2\.\n$/),
  ])
  const from = server.output.length
  process.kill(server.pid, 'SIGUSR2')
  await server.waitForOutput('The demo was reset.', from)
  expect(await state()).toEqual(before)

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

test('a demo whose folder can not be written for its port is served, and says that a reset needs it', async () => {
  using folder = emptyFolder()
  mkdirSync(join(folder.path, 'demo.env.port'))
  await using server = await startDemo(folder.path, '--demo-tokens', 'demo.env')
  await server.waitForOutput('"demo reset" needs --port.')
  expect((await fetch(server.url.replace('/api', '/healthz'))).status).toBe(200)
})

test('a demo prints the problems of its catalogue file as seed does, and does not start', async () => {
  using folder = createCliFolder({ 'bad.json': '{ "labels": [{ "name": "" }, { "nam": "x" }] }' })
  const seeded = await folder.run('seed bad.json --database :memory:')
  const served = await folder.run('serve --demo --port 0 --seed bad.json')
  expect([served.code, served.out]).toEqual([1, ''])
  expect(served.err).toContain('bad.json:1:24 /labels/0/name The name is required.\n')
  expect(served.err).toContain('The server was not started.')
  expect(served.err.split('\n').slice(0, -2)).toEqual(seeded.err.split('\n').slice(0, -2))

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
  const flags = ['--demo-latency', '1s', '--demo-errors', '50%', '--demo-paths', '/api/tracks*,/api/labels,/console/*']
  await using server = await startDemo(folder.path, ...flags)
  expect(server.output).toContain(
    'Requests to /api/tracks*, /api/labels, /console/* wait 1000 ms, and fail in 50% of the cases.',
  )
  const { token } = readAccount(server, 'admin')
  const sendMany = async () => {
    const paths = Array.from({ length: 16 }, (_, n) => (n % 2 === 0 ? '/tracks/3/like' : '/labels/'))
    const sent = paths.map((path, n) => send(server.url, n % 2 === 0 ? 'POST' : 'GET', path, token))
    const others = [send(server.url, 'GET', '/genres', token), send(server.url, 'GET', '/labels/1', token)]
    const ended: string[] = []
    for (const response of sent) response.then(() => ended.push('slow'))
    for (const response of others) expect((await response).status).toBe(200)
    expect(ended).toEqual([])
    return Promise.all(sent)
  }
  // One after the other, since requests that are sent at once may arrive in any order.
  const readSequence = async () => {
    const statuses: number[] = []
    for (let n = 0; n < 4; n++) statuses.push((await send(server.url, 'GET', '/tracks', token)).status)
    return statuses
  }
  const reset = async () => {
    const from = server.output.length
    process.kill(server.pid, 'SIGUSR2')
    await server.waitForOutput('The demo was reset.', from)
  }
  const failures = (await sendMany()).filter(({ status }) => status === 503)
  expect(failures.length).toBeGreaterThan(2)
  expect(failures.length).toBeLessThan(14)
  for (const { headers, body } of failures) {
    expect(Object.keys(body)).toEqual(['message'])
    expect(headers.get('retry-after')).toBe('1')
    expect(headers.get('access-control-allow-origin')).toBe('*')
  }
  await reset()
  const first = await readSequence()
  await reset()
  expect(await readSequence()).toEqual(first)
  expect((await server.stop()).code).toBe(0)
})

test.each([
  [['--demo-latency', '300ms'], 'demo-latency is only for a demo'],
  [['--reset-every', '5m'], 'reset-every is only for a demo'],
  [['--demo', '--demo-paths', '/api/*'], 'demo-paths belongs to demo-latency and demo-errors'],
  [['--demo', '--demo-errors', '5'], 'Did you mean 5%?'],
  [
    ['--demo', '--demo-errors', '5%', '--demo-paths', '/api/*,/api/lables'],
    'demo-paths: No request has the path /api/lables. Did you mean /api/labels?',
  ],
  [['--demo', '--demo-latency', '300'], 'Did you mean 300ms?'],
])('serve %j is wrong usage', async (args, message) => {
  using folder = createCliFolder()
  expectFailure(await folder.reject(['serve', ...args]), 2, message)
  expect(folder.list()).toEqual([])
})
