import { expect } from 'bun:test'
import { join } from 'node:path'
import { createClient } from '../../client/index.ts'
import { endpoints } from '../contract/endpoints.ts'
import { maxMs } from '../support/bounds.ts'
import { createFixtures } from '../support/createFixtures.ts'
import { libraryTest as test } from '../support/fixtureTest.ts'
import { emptyFolder } from '../support/folder.ts'
import { password } from '../support/library.ts'
import { bundle } from './bundle.ts'
import { converse } from './conversation.ts'
import { createRecordingClient, createRecordingFetch } from './recordingFetch.ts'

type Conversation = Awaited<ReturnType<typeof converse>>

const expectConversation = ({ accounts, created, likes, updated, single, listed, ...rest }: Conversation) => {
  expect(accounts).toEqual({
    isTokenOfRegistration: true,
    isTokenDropped: true,
    isTokenOfLogin: true,
    names: ['Ada', 'Ada L.', 'Ada L.'],
  })
  expect(created).toEqual(['Verve', 'Bebop', 'Verve', '1962-03-01T00:00:00.000000Z', 'Bill Evans', 'user'])
  expect(likes).toEqual(['Track liked.', ['My Foolish Heart'], 'Track unliked.', []])
  expect(updated).toEqual([1, 1, 1, 1, 1, 4])
  expect(single).toMatchObject({
    label: { name: 'Riverside', updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/) },
    genre: { name: 'Cool jazz' },
    artist: { duration: 7, label: { name: 'Riverside' }, tracks: [{ album: { type: 'album' }, genres: [{ id: 1 }] }] },
    album: { type: 'album', label: null, tracks: [{ title: 'My Foolish Heart', artists: [{ name: 'Bill Evans' }] }] },
    track: { duration_seconds: 297, album: { label: null }, genres: [{ pivot: { track_id: 1, genre_id: 1 } }] },
    user: { name: 'Pannonica', role: { name: 'user' } },
  })
  expect(listed).toMatchObject({
    labels: [{ name: 'Riverside' }],
    genres: [{ name: 'Cool jazz' }],
    artists: [{ name: 'Bill Evans', label: { name: 'Riverside' } }],
    albums: [{ title: 'Waltz for Debby' }],
    tracks: [{ title: 'My Foolish Heart', album: { title: 'Waltz for Debby' } }],
    users: [{ name: 'admin' }, { name: 'user' }, { name: 'Ada L.' }, { name: 'Pannonica' }],
  })
  expect(rest).toEqual({
    deletedValues: [],
    remaining: [],
    errors: [
      { name: 'ApiError', status: 404, hasRequestId: true, errors: false },
      { name: 'ApiError', status: 403, hasRequestId: true, errors: false },
      { name: 'InvalidError', status: 400, hasRequestId: true, errors: { name: ['The name is required.'] } },
      { name: 'AbortError', status: false, hasRequestId: false, errors: false },
    ],
  })
}

test('every method works in Bun, and every endpoint has a method', async (library) => {
  const { fetch, exchanges } = createRecordingFetch()
  expectConversation(await converse({ baseUrl: library.url, fetch }))

  const used = new Set(exchanges.map(({ method, path }) => `${method} ${path.replace(/\d+/, ':id')}`))
  expect([...used].sort()).toEqual(endpoints.map(([, method, path]) => `${method} ${path}`).sort())
})

test('every method works in Node', async (library) => {
  using folder = emptyFolder()
  const file = join(folder.path, 'conversation.mjs')
  await Bun.write(file, await bundle('conversationInNode.ts'))
  // Asynchronous, since this process serves the library.
  const child = Bun.spawn(['node', file, library.url], { stdout: 'pipe', stderr: 'pipe', timeout: maxMs(30_000) })
  const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  expect(err).toBe('')
  const { runtime, said } = JSON.parse(out)
  expect(runtime).toBe('node')
  expectConversation(said)
})

test('a client begins with a token of an earlier session', async (library) => {
  const client = createClient({ baseUrl: `${library.url}/`, token: library.user.token })
  expect(client.token).toBe(library.user.token)
  expect((await client.me.get()).email).toBe('user@example.com')
})

test('a login, and a logout without a token, send no token', async (library) => {
  const { client, exchanges } = createRecordingClient(library.url, { token: library.user.token })
  await client.login({ email: 'admin@example.com', password })
  await client.logout()
  await client.logout()
  expect(exchanges.map(({ path, token }) => [path, token === null])).toEqual([
    ['/login', true],
    ['/logout', false],
  ])
})

test('a logout whose token is revoked already drops it', async (library) => {
  const called: string[] = []
  const client = createClient({
    baseUrl: library.url,
    token: library.user.token,
    onUnauthenticated: () => void called.push('onUnauthenticated'),
  })
  await library.user.post('/logout')
  await client.logout()
  expect([client.token, called]).toEqual([undefined, []])
})

test('a logout that does not reach the server keeps the token', async () => {
  const failure = new TypeError('no network')
  const client = createClient({
    baseUrl: 'http://127.0.0.1/api',
    token: 'mlib_token',
    fetch: () => Promise.reject(failure),
  })
  expect(await client.logout().catch((error) => error)).toHaveProperty('cause', failure)
  expect(client.token).toBe('mlib_token')
})

test('a search returns a page and the number of all records, also when the server confirms the page with a 304', async (library) => {
  await createFixtures(library.admin)
  const admin = createClient({ baseUrl: library.url, token: library.admin.token })
  await admin.tracks.update(1, { title: 'Blue in Green' })
  const search = () => admin.search.tracks({ q: 'blue', sort: '-title', limit: 1 })
  const page = await search()
  expect(page).toMatchObject({ records: [{ id: 1, title: 'Blue in Green' }], total: 1 })
  expect(await search()).toEqual(page)
  expect(await admin.search.labels({ ids: [999], q: undefined })).toEqual({ records: [], total: 0 })
})

test('`request` sends a request to any path of the server, with the token', async (library) => {
  const admin = createClient({ baseUrl: library.url, token: library.admin.token })
  expect(await admin.request<{ openapi: string }>('GET', '/openapi.json')).toMatchObject({
    openapi: expect.any(String),
  })
  const body = new Blob(['{"name":"Riverside"}'])
  expect(await admin.request<object>('POST', '/api/labels', { body })).toMatchObject({ name: 'Riverside' })
})
