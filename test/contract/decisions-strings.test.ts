import { expect } from 'bun:test'
import { sharedLibraryTest } from '../support/sharedLibraryTest.ts'
import { expectInvalid } from './shapes.ts'

// D4: what is trimmed, and control characters. `fields.ts` has the rest of the rules of texts.

const test = sharedLibraryTest()

const account = (secret: string) => ({
  name: 'Nica',
  email: 'nica@example.com',
  password: secret,
  password_confirmation: secret,
})

test('D4: an e-mail address is trimmed, a password is not', async ({ anonymous, admin }) => {
  const secret = '  spaced out  '
  const { status, body } = await anonymous.post('/register', { ...account(secret), email: ' nica@example.com ' })
  expect([status, body.user.email]).toEqual([201, 'nica@example.com'])
  expect((await anonymous.post('/login', { email: ' nica@example.com ', password: secret })).status).toBe(200)
  const trimmed = await anonymous.post('/login', { email: 'nica@example.com', password: secret.trim() })
  expect(trimmed.status).toBe(422)
  expect((await admin.post('/users', { ...account(' '.repeat(8)), email: 'x@example.com' })).status).toBe(201)
})

test('D4: control characters are rejected, except tab and newline', async ({ admin, user }) => {
  expect((await admin.post('/labels', { name: 'a\tb\nc' })).status).toBe(201)
  expectInvalid(await admin.post('/tracks', { title: 'a\0b', file_path: 'a\rb' }), 'title', 'file_path')
  expectInvalid(await admin.post('/artists', { name: 'a', cover_path: 'a\u001bb' }), 'cover_path')
  expectInvalid(await admin.put(`/users/${user.id}`, { name: 'a\u007fb' }), 'name')
})
