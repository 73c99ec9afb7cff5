import { expect } from 'bun:test'
import { client } from '../support/client.ts'
import { password } from '../support/library.ts'
import { sharedLibraryTest } from '../support/sharedLibraryTest.ts'
import * as shapes from './shapes.ts'
import { expectInvalid, expectMessage, expectNoContent, expectNotFound } from './shapes.ts'

const test = sharedLibraryTest()

test('GET of a user responds with what the user gets at /me', async ({ user, admin }) => {
  const { body: me } = await user.get('/me')
  const { status, body } = await admin.get(`/users/${me.id}`)
  expect([status, body]).toEqual([200, me])
  expect((await admin.get('/users')).body).toContainEqual(me)
})

test('POST of a user creates an account that can log in, with the sent role, or with the role user', async (library) => {
  const { admin, anonymous, url, nica } = library
  const { role_id, role } = (await admin.get('/me')).body
  for (const [sent, expected, status] of [
    [nica, { email: nica.email }, 403],
    [{ ...nica, email: `x-${nica.email}`, role_id }, { email: `x-${nica.email}`, role_id, role }, 200],
  ] as const) {
    const created = await admin.post('/users', sent)
    expect([created.status, created.body]).toEqual([201, shapes.user({ name: 'Nica', ...expected })])
    const login = await anonymous.post('/login', sent)
    expect([login.status, login.body.user]).toEqual([200, created.body])
    expect((await client(url, login.body.token).get('/users')).status).toBe(status)
  }
})

const long = 'x'.repeat(256)

type Invalid = [members: Record<string, unknown>, ...fields: string[]]

/** Members that every way to create or change an account rejects, each with the fields of its errors. */
const invalidMembers: Invalid[] = [
  [{ name: long, email: 'nica', password: '1234567' }, 'name', 'email', 'password'],
  [{ name: null, email: null, password: null }, 'name', 'email', 'password'],
  [{ email: 'Admin@Example.com' }, 'email'],
]
const invalidRoles = [99, null].map((role_id): Invalid => [{ name: 'New', role_id }, 'role_id'])
const absent: Invalid[] = [[{ name: undefined, email: undefined, password: undefined }, 'name', 'email', 'password']]

test('no way to create or change an account accepts an invalid field, and then nothing changes', async (library) => {
  const { admin, user, anonymous, nica } = library
  const readAll = async () => [(await admin.get('/users')).text, (await user.get('/me')).text]
  const before = await readAll()
  const register = ({ password = nica.password, ...rest }: Record<string, unknown>) =>
    anonymous.post('/register', { ...nica, ...rest, password, password_confirmation: password })
  // Such a password is no confirmation either.
  const unconfirmed = invalidMembers.map(
    ([members, ...fields]): Invalid =>
      members.password === null ? [members, ...fields, 'password_confirmation'] : [members, ...fields],
  )
  const changeOwn = (members: object) => user.put('/me', { ...members, current_password: password })
  for (const [send, cases] of [
    [
      (members: object) => admin.post('/users', { ...nica, ...members }),
      [...invalidMembers, ...invalidRoles, ...absent],
    ],
    [(members: object) => admin.put(`/users/${user.id}`, members), [...invalidMembers, ...invalidRoles]],
    [register, [...unconfirmed, [{ name: undefined, email: undefined }, 'name', 'email']]],
    [changeOwn, invalidMembers],
  ] as const) {
    for (const [members, ...fields] of cases) expectInvalid(await send(members), ...(fields as string[]))
  }
  expect(await readAll()).toEqual(before)
  expect((await anonymous.post('/login', { email: user.email, password })).status).toBe(200)
})

test('PUT of a user changes the sent field and no other', async ({ admin, anonymous, nica }) => {
  const { role_id, role } = (await admin.get('/me')).body
  let { body: before } = await admin.post('/users', nica)
  const changes: [Record<string, unknown>, Record<string, unknown>][] = [
    [before, {}],
    [{ name: 'Pannonica' }, { name: 'Pannonica' }],
    ...[nica.email.toUpperCase(), 'Other@example.com'].map((email): [object, object] => [{ email }, { email }]),
    [{ password: 'another password' }, {}],
    [{ role_id }, { role_id, role }],
    [{ role_id: before.role_id }, { role_id: before.role_id, role: before.role }],
    [{}, {}],
  ]
  for (const [sent, expected] of changes) {
    const { status, body } = await admin.put(`/users/${before.id}`, sent)
    expect([status, body]).toEqual([200, { ...before, ...expected, updated_at: body.updated_at }])
    expect(body.updated_at > before.updated_at).toBe(true)
    before = body
  }
  const login = { email: 'other@example.com', password: 'another password' }
  expect((await anonymous.post('/login', login)).status).toBe(200)
  expect((await anonymous.post('/login', { ...login, password: nica.password })).status).toBe(422)
})

test('a user who was deleted is not found, cannot log in, and has no valid token; the e-mail address is free again', async (library) => {
  const { user, admin, anonymous, nica } = library
  expectNoContent(await admin.delete(`/users/${user.id}`))
  expectNotFound(await admin.get(`/users/${user.id}`), 'User', user.id)
  expectNotFound(await admin.put(`/users/${user.id}`, { name: 'Nica' }), 'User', user.id)
  expectNotFound(await admin.delete(`/users/${user.id}`), 'User', user.id)
  expectMessage(await user.get('/me'), 401, 'Unauthenticated.')
  expect((await anonymous.post('/login', { email: user.email, password })).status).toBe(422)
  const again = await admin.post('/users', { ...nica, email: user.email })
  expect(again.status).toBe(201)
  expect(again.body.id).toBeGreaterThan(user.id)
})
