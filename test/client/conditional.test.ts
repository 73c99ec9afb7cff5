import { expect } from 'bun:test'
import { createClient } from '../../client/index.ts'
import { createResponseCache } from '../../client/responseCache.ts'
import { createFixtures } from '../support/createFixtures.ts'
import { libraryTest as test } from '../support/fixtureTest.ts'
import { password } from '../support/library.ts'
import { createRecordingClient } from './recordingFetch.ts'

test('a GET of what has not changed is a 304, and returns the same value', async (library) => {
  const { track } = await createFixtures(library.admin)
  const { client, statuses } = createRecordingClient(library.url, { token: library.admin.token })
  const read = async () => [await client.tracks.list(), await client.tracks.get(track.id), await client.me.likes()]
  const first = await read()
  expect(first).toMatchObject([[{ title: 'So What' }], { title: 'So What' }, []])
  expect(await read()).toEqual(first)
  expect(statuses()).toEqual([200, 200, 200, 304, 304, 304])
})

test('a change with ifMatch is made only in the version that was read', async (library) => {
  const { album } = await createFixtures(library.admin)
  const { client, statuses } = createRecordingClient(library.url, { token: library.admin.token })
  const opened = await client.albums.get(album.id)
  const again = await client.albums.get(album.id)
  const ifMatch = client.etagOf(opened)
  expect(client.etagOf(again)).toBe(ifMatch)
  expect(client.etagOf(await client.request('HEAD', `/api/albums/${album.id}`))).toBe(ifMatch)
  const updated = await client.albums.update(album.id, { title: 'Mine' }, { ifMatch })
  const outdated = { name: 'ApiError', status: 412, message: expect.stringContaining('Read it again') }
  expect(client.albums.update(album.id, { title: 'Theirs' }, { ifMatch })).rejects.toMatchObject(outdated)
  expect(client.albums.delete(album.id, { ifMatch })).rejects.toMatchObject(outdated)
  expect((await client.albums.get(album.id)).title).toBe('Mine')
  await client.albums.delete(album.id, { ifMatch: client.etagOf(updated) })
  const { id } = await client.me.get()
  const user = await client.users.get(id)
  await client.users.update(id, { name: 'Nica' }, { ifMatch: client.etagOf(user) })
  expect(statuses()).toEqual([200, 304, 200, 200, 412, 412, 200, 204, 200, 200, 200])
  for (const value of [{ ...opened }, album]) expect(() => client.etagOf(value)).toThrow(TypeError)
})

test('a caller that changes a value changes no other one', async (library) => {
  const { track } = await createFixtures(library.admin)
  const { client, statuses } = createRecordingClient(library.url, { token: library.user.token })
  for (let n = 0; n < 3; n++) {
    const [single, list] = [await client.tracks.get(track.id), await client.tracks.list()]
    expect([single.title, single.artists[0]?.name, list.length]).toEqual(['So What', 'Miles Davis', 1])
    single.title = 'changed'
    single.artists.pop()
    list.pop()
  }
  expect(statuses()).toEqual([200, 200, 304, 304, 304, 304])
})

test('a value that one token has read is never returned for another token', async (library) => {
  const { track } = await createFixtures(library.admin)
  const { client, exchanges } = createRecordingClient(library.url, { token: library.user.token })
  await client.tracks.like(track.id)
  expect(await client.me.likes()).toHaveLength(1)
  await client.login({ email: 'admin@example.com', password })
  expect(await client.me.likes()).toEqual([])
  await client.login({ email: 'user@example.com', password })
  expect(await client.me.likes()).toHaveLength(1)
  const reads = exchanges.filter(({ path }) => path === '/me/likes')
  expect(reads.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(new Set(reads.map(({ token }) => token)).size).toBe(3)
})

test('a response that arrives after another login is not returned to it', async (library) => {
  const { track } = await createFixtures(library.admin)
  await library.user.post(`/tracks/${track.id}/like`)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const conditions: (string | null)[] = []
  let isFirst = true
  const fetch = async (request: Request) => {
    if (!request.url.endsWith('/likes')) return globalThis.fetch(request)
    conditions.push(request.headers.get('if-none-match'))
    const wasFirst = isFirst
    isFirst = false
    const response = await globalThis.fetch(request)
    if (wasFirst) await released
    return response
  }
  const client = createClient({ baseUrl: library.url, token: library.user.token, fetch })
  const late = client.me.likes()
  await client.login({ email: 'admin@example.com', password })
  release()
  expect(await late).toHaveLength(1)
  expect(await client.me.likes()).toEqual([])
  expect(conditions).toEqual([null, null])
})

test('what was read in a session is dropped when another one begins', async (library) => {
  const { token } = library.user
  const { client, exchanges } = createRecordingClient(library.url, { token, onUnauthenticated: () => token })
  await client.labels.list()
  const admin = await client.login({ email: 'admin@example.com', password })
  await createClient({ baseUrl: library.url, token: admin.token }).logout()
  await client.labels.list()
  expect(client.token).toBe(token)
  const reads = exchanges.filter(({ path }) => path === '/labels')
  expect(reads.map(({ status }) => status)).toEqual([200, 401, 200])
})

test('the cache holds the hundred responses that were used last', () => {
  const cache = createResponseCache()
  for (let n = 1; n <= 100; n++) cache.set(`${n}`, { etag: `${n}`, text: '[]', total: 0 })
  expect(cache.get('1')?.etag).toBe('1')
  cache.set('101', { etag: '101', text: '[]', total: 0 })
  expect([cache.get('1')?.etag, cache.get('2'), cache.get('3')?.etag]).toEqual(['1', undefined, '3'])
  cache.clear()
  expect(cache.get('1')).toBeUndefined()
})

test('the cache holds at most 32 Mi characters', () => {
  const cache = createResponseCache()
  const text = 'x'.repeat(12 * 1024 * 1024)
  const held = () => ['a', 'b', 'c'].filter((key) => cache.get(key))
  cache.set('a', { etag: '1', text, total: 0 })
  cache.set('a', { etag: '2', text, total: 0 })
  cache.set('b', { etag: '1', text, total: 0 })
  expect(held()).toEqual(['a', 'b'])
  cache.set('c', { etag: '1', text, total: 0 })
  expect(held()).toEqual(['b', 'c'])
  cache.set('b', { etag: '2', text: text.repeat(3), total: 0 })
  expect(held()).toEqual(['c'])
  cache.clear()
  cache.set('a', { etag: '1', text, total: 0 })
  cache.set('b', { etag: '1', text, total: 0 })
  expect(held()).toEqual(['a', 'b'])
})
