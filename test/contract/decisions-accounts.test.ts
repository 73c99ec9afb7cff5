import { expect } from 'bun:test'
import { client } from '../support/client.ts'
import { password, startTestLibrary } from '../support/library.ts'
import { sharedLibraryTest } from '../support/sharedLibraryTest.ts'
import * as shapes from './shapes.ts'
import { expectInvalid, expectMessage, expectNoContent } from './shapes.ts'

// D11, D16 and D19 to D21: accounts and roles.

const test = sharedLibraryTest()

test('D11: an e-mail address keeps its case, and is found and unique without regard to case', async (library) => {
  const { anonymous, admin, user, nica } = library
  const { status, body } = await anonymous.post('/register', { ...nica, email: 'Nica@Example.COM' })
  expect([status, body.user.email]).toEqual([201, 'Nica@Example.COM'])
  for (const email of ['nica@example.com', 'NICA@EXAMPLE.COM']) {
    expect((await anonymous.post('/login', { ...nica, email })).status).toBe(200)
    expectInvalid(await anonymous.post('/register', { ...nica, email }), 'email')
    expectInvalid(await admin.post('/users', { ...nica, email }), 'email')
    expectInvalid(await admin.put(`/users/${user.id}`, { email }), 'email')
    expectInvalid(await user.put('/me', { email, current_password: password }), 'email')
  }
})

test('D16: DELETE of the last admin, and PUT of another role, respond 409', async () => {
  await using library = await startTestLibrary()
  const { body: admin } = await library.admin.get('/me')
  const { body: user } = await library.user.get('/me')
  expectMessage(await library.admin.delete(`/users/${admin.id}`), 409)
  expectMessage(await library.admin.put(`/users/${admin.id}`, { name: 'New', role_id: user.role_id }), 409)
  expect((await library.admin.get('/me')).body).toEqual(admin)
  expect((await library.admin.put(`/users/${admin.id}`, { role_id: admin.role_id })).status).toBe(200)

  const second = await library.createAccount('second@example.com', 'admin')
  expect((await second.put(`/users/${admin.id}`, { role_id: user.role_id })).status).toBe(200)
  expectMessage(await second.delete(`/users/${second.id}`), 409)
  expectNoContent(await second.delete(`/users/${admin.id}`))
})

test('D19: PUT /me needs the current password to change the e-mail address or the password', async (library) => {
  const { user, anonymous } = library
  const { body: before } = await user.get('/me')
  for (const change of [{ email: 'new@example.com' }, { password: 'new password' }]) {
    expectInvalid(await user.put('/me', change), 'current_password')
    expectInvalid(await user.put('/me', { ...change, current_password: 'wrong horse' }), 'current_password')
    expectInvalid(await user.put('/me', { ...change, current_password: null }), 'current_password')
  }
  expect((await user.get('/me')).body).toEqual(before)
  const change = { name: 'New', email: 'new@example.com', password: 'new password', current_password: password }
  const { status, body } = await user.put('/me', change)
  expect(status).toBe(200)
  expect(body).toEqual({ ...before, name: 'New', email: 'new@example.com', updated_at: body.updated_at })
  expect((await anonymous.post('/login', change)).status).toBe(200)
  expect((await anonymous.post('/login', { email: before.email, password })).status).toBe(422)
})

test('D19: PUT /me ignores a role', async ({ admin, user }) => {
  const { role_id, role } = (await admin.get('/me')).body
  const { body: before } = await user.get('/me')
  const sent = { name: 'New', role_id, role, current_password: password }
  const { status, body } = await user.put('/me', sent)
  expect([status, body]).toEqual([200, { ...before, name: 'New', updated_at: body.updated_at }])
  expect((await user.put('/me', { role_id: 'nonsense' })).status).toBe(200)
  expectMessage(await user.get('/users'), 403, 'Forbidden.')
})

test('D20: a password change by PUT /me revokes all tokens of the account but the one of the request', async (library) => {
  const { anonymous, url, user, admin } = library
  const login = await anonymous.post('/login', { email: user.email, password })
  const otherSession = client(url, login.body.token)
  const rejected = await user.put('/me', { password: 'new password', current_password: 'wrong horse' })
  expect([rejected.status, (await otherSession.get('/me')).status]).toEqual([400, 200])
  expect((await user.put('/me', { name: 'New' })).status).toBe(200)
  expect((await otherSession.get('/me')).status).toBe(200)
  expect((await user.put('/me', { password: 'new password', current_password: password })).status).toBe(200)
  expectMessage(await otherSession.get('/me'), 401, 'Unauthenticated.')
  expect((await user.get('/me')).status).toBe(200)
  expect((await admin.get('/me')).status).toBe(200)
})

test('D20: a password change by an admin revokes all tokens of the user', async ({ user, admin }) => {
  expectInvalid(await admin.put(`/users/${user.id}`, { password: 'new password', role_id: 99 }), 'role_id')
  expect((await user.get('/me')).status).toBe(200)
  expect((await admin.put(`/users/${user.id}`, { password: 'new password' })).status).toBe(200)
  expectMessage(await user.get('/me'), 401, 'Unauthenticated.')
  expect((await admin.get('/me')).status).toBe(200)
})

test('D20: an admin who changes their own password by PUT /users keeps the token of the request', async () => {
  await using library = await startTestLibrary()
  const { body: admin } = await library.admin.get('/me')
  const login = await library.anonymous.post('/login', { email: admin.email, password })
  expect((await library.admin.put(`/users/${admin.id}`, { password: 'new password' })).status).toBe(200)
  expect((await library.admin.get('/me')).status).toBe(200)
  expectMessage(await client(library.url, login.body.token).get('/me'), 401, 'Unauthenticated.')
})

test('D21: POST /register creates an account with the role user, whatever the body says', async (library) => {
  const { admin, anonymous, url, nica } = library
  const { role_id, role } = (await admin.get('/me')).body
  for (const [n, members] of [{ role_id }, { role }, { role_id: null }].entries()) {
    const email = `n${n}@example.com`
    const { status, body } = await anonymous.post('/register', { ...nica, email, ...members })
    expect([status, body.user]).toEqual([201, shapes.user({ email })])
    expectMessage(await client(url, body.token).get('/users'), 403, 'Forbidden.')
  }
})
