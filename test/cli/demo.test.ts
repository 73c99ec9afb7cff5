import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { runBinary, type ServerProcess, serveBinary } from '../support/binary.ts'
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

test('a demo prints two accounts that work, in memory, for pages of any origin, without registration', async () => {
  using folder = emptyFolder()
  await using server = await startDemo(folder.path)
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
  const artist_ids = Array.from({ length: 33 }, (_, index) => index + 1)
  const create = async () => {
    const body = { title: 'x'.repeat(255), file_path: 'x'.repeat(255), artist_ids }
    return (await send(server.url, 'POST', '/tracks', token, body)).status
  }
  let statuses: number[] = []
  for (let round = 0; round < 400 && !statuses.includes(507); round++) {
    statuses = await Promise.all(Array.from({ length: 100 }, create))
  }
  expect(statuses).toContain(507)
  await server.waitForOutput('The demo was reset.')
  expect((await send(server.url, 'GET', '/tracks', token)).body).toHaveLength(229)
}, 60_000)

test('a file that is too large for a demo does not reset it', async () => {
  using folder = emptyFolder()
  await using server = await startDemo(folder.path)
  const { token } = readAccount(server, 'admin')
  expect((await send(server.url, 'POST', '/genres', token, { name: 'Mine' })).status).toBe(201)
  const text = (n: number) => `${n}`.padEnd(255, 'x')
  const tracks = Array.from({ length: 30_000 }, (_, n) => ({ title: text(n), file_path: text(n) }))
  for (const path of ['seed/preview', `seed?digest=${'0'.repeat(64)}`]) {
    const { status, body } = await send(server.url, 'POST', `/../console/api/${path}`, token, { tracks })
    expect([path, status, body.message]).toEqual([
      path,
      507,
      'The library can not grow: there is no room left on its disk. Nothing was changed.',
    ])
    // A reset is the next write.
    expect((await send(server.url, 'POST', '/genres', token, { name: path })).status).toBe(201)
  }
  const genres = (await send(server.url, 'GET', '/genres', token)).body
  expect(genres.slice(-3).map(({ name }: { name: string }) => name)).toEqual([
    'Mine',
    'seed/preview',
    `seed?digest=${'0'.repeat(64)}`,
  ])
  await server.stop()
  expect(server.output).not.toContain('The demo was reset.')
}, 60_000)

test.each(['0s', 'often'])('--reset-every %s is wrong usage', async (time) => {
  using folder = emptyFolder()
  const { code, err } = await runBinary(['serve', '--demo', '--reset-every', time], { cwd: folder.path })
  expect(code).toBe(2)
  expect(err).toContain('Give a number and s, m, h or d')
})
