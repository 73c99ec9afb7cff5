import { expect } from 'bun:test'
import { hashSecret } from '../../../src/accounts/secrets.ts'
import { createTokenRules } from '../../../src/accounts/tokenLife.ts'
import { createUser, listUsers, readRoleId } from '../../../src/accounts/users/store.ts'
import { createService } from '../../../src/app/service.ts'
import { defaultLimits } from '../../../src/base/limits.ts'
import { cleanUp } from '../../../src/cleanup/deleteEnded.ts'
import { setup_codes } from '../../../src/library/accountSchema.ts'
import { now } from '../../../src/library/clock.ts'
import { openLibrary } from '../../../src/library/open.ts'
import { readTrail } from '../../support/audit.ts'
import { client } from '../../support/client.ts'
import { concurrently, countStatuses } from '../../support/concurrency.ts'
import { createLocation, engine } from '../../support/engine.ts'
import { fixtureTest } from '../../support/fixtureTest.ts'
import { passwordHash } from '../../support/library.ts'
import { createManualClock } from '../../support/manualClock.ts'
import { postgresTest } from '../../support/programs.ts'
import { asksForCode, type NewServer, nica, sendSetup, serveWithCode, startNewServer } from '../../support/setup.ts'
import { openSql } from '../../support/sql.ts'
import { createTestDatabase } from '../../support/testDatabase.ts'
import { unaudited } from '../../support/unaudited.ts'

const test = fixtureTest(() => startNewServer())

const wrongCode = ['The code is not valid: it is unknown or expired. A restart of the server prints another one.']
const invalidCode = { status: 400, body: { errors: { code: wrongCode } } }
const hasAdmin = { status: 409, body: { message: 'This library has an admin already. Log in.' } }

/** Makes an admin as `user add` does, with a connection of its own. */
const addAdmin = async (databaseUrl: string) => {
  const library = await openLibrary(databaseUrl)
  const account = { name: 'Ada', email: 'ada@example.com', hash: passwordHash }
  await library.write(async (tx) =>
    createUser(unaudited(tx), { ...account, role_id: await readRoleId(tx.db, 'admin'), email_set_by: 'admin' }),
  )
  await library.close()
}

const rolesOf = async ({ library }: NewServer) => (await listUsers(library.read)).map(({ role }) => role.name)

const cleanUpOf = ({ library }: NewServer) =>
  cleanUp(library, now(), { ...defaultLimits, tokenRules: createTokenRules(), auditKeepMs: 1e9, auditMaxBytes: 1e9 })

test('the code makes the first admin, who is logged in and has an entry in the audit trail, and ends', async (server) => {
  const { anonymous, code, origin } = server
  expect(code).toMatch(/^mset_[\w-]{22}$/)
  expect(await asksForCode(server)).toBe(true)
  const { status, body, headers } = await sendSetup(anonymous, { ...nica, code, role_id: 2 })
  expect([status, headers.get('cache-control')]).toEqual([201, 'no-store'])
  const { email, name } = nica
  expect(body).toEqual({ token: expect.stringMatching(/^mlib_/), user: expect.objectContaining({ name, email }) })
  expect(body.user.role.name).toBe('admin')
  expect((await client(`${origin}/api`, body.token).get('/users')).body).toEqual([body.user])
  expect((await anonymous.post('/login', nica)).body.user).toEqual(body.user)
  const [entry] = await readTrail(server)
  expect(entry).toMatchObject({
    ...{ source: 'api', user_id: 1, email, action: 'create', record: 'users/1', address: '127.0.0.1' },
    changes: { name: { from: null, to: name }, email: { from: null, to: email }, role: { from: null, to: 'admin' } },
  })
  expect(await sendSetup(anonymous, { ...nica, email: 'ada@example.com', code })).toMatchObject(hasAdmin)
  expect(await asksForCode(server)).toBe(false)
  expect(await rolesOf(server)).toEqual(['admin'])
})

test('the page answers at its path with and without an admin, and no browser stores it', async (server) => {
  for (const isNeeded of [true, false]) {
    const response = await fetch(`${server.origin}/console/setup`)
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    expect(await asksForCode(server, '/console/setup')).toBe(isNeeded)
    await sendSetup(server.anonymous, { ...nica, code: server.code })
  }
})

test('a wrong code is a 400 with errors.code, makes no account, and leaves the right one valid', async (server) => {
  const { anonymous, code } = server
  for (const wrong of [`${code}x`, code.toUpperCase(), '\u0000', 'x'.repeat(50_000)])
    expect(await sendSetup(anonymous, { ...nica, code: wrong })).toMatchObject(invalidCode)
  for (const wrong of [undefined, ' ', 5]) {
    const { status, body } = await sendSetup(anonymous, { ...nica, code: wrong })
    expect([wrong, status, Object.keys(body.errors)]).toEqual([wrong, 400, ['code']])
  }
  expect(await rolesOf(server)).toEqual([])
  expect((await sendSetup(anonymous, { ...nica, code: ` ${code}\n` })).status).toBe(201)
})

test('an account that breaks a rule is a 400 with the sentences of POST /register, and the code stays', async (server) => {
  const { anonymous, code } = server
  await anonymous.post('/register', nica)
  for (const members of [{ email: 'nobody', name: ' ', password: 'short' }, { email: 'NICA@example.com' }]) {
    const account = { ...nica, ...members }
    const { body } = await anonymous.post('/register', account)
    expect(await sendSetup(anonymous, { ...account, code })).toMatchObject({ status: 400, body })
  }
  expect((await sendSetup(anonymous, { ...nica, code, name: 'x'.repeat(70_000) })).status).toBe(413)
  expect(await rolesOf(server)).toEqual(['user'])
  expect((await sendSetup(anonymous, { ...nica, code, email: 'other@example.com' })).status).toBe(201)
})

test('after a command has made an admin, the code is a 409', async (server) => {
  await addAdmin(server.databaseUrl)
  expect(await sendSetup(server.anonymous, { ...nica, code: server.code })).toMatchObject(hasAdmin)
  expect(await sendSetup(server.anonymous, { ...nica, code: 'x' })).toMatchObject(hasAdmin)
  expect(await asksForCode(server)).toBe(false)
  expect(await rolesOf(server)).toEqual(['admin'])
})

test('of several uses at once, one makes an admin', async (server) => {
  const responses = await concurrently(4, (n) =>
    sendSetup(server.anonymous, { ...nica, email: `nica${n}@example.com`, code: server.code }),
  )
  expect(countStatuses(responses)).toEqual({ 201: 1, 409: 3 })
  expect(await rolesOf(server)).toEqual(['admin'])
})

test('wrong codes are delayed and reported like failed logins, and the right one is accepted after them', async () => {
  const clock = createManualClock()
  const failedLogins: object[] = []
  await using server = await startNewServer({
    loginThrottle: clock,
    onFailedLogin: (login) => void failedLogins.push(login),
  })
  for (let n = 0; n < 13; n++) {
    // The accounts differ, and are counted together.
    const { status } = await sendSetup(server.anonymous, { ...nica, email: `nica${n}@example.com`, code: `mset_${n}` })
    expect(status).toBe(400)
  }
  expect(clock.delays).toEqual([1250, 2500, 5000])
  expect(failedLogins).toEqual(Array.from({ length: 13 }, () => ({ address: '127.0.0.1' })))
  expect((await sendSetup(server.anonymous, { ...nica, code: server.code })).status).toBe(201)
})

test('the limit for logins counts setup codes', async () => {
  await using server = await startNewServer({ limits: { login: { maxRequests: 1, windowMs: 60_000 } } })
  expect((await sendSetup(server.anonymous, { ...nica, code: 'x' })).status).toBe(400)
  const { status, headers } = await sendSetup(server.anonymous, { ...nica, code: server.code })
  expect([status, headers.get('retry-after')]).toEqual([429, '60'])
})

test('an expired code is not valid', async () => {
  await using server = await startNewServer({ lifeMs: -1 })
  expect(await sendSetup(server.anonymous, { ...nica, code: server.code })).toMatchObject(invalidCode)
})

postgresTest('on PostgreSQL any node takes the code of another one, and its use ends those of all nodes', async () => {
  await using database = await createTestDatabase()
  await using first = await serveWithCode(database.url)
  await using second = await serveWithCode(database.url)
  expect(await asksForCode(second)).toBe(true)
  await using sql = openSql(database.url)
  expect(await sql.query('SELECT count(*) AS count FROM setup_codes')).toEqual([{ count: 2 }])
  await cleanUpOf(first)
  expect((await sendSetup(second.anonymous, { ...nica, code: first.code })).status).toBe(201)
  for (const { anonymous } of [first, second])
    for (const { code } of [first, second])
      expect(await sendSetup(anonymous, { ...nica, email: 'ada@example.com', code })).toMatchObject(hasAdmin)
  for (const server of [first, second]) expect(await asksForCode(server)).toBe(false)
  expect(await rolesOf(second)).toEqual(['admin'])
  expect(await sql.query('SELECT * FROM setup_codes')).toEqual([])
})

postgresTest('on PostgreSQL one of two codes makes an admin that two nodes get at once', async () => {
  await using database = await createTestDatabase()
  await using first = await serveWithCode(database.url)
  await using second = await serveWithCode(database.url)
  const responses = await Promise.all([
    sendSetup(first.anonymous, { ...nica, code: first.code }),
    sendSetup(second.anonymous, { ...nica, email: 'ada@example.com', code: second.code }),
  ])
  expect(countStatuses(responses)).toEqual({ 201: 1, 409: 1 })
  expect(await rolesOf(first)).toEqual(['admin'])
})

test('only the hash of a code is stored, and it is no invitation', async () => {
  await using server = await startNewServer({ registration: 'invite' })
  const stored = await server.library.read.select().from(setup_codes)
  expect(stored).toEqual([{ hash: hashSecret(server.code), expires_at: expect.any(String) }])
  const registered = await server.anonymous.post('/register', { ...nica, invitation: server.code })
  expect([registered.status, Object.keys(registered.body.errors)]).toEqual([400, ['invitation']])
})

/** Starts a server, and ends it. @returns its code, which is left in the library */
const leaveCode = async (databaseUrl: string) => {
  await using server = await serveWithCode(databaseUrl)
  return server.code
}

test('a restart of the server of a file ends the code before; on PostgreSQL it may be that of another node', async () => {
  await using location = await createLocation()
  const code = await leaveCode(location.url)
  await using server = await serveWithCode(location.url)
  expect((await sendSetup(server.anonymous, { ...nica, code })).status).toBe(engine === 'postgres' ? 201 : 400)
})

test('a service that has created no code, as in a program that embeds it, asks for none and takes none that a server has left in the library', async () => {
  await using location = await createLocation()
  const code = await leaveCode(location.url)
  const library = await openLibrary(location.url)
  const service = createService({ library })
  const body = JSON.stringify({ ...nica, code })
  const headers = { 'content-type': 'application/json' }
  const request = new Request('http://localhost/console/api/setup', { method: 'POST', headers, body })
  const response = await service.fetch(request)
  expect({ status: response.status, body: await response.json() }).toMatchObject(invalidCode)
  const page = await service.fetch(new Request('http://localhost/console'))
  expect(await page.text()).toContain('"needs_setup":false')
  await service.stop()
  await library.close()
})
