import { describe, expect, test } from 'bun:test'
import type { ClientResponse } from '../support/client.ts'
import { createFixtures } from '../support/createFixtures.ts'
import { startTestLibrary } from '../support/library.ts'
import { expectInvalid, expectNoContent, expectNotFound } from './shapes.ts'

// D1 to D4 and D6 to D10; lengths, dates and media have files of their own.

const kinds = [
  ['Label', '/labels', { name: 'Columbia' }],
  ['Genre', '/genres', { name: 'Bebop' }],
  ['Artist', '/artists', { name: 'Bill Evans' }],
  ['Album', '/albums', { title: 'Milestones' }],
  ['Track', '/tracks', { title: 'Nardis', file_path: 'nardis.flac' }],
  ['User', '/users', { name: 'Nica', email: 'nica@example.com', password: 'pannonica' }],
] as const

test.each(kinds)('D1: the id of a deleted %s is never given out again', async (_, path, body) => {
  await using library = await startTestLibrary()
  const { body: first } = await library.admin.post(path, body)
  expectNoContent(await library.admin.delete(`${path}/${first.id}`))
  const { body: second } = await library.admin.post(path, body)
  expect(second.id).toBeGreaterThan(first.id)
})

test('D1: a path id that is not a positive integer is a record that does not exist, named as it was sent', async () => {
  await using library = await startTestLibrary()
  const sent = ['abc', '0', '-1', '1.5', '1e0', '+1', '0x1', '9007199254740992', '9'.repeat(400), 'true', 'null', '1,2']
  for (const [kind, path, body] of kinds) {
    await library.admin.post(path, body)
    for (const id of sent) expectNotFound(await library.admin.get(`${path}/${id}`), kind, id)
  }
})

test('D1: an id that is no text once decoded is a record that does not exist too', async () => {
  await using library = await startTestLibrary()
  await library.admin.post('/labels', { name: 'Columbia' })
  for (const id of ['%', '%zz', '%E0%A4%A', '%FF', '1%']) {
    expectNotFound(await library.admin.get(`/labels/${id}`), 'Label', id)
    expectNotFound(await library.admin.put(`/labels/${id}`, { name: 'Verve' }), 'Label', id)
    expectNotFound(await library.admin.delete(`/labels/${id}`), 'Label', id)
  }
})

interface Sent {
  method: string
  path: string
  who: 'admin' | 'user' | 'anonymous'
  type: string
  body: string
}

/** What can be wrong with a request, in the order of D2: of two, the one of the earlier rank is told. */
const faults: [
  rank: number,
  name: string,
  commit: (sent: Sent) => void,
  told: (response: ClientResponse) => unknown[],
][] = [
  [1, 'an unknown path', (s) => Object.assign(s, { path: '/shelves/1' }), ({ status }) => [status, 404]],
  [1, 'a wrong method', (s) => Object.assign(s, { method: 'PATCH' }), ({ status }) => [status, 405]],
  [2, 'no token', (s) => Object.assign(s, { who: 'anonymous' }), ({ status }) => [status, 401]],
  [3, 'no admin', (s) => Object.assign(s, { who: 'user' }), ({ status }) => [status, 403]],
  [4, 'a large body', (s) => Object.assign(s, { body: s.body.padEnd(1001) }), ({ status }) => [status, 413]],
  [4, 'another media type', (s) => Object.assign(s, { type: 'text/plain' }), ({ status }) => [status, 415]],
  [
    4,
    'malformed JSON',
    (s) => Object.assign(s, { body: '{"name": ' }),
    (a) => [a.status, 400, a.body.errors, undefined],
  ],
  [5, 'a missing record', (s) => Object.assign(s, { path: '/labels/99' }), ({ status }) => [status, 404]],
  [6, 'a wrong field', (s) => Object.assign(s, { body: '{}' }), (a) => [a.status, 400, a.body.message, invalid]],
]
const invalid = 'The given data was invalid.'

const pairs = faults.flatMap((first) =>
  faults.filter(([rank]) => rank > first[0]).map((second) => [first[1], second[1], first, second] as const),
)

describe('D2: of two faults the earlier is told', () => {
  test.each(pairs)('%s comes before %s', async (_, __, first, second) => {
    await using library = await startTestLibrary({ maxBodyBytes: 1000 })
    await library.admin.post('/labels', { name: 'Columbia' })
    const sent: Sent = {
      method: 'PUT',
      path: '/labels/1',
      who: 'admin',
      type: 'application/json',
      body: '{"name":"x"}',
    }
    // The earlier fault is committed last, so that it is there even where both are in one place.
    second[2](sent)
    first[2](sent)
    const { method, path, who, type, body } = sent
    const response = await library[who].send(method, path, { body, headers: { 'content-type': type } })
    const told = first[3](response)
    expect([told[0], told[2]]).toEqual([told[1], told[3]])
    expect((await library.admin.get('/labels/1')).body.name).toBe('Columbia')
  })
})

test('D2: a missing record comes before references to others, which are told all at once and change nothing', async () => {
  await using library = await startTestLibrary()
  const { admin } = library
  await admin.post('/artists', { name: 'Miles Davis' })
  await admin.post('/albums', { title: 'Kind of Blue' })
  await admin.post('/tracks', { title: 'So What', file_path: 'so-what.flac', artist_ids: [1] })
  const bad: [path: string, body: object][] = [
    ['/artists', { name: 'Nobody', label_id: 9 }],
    ['/albums', { title: 'Nothing', label_id: 9 }],
    ['/tracks', { title: 'Silence', file_path: 'x', album_id: 9, artist_ids: [1, 9], genre_ids: [9] }],
  ]
  const before = await Promise.all(bad.map(async ([path]) => (await admin.get(path)).text))
  for (const [path, body] of bad) {
    expect((await admin.put(`${path}/77`, body)).status).toBe(404)
    for (const response of [await admin.put(`${path}/1`, body), await admin.post(path, body)]) {
      expect(response.status).toBe(400)
      const { label_id, ...fields } = response.body.errors
      expect(Object.keys(fields)).toEqual(path === '/tracks' ? ['album_id', 'artist_ids', 'genre_ids'] : [])
      expect(label_id === undefined).toBe(path === '/tracks')
    }
  }
  expect(await Promise.all(bad.map(async ([path]) => (await admin.get(path)).text))).toEqual(before)
})

test('D2: a wrong method says which ones are right, to anybody', async () => {
  await using library = await startTestLibrary()
  const right: [string, string, string][] = [
    ['PATCH', '/labels', 'GET, HEAD, POST'],
    ['DELETE', '/labels', 'GET, HEAD, POST'],
    ['POST', '/labels/1', 'DELETE, GET, HEAD, PUT'],
    ['PATCH', '/tracks/abc', 'DELETE, GET, HEAD, PUT'],
    ['GET', '/tracks/1/like', 'DELETE, POST'],
    ['GET', '/register', 'POST'],
    ['PUT', '/login', 'POST'],
    ['GET', '/logout', 'POST'],
    ['POST', '/me', 'GET, HEAD, PUT'],
    ['DELETE', '/me/likes', 'GET, HEAD'],
  ]
  for (const [method, path, allow] of right) {
    for (const caller of [library.anonymous, library.user]) {
      const { status, headers, body } = await caller.send(method, path)
      expect([method, path, status, body]).toEqual([method, path, 405, { message: expect.any(String) }])
      expect(headers.get('allow')?.split(/, */).sort().join(', ')).toBe(allow)
    }
  }
})

test('D2: a path that does not exist is a 404 with a message, to anybody', async () => {
  await using library = await startTestLibrary()
  for (const path of ['', '/', '/shelves', '/labels/1/tracks', '/me/like', '/tracks/1/like/2', '/Labels', '//labels']) {
    for (const caller of [library.anonymous, library.user, library.admin]) {
      const { status, body } = await caller.get(path)
      expect([path, status, body]).toEqual([path, 404, { message: expect.any(String) }])
    }
  }
})

test('D3: what GET returned can be PUT back whole', async () => {
  await using library = await startTestLibrary()
  const { label, genre, artist, album, track } = await createFixtures(library.admin)
  await library.admin.put(`/artists/${artist.id}`, { release_date: '1959-08-17', duration: 5, cover_path: 'a' })
  await library.admin.put(`/albums/${album.id}`, { release_date: '1959-08-17T10:00:00.123456Z', type: 'ep' })
  const { body: me } = await library.user.get('/me')
  const paths = [
    `/labels/${label.id}`,
    `/genres/${genre.id}`,
    `/artists/${artist.id}`,
    `/albums/${album.id}`,
    `/tracks/${track.id}`,
    `/users/${me.id}`,
  ]
  for (const path of paths) {
    const { body: before } = await library.admin.get(path)
    const { status } = await library.admin.put(path, before)
    const { body: after } = await library.admin.get(path)
    expect([path, status, after]).toEqual([path, 200, { ...before, updated_at: after.updated_at }])
  }
  const { body: mine } = await library.user.get('/me')
  expect((await library.user.put('/me', mine)).status).toBe(200)
})

test('D3: members that anonymous knows are ignored, whatever they are', async () => {
  await using library = await startTestLibrary()
  const odd = '{"name":"Verve","id":77,"created_at":"x","x":[{}],"":1,"__proto__":{"id":5},"constructor":null}'
  const init = { body: odd, headers: { 'content-type': 'application/json' } }
  const { status, body } = await library.admin.send('POST', '/labels', init)
  expect([status, Object.keys(body).sort()]).toEqual([201, ['created_at', 'id', 'name', 'updated_at']])
  expect([body.id, body.name]).toEqual([1, 'Verve'])
  expectInvalid(
    await library.admin.send('POST', '/labels', { ...init, body: '{"__proto__":{"name":"Verve"}}' }),
    'name',
  )
})
