import { expect } from 'bun:test'
import { client } from '../support/client.ts'
import { password } from '../support/library.ts'
import { sharedLibraryTest } from '../support/sharedLibraryTest.ts'
import * as shapes from './shapes.ts'
import { expectInvalid, expectMessage } from './shapes.ts'

const test = sharedLibraryTest()

test('POST /register responds with a user and a valid token', async ({ anonymous, url, nica }) => {
  const { status, body } = await anonymous.post('/register', nica)
  expect(status).toBe(201)
  expect(body).toEqual({
    token: expect.stringMatching(/^\S{20,}$/),
    user: shapes.user({ name: 'Nica', email: nica.email }),
  })
  expect(body.user.role_id).toBe(body.user.role.id)
  const me = await client(url, body.token).get('/me')
  expect([me.status, me.body]).toEqual([200, body.user])
})

test('POST /register needs a confirmation that equals the password', async ({ anonymous, admin, nica }) => {
  const { text: before } = await admin.get('/users')
  for (const password_confirmation of ['pannonicA', 'pannonica ', undefined, 5]) {
    const response = await anonymous.post('/register', { ...nica, password_confirmation })
    expect([response.status, response.body.message]).toEqual([400, 'The given data was invalid.'])
    expect(Object.keys(response.body.errors).join()).toMatch(/^password/)
  }
  expect((await admin.get('/users')).text).toBe(before)
})

test('POST /login responds with a new token and the user with the role', async ({ anonymous, admin, url }) => {
  const { status, body } = await anonymous.post('/login', { email: 'admin@example.com', password })
  expect(status).toBe(200)
  expect(body).toEqual({
    token: expect.any(String),
    user: shapes.user({ email: 'admin@example.com', role: shapes.role({ name: 'admin' }) }),
  })
  expect(body.token).not.toBe(admin.token)
  expect((await admin.get('/me')).body).toEqual(body.user)
  expect((await client(url, body.token).get('/users')).status).toBe(200)
})

test('POST /login with wrong credentials responds 422 with an error for the e-mail field', async (library) => {
  const { anonymous, user } = library
  const texts = new Set<string>()
  const attempts = [
    { email: user.email, password: 'wrong horse' },
    { email: 'nobody@example.com', password },
    { email: 'not an address', password: 'x' },
  ]
  for (const attempt of attempts) {
    const { status, body, text } = await anonymous.post('/login', attempt)
    expect(status).toBe(422)
    texts.add(text)
    const errors = { email: ['The provided credentials are incorrect.'] }
    expect(body).toEqual({ message: expect.any(String), errors })
  }
  // D23. The tests of the forms of a password count what is compared for each.
  expect(texts.size).toBe(1)
})

test('POST /login needs an e-mail address and a password', async ({ anonymous }) => {
  expectInvalid(await anonymous.post('/login', {}), 'email', 'password')
  expectInvalid(await anonymous.post('/login', { password }), 'email')
  expectInvalid(await anonymous.post('/login', { email: 'user@example.com' }), 'password')
  expectInvalid(await anonymous.post('/login', { email: 5, password: ['x'] }), 'email', 'password')
})

test('POST /logout revokes the token of the request and no other', async ({ anonymous, url, user, admin }) => {
  const login = await anonymous.post('/login', { email: user.email, password })
  const second = client(url, login.body.token)
  expectMessage(await second.post('/logout'), 200, 'Logged out.')
  expectMessage(await second.get('/me'), 401, 'Unauthenticated.')
  expectMessage(await second.post('/logout'), 401, 'Unauthenticated.')
  expect((await user.get('/me')).status).toBe(200)
  expect((await admin.get('/me')).status).toBe(200)
})

test('PUT /me changes the name without current_password, and responds with the user', async ({ user }) => {
  const { body: before } = await user.get('/me')
  const { status, body } = await user.put('/me', { name: ' Nica ' })
  expect([status, body]).toEqual([200, { ...before, name: 'Nica', updated_at: body.updated_at }])
  expect(body.updated_at > before.updated_at).toBe(true)
  expect((await user.get('/me')).body).toEqual(body)
  expect((await user.put('/me', body)).status).toBe(200)
})
