import { expect } from 'bun:test'
import { sharedLibraryTest } from '../support/sharedLibraryTest.ts'
import { expectInvalid } from './shapes.ts'

// D4 and D5: trimming, control characters and lengths.

const test = sharedLibraryTest()

const account = (secret: string) => ({
  name: 'Nica',
  email: 'nica@example.com',
  password: secret,
  password_confirmation: secret,
})

test('D4: strings are trimmed; an empty string counts as missing or as null', async ({ admin }) => {
  const artist = await admin.post('/artists', { name: '\t Sun Ra \n', cover_path: '  ra.jpg ' })
  expect(artist.body).toMatchObject({ name: 'Sun Ra', cover_path: 'ra.jpg' })
  const changed = await admin.put(`/artists/${artist.body.id}`, { cover_path: ' \n' })
  expect([changed.status, changed.body.cover_path]).toEqual([200, null])
  expectInvalid(await admin.put(`/artists/${artist.body.id}`, { name: ' \t ' }), 'name')
  expectInvalid(await admin.post('/tracks', { title: ' ', file_path: '\n' }), 'title', 'file_path')
  const { body } = await admin.post('/labels', { name: ` ${'x'.repeat(100)} ` })
  expect(body.name).toHaveLength(100)
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
  const { body: label } = await admin.post('/labels', { name: 'Columbia' })
  for (let code = 0; code < 0xa0; code++) {
    const character = String.fromCodePoint(code)
    const response = await admin.put(`/labels/${label.id}`, { name: `a${character}b` })
    const isControl = code < 0x20 || code >= 0x7f
    const isAllowed = !isControl || character === '\t' || character === '\n'
    expect([code, response.status]).toEqual([code, isAllowed ? 200 : 400])
    if (!isAllowed) expectInvalid(response, 'name')
  }
  expectInvalid(await admin.post('/tracks', { title: 'a\0b', file_path: 'a\rb' }), 'title', 'file_path')
  expectInvalid(await admin.post('/artists', { name: 'a', cover_path: 'a\u001bb' }), 'cover_path')
  expectInvalid(await admin.put(`/users/${user.id}`, { name: 'a\u0007b' }), 'name')
})

test('D5: lengths count Unicode code points', async ({ admin }) => {
  const bounds = [
    ['/labels', 'name', 100, {}],
    ['/genres', 'name', 100, {}],
    ['/artists', 'name', 255, {}],
    ['/artists', 'cover_path', 255, { name: 'x' }],
    ['/albums', 'title', 255, {}],
    ['/albums', 'cover_path', 255, { title: 'x' }],
    ['/tracks', 'title', 255, { file_path: 'x' }],
    ['/tracks', 'file_path', 255, { title: 'x' }],
  ] as const
  for (const [path, field, max, rest] of bounds) {
    const longest = '𝄞'.repeat(max)
    const { status, body } = await admin.post(path, { ...rest, [field]: longest })
    expect([path, field, status, body[field]]).toEqual([path, field, 201, longest])
    expectInvalid(await admin.post(path, { ...rest, [field]: `${longest}x` }), field)
  }
})

test('D5: a password has 8 to 1,024 code points', async ({ user, admin, anonymous }) => {
  const put = (secret: string) => admin.put(`/users/${user.id}`, { password: secret })
  expectInvalid(await put('𝄞'.repeat(7)), 'password')
  expectInvalid(await put('x'.repeat(1025)), 'password')
  expectInvalid(await put('𝄞'.repeat(1025)), 'password')
  for (const secret of ['𝄞'.repeat(8), '𝄞'.repeat(1024)]) {
    expect((await put(secret)).status).toBe(200)
    expect((await anonymous.post('/login', { email: user.email, password: secret })).status).toBe(200)
  }
})
