import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { createMusicLibrary } from '../../src/index.ts'
import { client } from '../support/client.ts'
import { rejection } from '../support/database.ts'
import { emptyFolder } from '../support/folder.ts'
import { openRawConnection } from '../support/rawConnection.ts'

const registration = {
  name: 'Ada',
  email: 'ada@example.com',
  password: 'a long secret',
  password_confirmation: 'a long secret',
}

test('a reset brings back records, ids, likes and accounts, and ends sessions that began later', async () => {
  await using library = await createMusicLibrary({ catalogue: 'sample', listen: true })
  const before = await library.seed('sample')
  expect(before.sections.tracks).toMatchObject({ created: 0, updated: 0 })
  const registered = await library.anonymous.register(registration)
  const ada = client(library.url ?? '', registered.token)
  const tracks = (await ada.get('/tracks')).body
  expect((await ada.post('/tracks/3/like')).status).toBe(200)
  await library.seed({ labels: [{ name: 'Verve' }] })
  await library.reset()

  expect((await ada.get('/tracks')).status).toBe(401)
  // The same address is free again, and the account gets the same id.
  const again = await library.anonymous.register(registration)
  expect(again.user.id).toBe(registered.user.id)
  const client2 = client(library.url ?? '', again.token)
  expect((await client2.get('/tracks')).body).toEqual(tracks)
  expect((await client2.get('/me/likes')).body).toEqual([])
  expect((await client2.get('/labels')).body.map(({ name }: { name: string }) => name)).not.toContain('Verve')
})

test('a reset forgets how many requests a client has sent', async () => {
  const limits = { login: '1/1h', register: '1/1h', all: '4/1h' }
  await using library = await createMusicLibrary({ limits, clientAddress: () => '192.0.2.1' })
  const { anonymous } = library
  for (let round = 0; round < 2; round++) {
    await anonymous.register(registration)
    await anonymous.login(registration)
    expect(await rejection(anonymous.register(registration))).toMatchObject({ status: 429 })
    expect(await rejection(anonymous.login(registration))).toMatchObject({ status: 429 })
    expect(await rejection(anonymous.request('GET', '/me'))).toMatchObject({ status: 429 })
    await library.reset()
  }
})

test('a client of `as` works without a password, also after a reset', async () => {
  await using library = await createMusicLibrary({ catalogue: 'sample' })
  await library.anonymous.register(registration)
  const ada = library.as('ADA@example.com')
  expect((await ada.me.get()).email).toBe('ada@example.com')
  await ada.tracks.like(3)
  expect(await ada.me.likes()).toHaveLength(1)
  await library.reset()
  expect(String(await rejection(ada.me.get()))).toContain('User ADA@example.com was not found.')
  await library.anonymous.register(registration)
  expect(await ada.me.likes()).toEqual([])
})

test('a library in a file is not reset, and its requests are not listed', async () => {
  using folder = emptyFolder()
  await using library = await createMusicLibrary({ database: join(folder.path, 'library.db') })
  expect(await rejection(library.reset())).toMatchObject({
    name: 'OperationalError',
    message: 'A library in a file is not reset. Create one in memory.',
  })
  expect(await rejection(library.requests())).toMatchObject({
    name: 'OperationalError',
    message: 'Requests to a library in a file are not listed. Create one in memory.',
  })
})

const token = `mlib_${'a'.repeat(43)}`

test('accounts of the option users have their likes and given tokens, also after a reset', async () => {
  await using library = await createMusicLibrary({
    catalogue: 'sample',
    listen: true,
    users: [
      { email: 'ada@example.com', password: 'a long secret', role: 'admin', token },
      { email: 'bob@example.com', token: `mlib_${'b'.repeat(43)}`, locked: true },
    ],
  })
  const { url = '' } = library
  const ada = client(url, token)
  for (let round = 0; round < 2; round++) {
    expect((await ada.get('/me')).body.role.name).toBe('admin')
    expect(await rejection(library.as('bob@example.com').users.list())).toMatchObject({ status: 403 })
    const session = await library.anonymous.login({ email: 'ada@example.com', password: 'a long secret' })
    expect((await ada.post('/labels', { name: 'Verve' })).body.id).toBe(20)
    // The given token is revoked by the logout, and the reset brings it back.
    expect((await ada.post('/logout')).status).toBe(200)
    expect((await ada.get('/me')).status).toBe(401)
    await library.reset()
    expect((await client(url, session.token).get('/me')).status).toBe(401)
  }
})

test('tokenOf starts a session of an account, which a reset ends', async () => {
  await using library = await createMusicLibrary({ users: [{ email: 'ada@example.com', token }], listen: true })
  const [first, second] = [await library.tokenOf('ada@example.com'), await library.tokenOf('ADA@example.com')]
  expect(first).not.toBe(second)
  const ada = client(library.url ?? '', first)
  expect((await ada.get('/me')).body.email).toBe('ada@example.com')
  expect((await ada.post('/logout')).status).toBe(200)
  expect((await ada.get('/me')).status).toBe(401)
  await library.reset()
  expect((await client(library.url ?? '', second).get('/me')).status).toBe(401)
  expect(String(await rejection(library.tokenOf('bob@example.com')))).toContain('User bob@example.com was not found.')
})

test('a client of `as` is not logged out, and says so', async () => {
  await using library = await createMusicLibrary({ users: [{ email: 'ada@example.com', token }] })
  const ada = library.as('ada@example.com')
  await ada.me.get()
  const error = await rejection(ada.logout())
  expect(error).toBeInstanceOf(TypeError)
  expect(String(error)).toContain('use a client with the token of tokenOf()')
  expect((await ada.me.get()).email).toBe('ada@example.com')
})

test('a write that is in flight at a reset is aborted, and says so', async () => {
  const users = [{ email: 'ada@example.com', role: 'admin', token }] as const
  await using library = await createMusicLibrary({ users, listen: true })
  // A given token is still there after the reset, and that of a session is not.
  for (const tokenOf of [() => token, () => library.tokenOf('ada@example.com')]) {
    const used = await tokenOf()
    using connection = await openRawConnection(library.url ?? '')
    const body = JSON.stringify({ name: 'Verve' })
    const head = ['POST /api/labels HTTP/1.1', 'Host: localhost', 'Connection: close', `Authorization: Bearer ${used}`]
    const lines = [...head, 'Content-Type: application/json', `Content-Length: ${body.length}`, '', body.slice(0, 5)]
    await connection.send(lines.join('\r\n'))
    // The server accepts connections in their order, so it has this request when it has responded to the next one.
    await client(library.url ?? '', token).get('/me')
    await library.reset()
    await connection.send(body.slice(5))
    const response = await connection.closed
    expect(response).toStartWith('HTTP/1.1 503 ')
    expect(response).toContain('The request was aborted: the library was reset while it was in flight.')
    expect(await library.as('ada@example.com').labels.list()).toEqual([])
  }
})
