import { expect } from 'bun:test'
import { setLocked } from '../../../src/accounts/users/lock.ts'
import { listUsers } from '../../../src/accounts/users/store.ts'
import { readTrail, summarize } from '../../support/audit.ts'
import { concurrently } from '../../support/concurrency.ts'
import { sendToConsole } from '../../support/consoleApi.ts'
import { fixtureTest } from '../../support/fixtureTest.ts'
import { password } from '../../support/library.ts'
import {
  clientOf,
  createWithPassword,
  headersOf,
  logInByProxy,
  proxyLogin,
  sendHeaders,
  startBehindProxy,
} from '../../support/proxyLogin.ts'
import { openRawConnection } from '../../support/rawConnection.ts'
import { asksForCode, type NewServer, nica, sendSetup } from '../../support/setup.ts'
import { unaudited } from '../../support/unaudited.ts'

const test = fixtureTest(() => startBehindProxy())

const email = 'zoe@example.com'
const admins = 'users,music-admins'
const noAccount = 'There is no account with your e-mail address. Ask an admin to create one.'

const readUsers = async ({ library }: NewServer) =>
  (await listUsers(library.read)).map((user) => `${user.email} ${user.role.name}`)

const roleAfter = async (server: NewServer, user: Parameters<typeof logInByProxy>[1]) =>
  (await logInByProxy(server, user)).body.user.role.name

test('the first login makes an account without a password, and an ordinary session', async (server) => {
  await createWithPassword(server, 'admin@example.com', 'admin')
  const first = await logInByProxy(server, { email, name: 'Zoë Żółw' })
  expect([first.status, first.body.token]).toEqual([200, expect.stringMatching(/^mlib_/)])
  expect(first.body.user).toMatchObject({ email, name: 'Zoë Żółw', role: { name: 'user' } })
  const zoe = clientOf(server, first)
  expect((await zoe.get('/me')).body).toEqual(first.body.user)
  const login = { action: 'login', record: 'users/2', changes: { proxy: { from: null, to: '127.0.0.1' } } }
  expect(summarize(await readTrail(server))).toEqual([
    expect.objectContaining({ action: 'create', record: 'users/2' }),
    login,
  ])

  // The address is that of a login, whatever its case. The name of an account stays.
  const again = headersOf(server, { email: 'Zoe@Example.com', name: 'Other' })
  const second = await sendHeaders(server, [...again, ['X-Forwarded-For', '203.0.113.9']])
  expect(second.body.user).toEqual(first.body.user)
  expect((await readTrail(server)).at(-1)).toMatchObject({ action: 'login', address: '203.0.113.9' })
  expect((await sendToConsole(zoe, 'GET', '/sessions')).body).toHaveLength(2)
  expect((await clientOf(server, second).post('/logout')).status).toBe(200)

  for (const wrong of [password, 'undefined', '*', 'null'])
    expect((await server.anonymous.post('/login', { email, password: wrong })).status).toBe(422)
  const ownPassword = { password: 'a new password', current_password: password }
  expect((await zoe.put('/me', ownPassword)).status).toBe(400)
})

test('a name that no account can have is left out', async (server) => {
  for (const [n, name] of ['', 'x'.repeat(256), 'a\u0085b'].entries()) {
    const { status, body } = await logInByProxy(server, { email: `zoe${n}@example.com`, name })
    expect([status, body.user.name]).toEqual([200, `zoe${n}`])
  }
})

test('the groups decide the role at each login, and no header of them changes none', async (server) => {
  await createWithPassword(server, 'admin@example.com', 'admin')
  const old = clientOf(server, await logInByProxy(server, { email, groups: 'users|music-admins' }))
  expect((await old.get('/users')).status).toBe(200)
  expect(await roleAfter(server, { email })).toBe('admin')
  for (const groups of ['users,other-music-admins', 'music-admins-of-berlin', 'MUSIC-ADMINS', '']) {
    expect([groups, await roleAfter(server, { email, groups })]).toEqual([groups, 'user'])
    expect((await old.get('/users')).status).toBe(403)
    expect(await roleAfter(server, { email })).toBe('user')
    expect(await roleAfter(server, { email, groups: 'music-admins' })).toBe('admin')
    expect((await old.get('/users')).status).toBe(200)
  }
  const roles = (await readTrail(server)).filter(({ action }) => action === 'role')
  expect(roles[0]).toMatchObject({ source: 'api', email, record: 'users/2', address: '127.0.0.1' })
  expect(roles.map(({ changes }) => changes?.role?.to)).toEqual(Array(4).fill(['user', 'admin']).flat())
})

test('the last admin stays one (D16), and a locked account keeps its role', async (server) => {
  expect(await roleAfter(server, { email, groups: admins })).toBe('admin')
  expect(await roleAfter(server, { email, groups: 'users' })).toBe('admin')
  const id = await createWithPassword(server, 'ada@example.com', 'admin')
  const lock = (locked: boolean) => server.library.write((tx) => setLocked(unaudited(tx), id, locked))
  await lock(true)
  expect(await roleAfter(server, { email: 'ada@example.com', groups: 'users' })).toBe('admin')
  await lock(false)
  expect(await roleAfter(server, { email: 'ada@example.com', groups: 'users' })).toBe('user')
  await lock(true)
  expect(await roleAfter(server, { email: 'ada@example.com', groups: admins })).toBe('user')
})

test('a member of the admins can be the first admin, which ends the setup code', async (server) => {
  const responses = await concurrently(4, () => logInByProxy(server, { email, groups: admins }))
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(await readUsers(server)).toEqual([`${email} admin`])
  expect(await asksForCode(server)).toBe(false)
  expect((await sendSetup(server.anonymous, { ...nica, code: server.code })).status).toBe(409)
})

test('without auth-create an unknown address is rejected, and an account logs in', async () => {
  await using server = await startBehindProxy({ proxyLogin: { ...proxyLogin, createsAccounts: false } })
  expect(await logInByProxy(server, { email, groups: admins })).toEqual({ status: 403, body: { message: noAccount } })
  await createWithPassword(server, email)
  expect(await roleAfter(server, { email, groups: admins })).toBe('admin')
  expect(await readUsers(server)).toEqual([`${email} admin`])
})

test('the page names the user only to a request of the proxy', async (server) => {
  const readPage = async (headers: Record<string, string>) =>
    /"proxy_login":(\{.*?\})/.exec(await (await fetch(`${server.origin}/console/albums`, { headers })).text())?.[1]
  expect(await readPage({ 'Remote-Email': '</script><b>@x' })).toBe('{"email":"\\u003c/script>\\u003cb>@x"}')
  expect(await readPage({})).toBeUndefined()
  using connection = await openRawConnection(server.origin, '127.0.0.2')
  connection.write(`GET /console HTTP/1.1\r\nHost: x\r\nConnection: close\r\nRemote-Email: ${email}\r\n\r\n`)
  expect(await connection.closed).not.toContain('proxy_login')
})

// `test/hostile/proxyLoginCases.ts` has more of what strangers send.
test('forged and wrong headers log nobody in, and only a stranger counts as a failed login', async () => {
  const failedLogins: object[] = []
  await using server = await startBehindProxy({ onFailedLogin: (login) => void failedLogins.push(login) })
  const { origin } = server
  const right = headersOf(server, { email, groups: admins })
  const without = (removed: string) => right.filter(([name]) => name !== removed)
  const message = 'Only a trusted proxy can log somebody in here.'
  const byStranger = [...right, ['X-Forwarded-For', '127.0.0.1'], ['X-Real-IP', '127.0.0.1']] as const
  expect(await sendHeaders(server, byStranger, { from: '127.0.0.2' })).toEqual({ status: 403, body: { message } })
  expect(failedLogins).toEqual([{ address: '127.0.0.2' }])
  const { host } = new URL(origin)
  const wrongOrigins = [
    'null',
    'https://evil.example',
    `${origin}.evil.example`,
    `https://${host}/`,
    `${origin}, ${origin}`,
  ]
  const wrongAddresses = ['', 'zoe', `${'x'.repeat(255)}@x`, `a@x,b@x`, '<zoe@example.com>', 'zoë@example.com']
  const byProxy = [
    without('Origin'),
    ...wrongOrigins.map((wrong) => [...without('Origin'), ['Origin', wrong]]),
    ...['cross-site', 'same-site'].map((site) => [...right, ['Sec-Fetch-Site', site]]),
    ...['Origin', 'Remote-Email', 'Remote-Groups'].map((twice) => [...right, [twice, 'other@example.com']]),
    without('Remote-Email'),
    ...wrongAddresses.map((wrong) => [...without('Remote-Email'), ['Remote-Email', wrong]]),
    // Other headers are not those of the settings.
    [...without('Remote-Email'), ['Remote_Email', email], ['Remote-User', email], ['X-Forwarded-Email', email]],
  ] as [string, string][][]
  for (const headers of byProxy) {
    const { status, body } = await sendHeaders(server, headers)
    expect([headers, status, body.token]).toEqual([headers, 403, undefined])
  }
  expect((await sendHeaders(server, right, { method: 'GET' })).status).toBe(405)
  expect(failedLogins).toHaveLength(1)
  expect([await readUsers(server), await readTrail(server)]).toEqual([[], []])
})

test('the headers have no effect at any other endpoint, nor beside a token', async (server) => {
  const user = clientOf(server, await logInByProxy(server, { email }))
  const asAdmin = [...headersOf(server, { email: 'admin@example.com', groups: admins })]
  for (const [method, path] of [
    ['GET', '/api/me'],
    ['GET', '/api/users'],
    ['POST', '/api/logout'],
    ['GET', '/search/tracks'],
    ['GET', '/console/api/health'],
  ] as const)
    expect([path, (await sendHeaders(server, asAdmin, { method, path })).status]).toEqual([path, 401])
  const withToken = [...asAdmin, ['Authorization', `Bearer ${user.token}`]] as [string, string][]
  expect((await sendHeaders(server, withToken, { method: 'GET', path: '/api/users' })).status).toBe(403)
  expect((await sendHeaders(server, withToken, { method: 'GET', path: '/api/me' })).body.email).toBe(email)
  expect(await readUsers(server)).toEqual([`${email} user`])
})

test('without auth-header the endpoint logs nobody in', async () => {
  await using server = await startBehindProxy({ proxyLogin: undefined })
  expect(await logInByProxy(server, { email, groups: admins })).toEqual({
    status: 403,
    body: { message: 'Forbidden.' },
  })
  expect(await readUsers(server)).toEqual([])
})
