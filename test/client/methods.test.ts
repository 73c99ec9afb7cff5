import { expect } from 'bun:test'
import { createClient, type RequestOptions } from '../../client/index.ts'
import { endpoints } from '../contract/endpoints.ts'
import { createFixtures } from '../support/createFixtures.ts'
import { rejection } from '../support/database.ts'
import { libraryTest as test } from '../support/fixtureTest.ts'
import { password } from '../support/library.ts'
import { createRecordingClient, createRecordingFetch } from './recordingFetch.ts'

/** A call of a method, and what it returns. */
type Call = [call: (options: RequestOptions) => Promise<unknown>, expected: object | undefined]

test('every endpoint has a method, which returns what the server responds, and sends nothing with an aborted signal', async (library) => {
  const { fetch, exchanges } = createRecordingFetch()
  const ada = createClient({ baseUrl: library.url, fetch })
  const admin = createClient({ baseUrl: library.url, fetch, token: library.admin.token })
  const account = { name: 'Ada', email: 'ada@example.com', password: 'long enough' }
  const nica = { name: 'Nica', email: 'nica@example.com', password: 'pannonica' }
  const references = { album_id: 1, artist_ids: [1], genre_ids: [1] }
  /** Methods of a record that exists. @param change - an update of it */
  const methodsOf = (name: 'labels' | 'genres' | 'artists' | 'albums' | 'tracks' | 'users', change: object, id = 1) => {
    const { get, list, update } = admin[name]
    const calls: Call[] = [
      // Each change is one of its own resource.
      [(options) => update(id, change as never, options), { id, ...change }],
      [(options) => get(id, options), { id, ...change }],
      [async (options) => (await list(options)).at(-1), { id, ...change }],
    ]
    return calls
  }
  const calls: Call[] = [
    [(options) => ada.register({ ...account, password_confirmation: account.password }, options), { user: { id: 3 } }],
    [(options) => ada.logout(options), undefined],
    [(options) => ada.login(account, options), { user: { name: 'Ada' } }],
    [(options) => ada.me.update({ name: 'Ada L.' }, options), { name: 'Ada L.' }],
    [(options) => ada.me.get(options), { name: 'Ada L.' }],
    [(options) => admin.labels.create({ name: 'Verve' }, options), { id: 1, name: 'Verve' }],
    [(options) => admin.genres.create({ name: 'Bebop' }, options), { id: 1, name: 'Bebop' }],
    [(options) => admin.artists.create({ name: 'Bill Evans', label_id: 1 }, options), { label: { name: 'Verve' } }],
    [(options) => admin.albums.create({ title: 'Milestones', type: 'ep' }, options), { type: 'ep' }],
    [
      (options) => admin.tracks.create({ title: 'So What', file_path: '1.flac', ...references }, options),
      { title: 'So What', artists: [{ name: 'Bill Evans' }], genres: [{ name: 'Bebop' }] },
    ],
    [(options) => admin.users.create(nica, options), { id: 4, role: { name: 'user' } }],
    [(options) => ada.tracks.like(1, options), { message: 'Track liked.' }],
    [(options) => ada.me.likes(options), [{ title: 'So What' }]],
    [(options) => ada.tracks.unlike(1, options), { message: 'Track unliked.' }],
    ...methodsOf('labels', { name: 'Riverside' }),
    ...methodsOf('genres', { name: 'Cool jazz' }),
    ...methodsOf('artists', { duration: 7 }),
    ...methodsOf('albums', { type: 'album' }),
    ...methodsOf('tracks', { duration_seconds: 297 }),
    ...methodsOf('users', { name: 'Pannonica' }, 4),
    ...(['tracks', 'albums', 'artists', 'genres', 'labels'] as const).map(
      (name): Call => [(options) => admin[name].delete(1, options), undefined],
    ),
    [(options) => admin.users.delete(4, options), undefined],
  ]
  for (const [call, expected] of calls) {
    const { length } = exchanges
    expect(await rejection(call({ signal: AbortSignal.abort() }))).toHaveProperty('name', 'AbortError')
    expect(exchanges).toHaveLength(length)
    const result = await call({})
    if (expected) expect(result).toMatchObject(expected)
    else expect(result).toBeUndefined()
  }
  const used = new Set(exchanges.map(({ method, path }) => `${method} ${path.replace(/\d+/, ':id')}`))
  expect([...used].sort()).toEqual(endpoints.map(([, method, path]) => `${method} ${path}`).sort())
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
