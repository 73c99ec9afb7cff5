import { expect } from 'bun:test'
import { issueToken } from '../../src/accounts/tokens.ts'
import { setLocked } from '../../src/accounts/users/lock.ts'
import { sendBeginning } from '../contract/late.ts'
import { client } from '../support/client.ts'
import { createFixtures } from '../support/createFixtures.ts'
import { libraryTest as test } from '../support/fixtureTest.ts'
import { password, type TestLibrary } from '../support/library.ts'
import { unaudited } from '../support/unaudited.ts'

const lock = ({ library }: TestLibrary, id: number, locked = true) =>
  library.write((tx) => setLocked(unaudited(tx), id, locked))

const createLocked = async (library: TestLibrary) => {
  const account = await library.createAccount('locked@example.com')
  await lock(library, account.id)
  return account
}

test('PUT /me of a locked account is a 403 before the body is read, and changes nothing', async (library) => {
  const account = await createLocked(library)
  const before = (await account.get('/me')).text
  using connection = await sendBeginning(library, 'PUT /me', account, '{"name":"Renamed"}')
  const response = await connection.closed
  expect(response).toStartWith('HTTP/1.1 403 ')
  expect(response).toEndWith('{"message":"Forbidden."}')
  for (const body of [{}, { name: 'Renamed' }, { name: 5 }, { password: 'new password', current_password: password }]) {
    const { status, body: answer } = await account.put('/me', body)
    expect([status, answer]).toEqual([403, { message: 'Forbidden.' }])
  }
  expect((await account.get('/me')).text).toBe(before)
})

test('an account that is locked while the body of its PUT /me is on its way stays as it is', async (library) => {
  const account = await library.createAccount('late@example.com')
  const body = '{"name":"Renamed"}'
  using connection = await sendBeginning(library, 'PUT /me', account, body)
  await lock(library, account.id)
  connection.write(body.slice(3))
  expect(await connection.closed).toStartWith('HTTP/1.1 403 ')
  expect((await account.get('/me')).body.name).toBe('late')
})

test('a locked account can do everything else, and changes itself again once it is unlocked', async (library) => {
  const { track } = await createFixtures(library.admin)
  const account = await createLocked(library)
  expect((await account.post(`/tracks/${track.id}/like`)).status).toBe(200)
  expect((await account.get('/me/likes')).body).toHaveLength(1)
  const login = await library.anonymous.post('/login', { email: 'locked@example.com', password })
  expect(login.status).toBe(200)
  await lock(library, account.id, false)
  expect((await account.put('/me', { name: 'Renamed' })).body.name).toBe('Renamed')
  await lock(library, account.id)
  expect((await account.post('/logout')).status).toBe(200)
})

test('no admin changes or deletes a locked account, not even a locked admin its own', async (library) => {
  const account = await createLocked(library)
  const lockedAdmin = await library.createAccount('locked-admin@example.com', 'admin')
  await lock(library, lockedAdmin.id)
  const before = (await library.admin.get('/users')).text
  for (const admin of [library.admin, lockedAdmin]) {
    for (const id of [account.id, lockedAdmin.id]) {
      for (const body of [{ name: 'Renamed' }, { name: 5 }])
        expect((await admin.put(`/users/${id}`, body)).status).toBe(403)
      expect((await admin.delete(`/users/${id}`)).status).toBe(403)
    }
  }
  expect((await library.admin.get('/users')).text).toBe(before)
  expect((await library.admin.put('/users/abc', { name: 5 })).status).toBe(404)
  await lock(library, account.id, false)
  expect((await library.admin.delete(`/users/${account.id}`)).status).toBe(204)
})

test('the fixed token of a locked account is not revoked by a logout, and that of a session is', async (library) => {
  const account = await createLocked(library)
  const { token } = await library.library.write((tx) =>
    issueToken(unaudited(tx), { user_id: account.id, name: 'seed' }),
  )
  const shared = client(library.url, token)
  expect((await shared.post('/logout')).status).toBe(403)
  expect((await shared.get('/me')).status).toBe(200)
  expect((await account.post('/logout')).status).toBe(200)
  await lock(library, account.id, false)
  expect((await shared.post('/logout')).status).toBe(200)
})
