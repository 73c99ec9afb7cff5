import { expect, test } from 'bun:test'
import { resourceNames } from '../../src/catalogue/resources.ts'
import { endpoints, readRecordId } from '../contract/endpoints.ts'
import { runSql } from '../support/audit.ts'
import type { ClientResponse } from '../support/client.ts'
import { createFixtures } from '../support/createFixtures.ts'
import { password, startTestLibrary, type TestLibrary } from '../support/library.ts'

/** All values of members with these names, at any depth of a body. */
const findMembers = (value: unknown, names: string[]): string[] => {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) =>
    names.includes(name) && typeof member === 'string' ? [member] : findMembers(member, names),
  )
}

/** Sends every request of the table. Returns the passwords, tokens and codes that were sent or received. */
const sendAll = async ({ admin, user, anonymous }: TestLibrary, invitation: string) => {
  const secrets: string[] = [password, admin.token ?? '', user.token ?? '', invitation]
  const names = ['password', 'current_password', 'password_confirmation', 'token']
  const clients = { everyone: anonymous, users: user, admins: admin }
  const isLast = (path: string) => path === '/logout'
  for (const [n, [access, method, path, success, body]] of endpoints
    .toSorted(([, , a], [, , b]) => Number(isLast(a)) - Number(isLast(b)))
    .entries()) {
    const resource = resourceNames.find((name) => path.startsWith(`/${name}/:id`))
    const id = resource ? await readRecordId(admin, resource) : (await admin.get('/users')).body.at(-1).id
    const sent = body && { ...body(n), ...(path === '/register' ? { invitation } : {}) }
    const init = { body: JSON.stringify(sent), headers: { 'content-type': 'application/json' } }
    const url = path.replace(':id', id)
    const response: ClientResponse = await clients[access].send(method, url, sent && init)
    expect([path, response.status]).toEqual([path, success])
    secrets.push(...findMembers([sent, response.body], names))
  }
  return secrets
}

test('no password, token, code or hash of one is in the audit trail', async () => {
  await using library = await startTestLibrary({ registration: 'invite' })
  const { admin, user, anonymous, file } = library
  await createFixtures(admin)
  const code = 'minv_AAAAAAAAAAAAAAAAAAAAAA'
  const codeHash = Bun.CryptoHasher.hash('sha256', code, 'hex')
  runSql(
    file,
    `INSERT INTO invitations (hash, uses, expires_at, created_at)
     VALUES (?, 5, '9999-01-01T00:00:00.000000Z', '2026-01-01T00:00:00.000000Z')`,
    codeHash,
  )
  const change = { password: 'an unusual secret', current_password: password }
  expect((await user.put('/me', change)).status).toBe(200)
  expect((await user.put('/me', { ...change, current_password: change.password, password })).status).toBe(200)
  await admin.post('/users', { name: 'Pan', email: 'pan@example.com', password: 'a first secret' })
  expect((await admin.put('/users/3', { password: 'a second secret' })).status).toBe(200)
  await anonymous.post('/login', { email: 'user@example.com', password: 'a wrong secret' })
  const sent = await sendAll(library, code)

  const hashes = runSql(
    file,
    'SELECT password FROM users UNION SELECT hash FROM tokens UNION SELECT hash FROM invitations',
  )
  const passwords = ['an unusual secret', 'a first secret', 'a second secret', 'a wrong secret']
  const tokens = sent.filter((secret) => secret.startsWith('mlib_'))
  expect(tokens.length).toBeGreaterThan(3)
  const tokenHashes = tokens.map((token) => Bun.CryptoHasher.hash('sha256', token, 'hex'))
  const secrets = new Set([...sent, ...passwords, ...tokenHashes, ...(hashes.flat() as string[])])
  const trail = runSql(file, 'SELECT * FROM audit')
  expect(trail.length).toBeGreaterThan(20)
  const text = JSON.stringify(trail)
  for (const secret of secrets) expect(text).not.toContain(secret)
  expect(text).not.toMatch(/mlib_|minv_|argon|[\da-f]{64}/)
})
