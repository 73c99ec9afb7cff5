import { expect } from 'bun:test'
import { createFirstAdmin } from '../../../src/accounts/users/firstAdmin.ts'
import { users } from '../../../src/library/accountSchema.ts'
import { exportAccounts } from '../../../src/seeding/accounts/export.ts'
import { seedAccounts, seedAccountsFile } from '../../../src/seeding/accounts/seedAccounts.ts'
import { readTrail, summarize } from '../../support/audit.ts'
import type { Client } from '../../support/client.ts'
import { sendToConsole } from '../../support/consoleApi.ts'
import { fixtureTest } from '../../support/fixtureTest.ts'
import { password } from '../../support/library.ts'
import { clientOf, createWithPassword, logInByProxy, startBehindProxy } from '../../support/proxyLogin.ts'
import { type NewServer, nica, sendSetup } from '../../support/setup.ts'

const test = fixtureTest(() => startBehindProxy())

const email = 'boss@corp.example'

const logIn = async ({ anonymous }: NewServer, sent: { email: string; password: string }) => {
  const { status, body } = await anonymous.post('/login', sent)
  return { status, body }
}

/** A client with a session of an account whose password is `password`. */
const sessionOf = async (server: NewServer, address: string) =>
  clientOf(server, await logIn(server, { email: address, password }))

const register = async (server: NewServer, address: string) =>
  clientOf(
    server,
    await server.anonymous.post('/register', {
      name: 'Stranger',
      email: address,
      password,
      password_confirmation: password,
    }),
  )

const createAdmin = async (server: NewServer) => {
  await createWithPassword(server, 'admin@example.com', 'admin')
  return sessionOf(server, 'admin@example.com')
}

const putAsAdmin = async (server: NewServer, body: object) => {
  const admin = await createAdmin(server)
  expect((await admin.put('/users/1', body)).status).toBe(200)
}

/** Changes the address of a client's own account. */
const changeOwn = async (caller: Client, address = email) =>
  expect((await caller.put('/me', { email: address, current_password: password })).status).toBe(200)

type Ways = Record<string, (server: NewServer) => Promise<unknown>>

/** How the address of an account is set, by who counts as having set it. */
const ways: Record<'account' | 'admin', Ways> = {
  account: {
    'a registration that an admin makes an admin': async (server) => {
      await register(server, email)
      await putAsAdmin(server, { role_id: 1 })
    },
    'a change of the own address of an account that an admin has created': async (server) => {
      await createWithPassword(server, 'employee@corp.example')
      await changeOwn(await sessionOf(server, 'employee@corp.example'))
    },
    'an admin for the own account': (server) => putAsAdmin(server, { email }),
    'a registration that an admin has sent again as it was, in another case': async (server) => {
      const { body } = await (await register(server, email)).get('/me')
      await putAsAdmin(server, { ...body, email: email.toUpperCase() })
    },
  },
  admin: {
    'POST /users': async (server) => {
      const admin = await createAdmin(server)
      expect((await admin.post('/users', { name: 'Boss', email, password })).status).toBe(201)
    },
    'PUT /users/:id of an account that has registered with another address': async (server) => {
      await register(server, 'stranger@example.com')
      await putAsAdmin(server, { email })
    },
    'an admin, and the account in another case': async (server) => {
      await createWithPassword(server, email)
      await changeOwn(await sessionOf(server, email), 'Boss@corp.example')
    },
    'the setup page': async (server) => {
      const sent = { ...nica, email, password, password_confirmation: password, code: server.code }
      expect((await sendSetup(server.anonymous, sent)).status).toBe(201)
    },
    ADMIN_EMAIL: ({ library }) => createFirstAdmin(library, { email, password }),
    'an accounts file': ({ library }) => seedAccounts(library, [{ email, password }]),
  },
}

for (const [setBy, waysOf] of Object.entries(ways))
  test.each(Object.entries(waysOf))(`the ${setBy} counts as having set an address by %s`, async (server, _, set) => {
    await set(server)
    const stored = await server.library.read.select().from(users)
    expect(stored.find((user) => user.email.toLowerCase() === email)?.email_set_by as string).toBe(setBy)
  })

/** Whether the password and the tokens of the account with the address are still valid after its user has come by the proxy. */
const keepsAccess = async (server: NewServer, groups?: string) => {
  const old = await sessionOf(server, email)
  const first = await logInByProxy(server, { email, ...(groups !== undefined && { groups }) })
  expect(first.status).toBe(200)
  const token = (await old.get('/me')).status === 200
  expect((await logIn(server, { email, password })).status).toBe(token ? 200 : 422)
  // It happens once.
  expect((await logInByProxy(server, { email })).status).toBe(200)
  expect((await clientOf(server, first).get('/me')).status).toBe(200)
  return token
}

test('a login by the proxy keeps password and tokens of an account whose address an admin has set, and no others', async () => {
  for (const groups of [undefined, 'users', 'music-admins']) {
    await using server = await startBehindProxy()
    await createWithPassword(server, email)
    expect(await keepsAccess(server, groups)).toBe(true)
    await changeOwn(await sessionOf(server, email), 'other@corp.example')
    await changeOwn(await sessionOf(server, 'other@corp.example'), email)
    expect(await keepsAccess(server, groups)).toBe(false)
  }
})

test('the audit trail has the loss once, and a later address of its own is lost again', async (server) => {
  await register(server, email)
  await logInByProxy(server, { email })
  const record = 'users/1'
  const setBy = { email_set_by: { from: 'account', to: 'proxy' } }
  const loss: ReturnType<typeof summarize> = [
    { action: 'password', record, changes: null },
    { action: 'update', record, changes: setBy },
  ]
  const entries = async () => summarize(await readTrail(server)).filter(({ action }) => action !== 'login')
  expect((await entries()).slice(1)).toEqual(loss)
  expect((await readTrail(server)).filter(({ action }) => action === 'password')).toMatchObject([{ email }])
  await logInByProxy(server, { email })
  expect(await entries()).toHaveLength(3)

  // An admin gives it a password again. It takes the address of somebody else.
  await putAsAdmin(server, { password })
  expect((await logInByProxy(server, { email })).status).toBe(200)
  const boss = await sessionOf(server, email)
  await changeOwn(boss, 'other@corp.example')
  expect((await logInByProxy(server, { email: 'other@corp.example' })).body.user.id).toBe(1)
  expect((await boss.get('/me')).status).toBe(401)
})

test('named tokens are lost, too, and a request that has begun changes nothing any more', async (server) => {
  const stranger = await register(server, email)
  const admin = await createAdmin(server)
  const created = await sendToConsole(admin, 'POST', '/tokens', { user_id: 1, name: 'player' })
  expect(created.status).toBe(201)
  const player = clientOf(server, { status: 200, body: created.body })
  expect((await player.get('/me')).status).toBe(200)
  const late = stranger.put('/me', { password: 'a new password', current_password: password })
  const [, { status }] = await Promise.all([logInByProxy(server, { email }), late])
  // Whichever came first: the login by the proxy has the last word.
  expect([200, 400, 401]).toContain(status)
  for (const client of [stranger, player]) expect((await client.get('/me')).status).toBe(401)
  for (const tried of [password, 'a new password'])
    expect((await logIn(server, { email, password: tried })).status).toBe(422)
})

test('an accounts file keeps who has set an address, and says so at will', async (server) => {
  await register(server, email)
  await createWithPassword(server, 'admin@example.com', 'admin')
  const { chunks } = await server.library.snapshot((read) => exportAccounts(read, true))
  const text = [...chunks].join('')
  expect(JSON.parse(text).accounts).toMatchObject([{ email: 'admin@example.com' }, { email, email_set_by: 'account' }])
  expect(text.match(/email_set_by/g)).toHaveLength(1)
  expect(await seedAccountsFile(server.library, text)).toMatchObject({ unchanged: 2 })
  await using other = await startBehindProxy()
  expect(await seedAccountsFile(other.library, text)).toMatchObject({ created: 2 })
  expect(await seedAccounts(other.library, [{ email, email_set_by: 'admin' }])).toMatchObject({ updated: 1 })
  expect(await seedAccountsFile(other.library, text)).toMatchObject({ updated: 1, unchanged: 1 })
  expect(await keepsAccess(other)).toBe(false)
})
