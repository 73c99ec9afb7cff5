import { expect } from 'bun:test'
import { client } from '../support/client.ts'
import { engine } from '../support/engine.ts'
import { libraryTest as test } from '../support/fixtureTest.ts'
import { password, type TestLibrary } from '../support/library.ts'
import { openSql, readTables } from '../support/sql.ts'
import { expectMessage } from './shapes.ts'

// D22 and D24: tokens, and no limits by default.

/** Logs in several times. Returns the tokens. */
const createTokens = async (url: string, count: number): Promise<string[]> => {
  const { post } = client(url)
  const responses = Array.from({ length: count }, () => post('/login', { email: 'user@example.com', password }))
  return (await Promise.all(responses)).map(({ body }) => body.token)
}

test('D22: a token is a prefix and 256 random bits in base64url', async (library) => {
  const tokens = await createTokens(library.url, 6)
  const secrets = tokens.map((token) => token.slice(-43))
  expect(new Set(secrets).size).toBe(6)
  for (const secret of secrets) {
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
  }
  const prefixes = new Set(tokens.map((token) => token.slice(0, -43)))
  expect([...prefixes]).toEqual([expect.stringMatching(/^[a-z]\w+$/)])
})

/** All that is stored: the bytes of the file, or the rows of all tables as text. */
const readContent = async ({ databaseUrl }: TestLibrary): Promise<Buffer> => {
  if (engine === 'postgres') return Buffer.from(JSON.stringify(await readTables(databaseUrl)))
  const bytes: Buffer[] = []
  for (const name of [databaseUrl, `${databaseUrl}-wal`]) {
    const file = Bun.file(name)
    if (await file.exists()) bytes.push(Buffer.from(await file.arrayBuffer()))
  }
  return Buffer.concat(bytes)
}

test('D22: the library has only the SHA-256 of a token, and only a slow hash of a password', async (library) => {
  const [token = ''] = await createTokens(library.url, 1)
  const secret = 'an unusual secret'
  await library.admin.post('/users', { name: 'Nica', email: 'nica@example.com', password: secret })

  const content = await readContent(library)
  const hash = new Bun.CryptoHasher('sha256').update(token).digest()
  for (const plain of [token, token.slice(-43), library.admin.token ?? '', secret, password]) {
    expect(content.includes(plain)).toBe(false)
    expect(content.includes(Buffer.from(plain).toString('base64'))).toBe(false)
    expect(content.includes(Buffer.from(plain).toString('hex'))).toBe(false)
  }
  expect(content.includes(Buffer.from(token.slice(-43), 'base64url'))).toBe(false)
  expect(content.includes(hash) || content.includes(hash.toString('hex'))).toBe(true)

  await using other = openSql(library.databaseUrl)
  const users = await other.query<{ password: string }>('SELECT password FROM users')
  expect(users).toHaveLength(3)
  for (const user of users) expect(user.password).toMatch(/^\$(argon2id|2[aby])\$/)
  expect(new Set(users.map((user) => user.password)).size).toBeGreaterThan(1)
})

test('D22: the Authorization header must have the scheme Bearer, in any case, and one token', async (library) => {
  const { token } = library.user
  const me = (authorization: string) => library.anonymous.send('GET', '/me', { headers: { authorization } })
  for (const scheme of ['Bearer', 'bEaReR']) expect((await me(`${scheme} ${token}`)).status).toBe(200)
  const basic = `Basic ${Buffer.from(`user@example.com:${password}`).toString('base64')}`
  const changed = [`${token}x`, token?.toUpperCase(), `${token} ${token}`, 'null']
  for (const authorization of ['', 'Bearer ', `${token}`, basic, ...changed.map((sent) => `Bearer ${sent}`)]) {
    const response = await me(authorization)
    expectMessage(response, 401, 'Unauthenticated.')
    expect(response.headers.get('www-authenticate')).toBe('Bearer')
  }
})

test('D22: a token is read from the Authorization header alone', async (library) => {
  const token = library.admin.token ?? ''
  for (const name of ['token', 'access_token', 'authorization']) {
    const query = `${name}=${token}`
    expectMessage(await library.anonymous.get(`/me?${query}`), 401, 'Unauthenticated.')
    expectMessage(await library.anonymous.post('/labels', { name: 'x', [name]: token }), 401, 'Unauthenticated.')
    const headers = { cookie: query, [`x-${name}`]: token }
    expectMessage(await library.anonymous.send('GET', '/me', { headers }), 401, 'Unauthenticated.')
  }
  expect((await library.admin.get('/labels')).body).toEqual([])
  expect((await library.user.get(`/users?access_token=${token}`)).status).toBe(403)
})

test('D24: the number of requests is not limited by default', async (library) => {
  const wrong = { email: 'user@example.com', password: 'wrong' }
  // The delays of a network that the account has used are short.
  await library.anonymous.post('/login', { ...wrong, password })
  const requests = [
    ...Array.from({ length: 15 }, () => library.anonymous.post('/login', wrong)),
    ...Array.from({ length: 100 }, () => library.user.get('/labels')),
  ]
  const statuses = (await Promise.all(requests)).map(({ status }) => status)
  expect(statuses).toEqual([...Array(15).fill(422), ...Array(100).fill(200)])
  expect((await library.anonymous.post('/login', { ...wrong, password })).status).toBe(200)
})
