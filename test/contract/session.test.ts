import { expect, test } from 'bun:test'
import { client } from '../support/client.ts'
import { password, startTestLibrary } from '../support/library.ts'
import * as shapes from './shapes.ts'
import { expectInvalid, expectMessage } from './shapes.ts'

const nica = {
  name: 'Nica',
  email: 'nica@example.com',
  password: 'pannonica',
  password_confirmation: 'pannonica',
}

test('who registers is a user, and holds a token that works at once', async () => {
  await using library = await startTestLibrary()
  const { status, body } = await library.anonymous.post('/register', nica)
  expect(status).toBe(201)
  expect(body).toEqual({
    token: expect.stringMatching(/^\S{20,}$/),
    user: shapes.user({ name: 'Nica', email: 'nica@example.com' }),
  })
  expect(body.user.role_id).toBe(body.user.role.id)
  const me = await client(library.url, body.token).get('/me')
  expect([me.status, me.body]).toEqual([200, body.user])
})

test('a registration that breaks a rule is refused, and makes no account', async () => {
  await using library = await startTestLibrary()
  const { text: before } = await library.admin.get('/users')
  const refused: [Record<string, unknown>, ...string[]][] = [
    [{ name: undefined }, 'name'],
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(256) }, 'name'],
    [{ name: 5 }, 'name'],
    [{ email: undefined }, 'email'],
    [{ email: 'nica' }, 'email'],
    [{ email: 'nica@' }, 'email'],
    [{ email: '@example.com' }, 'email'],
    [{ email: 'ni ca@example.com' }, 'email'],
    [{ email: ['nica@example.com'] }, 'email'],
    [{ email: 'user@example.com' }, 'email'],
    [{ name: null, email: null }, 'name', 'email'],
  ]
  for (const [change, ...fields] of refused) {
    expectInvalid(await library.anonymous.post('/register', { ...nica, ...change }), ...fields)
  }
  for (const wrong of ['1234567', '', null, 12345678, undefined]) {
    const response = await library.anonymous.post('/register', { ...nica, password: wrong, password_confirmation: wrong })
    expect([response.status, Object.keys(response.body.errors)]).toEqual([400, expect.arrayContaining(['password'])])
  }
  expect((await library.admin.get('/users')).text).toBe(before)
})

test('the confirmation has to equal the password', async () => {
  await using library = await startTestLibrary()
  for (const password_confirmation of ['pannonicA', 'pannonica ', '', null, undefined, 5]) {
    const response = await library.anonymous.post('/register', { ...nica, password_confirmation })
    expect([response.status, response.body.message]).toEqual([400, 'The given data was invalid.'])
    expect(Object.keys(response.body.errors).join()).toMatch(/^password/)
  }
  expect((await library.admin.get('/users')).body).toHaveLength(2)
})

test('a name of 255 characters and a password of 8 are accepted', async () => {
  await using library = await startTestLibrary()
  const secret = '12345678'
  const edge = { ...nica, name: 'é'.repeat(255), password: secret, password_confirmation: secret }
  const { status, body } = await library.anonymous.post('/register', edge)
  expect([status, body.user.name]).toEqual([201, edge.name])
  expect((await library.anonymous.post('/login', { email: nica.email, password: secret })).status).toBe(200)
})

test('logging in gives another token and the user with the role', async () => {
  await using library = await startTestLibrary()
  const { status, body } = await library.anonymous.post('/login', { email: 'admin@example.com', password })
  expect(status).toBe(200)
  expect(body).toEqual({
    token: expect.any(String),
    user: shapes.user({ email: 'admin@example.com', role: shapes.role({ name: 'admin' }) }),
  })
  expect(body.token).not.toBe(library.admin.token)
  expect((await library.admin.get('/me')).body).toEqual(body.user)
  expect((await client(library.url, body.token).get('/users')).status).toBe(200)
})

test('wrong credentials are a 422 on the e-mail field', async () => {
  await using library = await startTestLibrary()
  const attempts = [
    { email: 'user@example.com', password: 'wrong horse' },
    { email: 'nobody@example.com', password },
    { email: 'not an address', password },
    { email: 'user@example.com', password: `${password} ` },
    { email: 'user@example.com', password: 'x' },
  ]
  for (const attempt of attempts) {
    const { status, body } = await library.anonymous.post('/login', attempt)
    expect(status).toBe(422)
    expect(body).toEqual({
      message: expect.any(String),
      errors: { email: ['The provided credentials are incorrect.'] },
    })
  }
})

test('logging in needs an e-mail and a password', async () => {
  await using library = await startTestLibrary()
  expectInvalid(await library.anonymous.post('/login', {}), 'email', 'password')
  expectInvalid(await library.anonymous.post('/login', { password }), 'email')
  expectInvalid(await library.anonymous.post('/login', { email: 'user@example.com' }), 'password')
  expectInvalid(await library.anonymous.post('/login', { email: 5, password: ['x'] }), 'email', 'password')
})

test('logging out ends the token that asked, and no other', async () => {
  await using library = await startTestLibrary()
  const login = await library.anonymous.post('/login', { email: 'user@example.com', password })
  const second = client(library.url, login.body.token)
  expectMessage(await second.post('/logout'), 200, 'Logged out.')
  expectMessage(await second.get('/me'), 401, 'Unauthenticated.')
  expectMessage(await second.post('/logout'), 401, 'Unauthenticated.')
  expect((await library.user.get('/me')).status).toBe(200)
  expect((await library.admin.get('/me')).status).toBe(200)
})

test('everybody sees themselves at /me', async () => {
  await using library = await startTestLibrary()
  const { body: user } = await library.user.get('/me')
  const { body: admin } = await library.admin.get('/me')
  expect(user).toEqual(shapes.user({ email: 'user@example.com' }))
  expect(admin).toEqual(shapes.user({ email: 'admin@example.com', role: shapes.role({ name: 'admin' }) }))
  expect((await library.admin.get('/users')).body).toEqual([admin, user])
})

test('no response has a password in it, hashed or not', async () => {
  await using library = await startTestLibrary()
  const { body: me } = await library.user.get('/me')
  const secret = { password: 'new password', current_password: password }
  const registered = await library.anonymous.post('/register', nica)
  const responses = [
    registered,
    await library.anonymous.post('/login', { email: nica.email, password: nica.password }),
    await library.user.put('/me', secret),
    await library.user.get('/me'),
    await library.admin.post('/users', { ...nica, email: 'other@example.com' }),
    await library.admin.put(`/users/${me.id}`, secret),
    await library.admin.get('/users'),
    await library.admin.get(`/users/${me.id}`),
    await library.anonymous.post('/register', nica),
  ]
  for (const { text } of responses) expect(text).not.toMatch(/"password|pannonica|new password|correct horse|argon2|\$2/)
})

test('PUT /me changes the name without a password, and responses the user', async () => {
  await using library = await startTestLibrary()
  const { body: before } = await library.user.get('/me')
  const { status, body } = await library.user.put('/me', { name: ' Nica ' })
  expect([status, body]).toEqual([200, { ...before, name: 'Nica', updated_at: body.updated_at }])
  expect(body.updated_at > before.updated_at).toBe(true)
  expect((await library.user.get('/me')).body).toEqual(body)
})

test('PUT /me refuses what registering refuses, and then changes nothing', async () => {
  await using library = await startTestLibrary()
  const { text: before } = await library.user.get('/me')
  const current_password = password
  expectInvalid(await library.user.put('/me', { name: '' }), 'name')
  expectInvalid(await library.user.put('/me', { name: 'x'.repeat(256) }), 'name')
  expectInvalid(await library.user.put('/me', { email: 'nica', current_password }), 'email')
  expectInvalid(await library.user.put('/me', { email: 'ADMIN@example.com', current_password }), 'email')
  expectInvalid(await library.user.put('/me', { password: '1234567', current_password }), 'password')
  expectInvalid(await library.user.put('/me', { name: null, email: null, password: null }), 'name', 'email', 'password')
  expect((await library.user.get('/me')).text).toBe(before)
})
