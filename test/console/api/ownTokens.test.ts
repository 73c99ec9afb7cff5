import { expect } from 'bun:test'
import { isLocked, setLocked } from '../../../src/accounts/users/lock.ts'
import { entriesOf, runSql } from '../../support/audit.ts'
import { type Client, client } from '../../support/client.ts'
import { sendToConsole } from '../../support/consoleApi.ts'
import { libraryTest as test } from '../../support/fixtureTest.ts'
import { password, type TestLibrary } from '../../support/library.ts'
import { createNamedToken } from '../../support/tokens.ts'
import { unaudited } from '../../support/unaudited.ts'
import { expectInvalid } from './invalid.ts'

const logIn = async ({ anonymous, url }: TestLibrary, email: string) => {
  const { body } = await anonymous.post('/login', { email, password })
  return client(url, body.token)
}

/** The id of the token of a client. */
const idOf = async (caller: Client): Promise<number> => {
  const { body } = await sendToConsole(caller, 'GET', '/sessions')
  return body.find(({ is_current }: { is_current: boolean }) => is_current).id
}

test('a user lists their own tokens, the one that was used last first', async (library) => {
  const { user, file } = library
  const { id } = (await user.get('/me')).body
  const phone = await logIn(library, 'user@example.com')
  const player = await createNamedToken(library, id, { read_only: true, expiresInMs: 60_000 })
  const phoneId = await idOf(phone)
  const last = "last_used_at = '9999-01-01T00:00:00.000000Z', address = '192.0.2.7', program = 'phone'"
  runSql(file, `UPDATE tokens SET ${last} WHERE id = ?`, phoneId)
  const { body, headers } = await sendToConsole(user, 'GET', '/sessions')
  expect(headers.get('x-total-count')).toBe('3')
  expect(body).toMatchObject([
    { id: phoneId, name: null, address: '192.0.2.7', program: 'phone', is_current: false },
    { id: player.token_id, name: 'player', read_only: true, last_used_at: null, is_current: false },
    { name: null, read_only: false, expires_at: null, is_current: true },
  ])
  expect(JSON.stringify(body)).not.toMatch(/hash|mlib_/)
  const page = await sendToConsole(user, 'GET', '/sessions?limit=1&offset=1')
  expect([page.body.length, page.body[0].id, page.headers.get('x-total-count')]).toEqual([1, player.token_id, '3'])
  expectInvalid(await sendToConsole(user, 'GET', '/sessions?limit=0'), { limit: /from 1 to 1000/ })
})

test('a user revokes a token of their own, and of nobody else', async (library) => {
  const { admin, user } = library
  const phone = await logIn(library, 'user@example.com')
  const phoneId = await idOf(phone)
  const adminId = await idOf(admin)
  for (const [caller, id] of [
    [user, adminId],
    [admin, phoneId],
    [user, 999],
  ] as const) {
    const { status, body } = await sendToConsole(caller, 'DELETE', `/sessions/${id}`)
    expect([status, body]).toEqual([404, { message: `Session ${id} was not found.` }])
  }
  const entries = await entriesOf(library, async () => {
    expect((await sendToConsole(user, 'DELETE', `/sessions/${phoneId}`)).status).toBe(204)
  })
  expect(entries).toMatchObject([{ action: 'revoke', record: `tokens/${phoneId}`, email: 'user@example.com' }])
  expect((await phone.get('/me')).status).toBe(401)
  expect((await user.get('/me')).status).toBe(200)
  // The own one, too.
  expect((await sendToConsole(user, 'DELETE', `/sessions/${await idOf(user)}`)).status).toBe(204)
  expect((await user.get('/me')).status).toBe(401)
})

test('a user ends all other sessions, and named tokens stay', async (library) => {
  const { admin, user } = library
  const { id } = (await user.get('/me')).body
  const others = [await logIn(library, 'user@example.com'), await logIn(library, 'user@example.com')]
  const player = await createNamedToken(library, id)
  const entries = await entriesOf(library, async () => {
    expect((await sendToConsole(user, 'DELETE', '/sessions')).body).toEqual({ revoked: 2 })
    expect((await sendToConsole(user, 'DELETE', '/sessions')).body).toEqual({ revoked: 0 })
  })
  expect(entries).toMatchObject([{ action: 'revoke', record: `users/${id}`, counts: { tokens: 2 } }])
  const statuses = [...others, user, player, admin].map(async (caller) => (await caller.get('/me')).status)
  expect(await Promise.all(statuses)).toEqual([401, 401, 200, 200, 200])
})

test('no request revokes a token of a locked account, or creates one', async (library) => {
  const { admin, user } = library
  const { id } = (await user.get('/me')).body
  const phone = await logIn(library, 'user@example.com')
  const phoneId = await idOf(phone)
  await library.library.write((tx) => setLocked(unaudited(tx), id, true))
  expect(await isLocked(library.library.read, id)).toBe(true)
  const entries = await entriesOf(library, async () => {
    for (const [caller, method, path, body] of [
      [user, 'DELETE', `/sessions/${phoneId}`],
      [user, 'DELETE', '/sessions'],
      [admin, 'DELETE', `/tokens/${phoneId}`],
      [admin, 'POST', '/tokens', { user_id: id, name: 'player' }],
    ] as const) {
      const response = await sendToConsole(caller, method, path, body)
      expect([path, response.status, response.body]).toEqual([path, 403, { message: 'Forbidden.' }])
    }
  })
  expect(entries).toEqual([])
  expect((await phone.get('/me')).status).toBe(200)
})
