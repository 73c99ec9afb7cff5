import { expect } from 'bun:test'
import { password, startTestLibrary } from '../support/library.ts'
import { sharedLibraryTest } from '../support/sharedLibraryTest.ts'
import { unknownIds } from './fields.ts'
import * as shapes from './shapes.ts'
import { expectInvalid, expectMessage, expectNoContent, expectNotFound } from './shapes.ts'

const test = sharedLibraryTest()

test('GET /users lists all users with their roles', async () => {
  await using library = await startTestLibrary()
  const { status, body } = await library.admin.get('/users')
  expect(status).toBe(200)
  expect(body).toEqual([
    shapes.user({ email: 'admin@example.com', role: shapes.role({ name: 'admin' }) }),
    shapes.user({ email: 'user@example.com', role: shapes.role({ name: 'user' }) }),
  ])
  for (const user of body) expect(user.role.id).toBe(user.role_id)
})

test('GET of a user responds with what the user gets at /me', async ({ user, admin }) => {
  const { body: me } = await user.get('/me')
  const { status, body } = await admin.get(`/users/${me.id}`)
  expect([status, body]).toEqual([200, me])
})

test('POST of a user creates an account that can log in', async ({ admin, anonymous, nica }) => {
  const { status, body } = await admin.post('/users', nica)
  expect([status, body]).toEqual([201, shapes.user({ name: 'Nica', email: nica.email })])
  const login = await anonymous.post('/login', nica)
  expect([login.status, login.body.user]).toEqual([200, body])
})

test('POST of a user with an invalid field creates nothing', async ({ admin, nica }) => {
  const { text: before } = await admin.get('/users')
  const invalidChanges: [Record<string, unknown>, ...string[]][] = [
    [{ name: undefined, email: undefined, password: undefined }, 'name', 'email', 'password'],
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(256) }, 'name'],
    [{ email: 'nica' }, 'email'],
    [{ email: 'Admin@Example.com' }, 'email'],
    [{ password: '1234567' }, 'password'],
    [{ role_id: 99 }, 'role_id'],
    [{ role_id: 'admin' }, 'role_id'],
    [{ role_id: null }, 'role_id'],
  ]
  for (const [change, ...fields] of invalidChanges) {
    expectInvalid(await admin.post('/users', { ...nica, ...change }), ...fields)
  }
  expect((await admin.get('/users')).text).toBe(before)
})

test('PUT of a user changes the sent field and no other', async ({ admin, anonymous, nica }) => {
  const { role_id, role } = (await admin.get('/me')).body
  let { body: before } = await admin.post('/users', nica)
  const changes: [Record<string, unknown>, Record<string, unknown>][] = [
    [{ name: 'Pannonica' }, { name: 'Pannonica' }],
    [{ email: 'Other@example.com' }, { email: 'Other@example.com' }],
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

test('PUT of a user with an invalid field changes nothing', async ({ user, admin, anonymous }) => {
  const { body: before } = await user.get('/me')
  const invalidChanges: [Record<string, unknown>, ...string[]][] = [
    [{ name: '' }, 'name'],
    [{ name: null }, 'name'],
    [{ name: 'x'.repeat(256) }, 'name'],
    [{ email: 'nica' }, 'email'],
    [{ email: 'ADMIN@example.com' }, 'email'],
    [{ name: 'New', password: 'short' }, 'password'],
    [{ password: null }, 'password'],
    [{ role_id: 99 }, 'role_id'],
    [{ role_id: null }, 'role_id'],
    [{ name: 'New', role_id: '1' }, 'role_id'],
  ]
  for (const [sent, ...fields] of invalidChanges) {
    expectInvalid(await admin.put(`/users/${user.id}`, sent), ...fields)
  }
  expect((await admin.get(`/users/${user.id}`)).body).toEqual(before)
  expect((await anonymous.post('/login', { email: user.email, password })).status).toBe(200)
})

test('PUT of a user can change the case of the e-mail address', async ({ user, admin }) => {
  const email = user.email.toUpperCase()
  const { status, body } = await admin.put(`/users/${user.id}`, { email })
  expect([status, body.email]).toEqual([200, email])
})

test('a user who was deleted is not found, cannot log in, and has no valid token', async (library) => {
  const { user, admin, anonymous, nica } = library
  expectNoContent(await admin.delete(`/users/${user.id}`))
  expectNotFound(await admin.get(`/users/${user.id}`), 'User', user.id)
  expectNotFound(await admin.delete(`/users/${user.id}`), 'User', user.id)
  expectMessage(await user.get('/me'), 401, 'Unauthenticated.')
  expect((await anonymous.post('/login', { email: user.email, password })).status).toBe(422)
  expect((await anonymous.post('/register', nica)).status).toBe(201)
})

test('the e-mail address of a deleted user can be used again', async ({ user, admin, nica }) => {
  await admin.delete(`/users/${user.id}`)
  const { status, body } = await admin.post('/users', { ...nica, email: user.email })
  expect(status).toBe(201)
  expect(body.id).toBeGreaterThan(user.id)
})

test('GET, PUT and DELETE of a user that does not exist respond 404 with the kind and the id', async ({ admin }) => {
  for (const id of unknownIds) {
    expectNotFound(await admin.get(`/users/${id}`), 'User', id)
    expectNotFound(await admin.put(`/users/${id}`, { name: 'Nica' }), 'User', id)
    expectNotFound(await admin.delete(`/users/${id}`), 'User', id)
  }
})
