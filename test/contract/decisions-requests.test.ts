import { describe, expect } from 'bun:test'
import { createFixtures } from '../support/createFixtures.ts'
import { startTestLibrary } from '../support/library.ts'
import { sharedLibraryTest } from '../support/sharedLibraryTest.ts'
import { expectInvalid, expectNoContent, expectNotFound } from './shapes.ts'

// D1 to D3: ids, the order of errors, and unknown members.

const test = sharedLibraryTest({ maxBodyBytes: 10_000 })

const resources: [kind: string, path: string, body: object][] = [
  ['Label', '/labels', { name: 'Columbia' }],
  ['Genre', '/genres', { name: 'Bebop' }],
  ['Artist', '/artists', { name: 'Bill Evans' }],
  ['Album', '/albums', { title: 'Milestones' }],
  ['Track', '/tracks', { title: 'Nardis', file_path: 'nardis.flac' }],
  ['User', '/users', { name: 'Nica', email: 'nica@example.com', password: 'pannonica' }],
]

test.each(resources)('D1: the id of a deleted %s is not used again', async ({ admin }, _kind, path, body) => {
  const { body: first } = await admin.post(path, body)
  expectNoContent(await admin.delete(`${path}/${first.id}`))
  const { body: second } = await admin.post(path, body)
  expect(second.id).toBeGreaterThan(first.id)
})

test('D1: an id in a path that is not a positive integer responds 404 with the id as it was sent', async (library) => {
  const { admin } = library
  const sent = ['abc', '0', '-1', '1.5', '1e0', '+1', '0x1', '9007199254740992', '9'.repeat(400), 'true', 'null', '1,2']
  for (const [kind, path, body] of resources) {
    await admin.post(path, body)
    for (const id of sent) expectNotFound(await admin.get(`${path}/${id}`), kind, id)
  }
})

test('D1: an id in a path that cannot be decoded responds 404 with the id as it was sent', async ({ admin }) => {
  await admin.post('/labels', { name: 'Columbia' })
  for (const id of ['%', '%zz', '%E0%A4%A', '%FF', '1%']) {
    expectNotFound(await admin.get(`/labels/${id}`), 'Label', id)
    expectNotFound(await admin.put(`/labels/${id}`, { name: 'Verve' }), 'Label', id)
    expectNotFound(await admin.delete(`/labels/${id}`), 'Label', id)
  }
})

interface RequestParts {
  method: string
  path: string
  caller: 'admin' | 'user' | 'anonymous'
  type: string
  body: string
}

interface RequestError {
  /** The step of the checks that finds the error. */
  step: number
  name: string
  /** Adds the error to a request. */
  apply(request: RequestParts): Partial<RequestParts>
  status: number
  /** Whether the response reports invalid fields; only given for a 400. */
  hasFieldErrors?: boolean
}

/** The errors of a request, in the order of D2. Of two errors, the response reports that of the earlier step. */
const requestErrors: RequestError[] = [
  { step: 1, name: 'an unknown path', apply: () => ({ path: '/nothing/1' }), status: 404 },
  { step: 1, name: 'a wrong method', apply: () => ({ method: 'PATCH' }), status: 405 },
  { step: 2, name: 'no token', apply: () => ({ caller: 'anonymous' }), status: 401 },
  { step: 3, name: 'a caller who is no admin', apply: () => ({ caller: 'user' }), status: 403 },
  { step: 4, name: 'a large body', apply: ({ body }) => ({ body: body.padEnd(10_001) }), status: 413 },
  { step: 4, name: 'another media type', apply: () => ({ type: 'text/plain' }), status: 415 },
  { step: 4, name: 'malformed JSON', apply: () => ({ body: '{"name": ' }), status: 400, hasFieldErrors: false },
  { step: 5, name: 'a missing record', apply: () => ({ path: '/labels/9999' }), status: 404 },
  { step: 6, name: 'an invalid field', apply: () => ({ body: '{}' }), status: 400, hasFieldErrors: true },
]

const pairs = requestErrors.flatMap((first) =>
  requestErrors
    .filter(({ step }) => step > first.step)
    .map((second): [string, string, RequestError, RequestError] => [first.name, second.name, first, second]),
)

describe('D2: a request with two errors responds with the earlier one', () => {
  test.each(pairs)('%s comes before %s', async (library, _first, _second, first, second) => {
    const { body: label } = await library.admin.post('/labels', { name: 'Columbia' })
    const labelPath = `/labels/${label.id}`
    const validRequest: RequestParts = {
      method: 'PUT',
      path: labelPath,
      caller: 'admin',
      type: 'application/json',
      body: '{"name":"x"}',
    }
    // The earlier error is applied last: it replaces the later one where both change the same part.
    const withSecond = { ...validRequest, ...second.apply(validRequest) }
    const { method, path, caller, type, body } = { ...withSecond, ...first.apply(withSecond) }
    const response = await library[caller].send(method, path, { body, headers: { 'content-type': type } })
    expect(response.status).toBe(first.status)
    if (first.hasFieldErrors === true) expect(response.body.message).toBe('The given data was invalid.')
    if (first.hasFieldErrors === false) expect(response.body.errors).toBeUndefined()
    expect((await library.admin.get(labelPath)).body.name).toBe('Columbia')
  })
})

test('D2: a record that does not exist comes before references that do not; all of these are reported, and nothing changes', async () => {
  await using library = await startTestLibrary()
  const { admin } = library
  await admin.post('/artists', { name: 'Miles Davis' })
  await admin.post('/albums', { title: 'Kind of Blue' })
  await admin.post('/tracks', { title: 'So What', file_path: 'so-what.flac', artist_ids: [1] })
  const invalidRequests: [path: string, body: object][] = [
    ['/artists', { name: 'Nobody', label_id: 9 }],
    ['/albums', { title: 'Nothing', label_id: 9 }],
    ['/tracks', { title: 'Silence', file_path: 'x', album_id: 9, artist_ids: [1, 9], genre_ids: [9] }],
  ]
  const before = await Promise.all(invalidRequests.map(async ([path]) => (await admin.get(path)).text))
  for (const [path, body] of invalidRequests) {
    expect((await admin.put(`${path}/77`, body)).status).toBe(404)
    for (const response of [await admin.put(`${path}/1`, body), await admin.post(path, body)]) {
      expect(response.status).toBe(400)
      const { label_id, ...fields } = response.body.errors
      expect(Object.keys(fields)).toEqual(path === '/tracks' ? ['album_id', 'artist_ids', 'genre_ids'] : [])
      expect(label_id === undefined).toBe(path === '/tracks')
    }
  }
  expect(await Promise.all(invalidRequests.map(async ([path]) => (await admin.get(path)).text))).toEqual(before)
})

test('D2: a wrong method responds 405 with the right methods, with and without a token', async (library) => {
  const { anonymous, user } = library
  const allowedMethods: [string, string, string][] = [
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
  for (const [method, path, allow] of allowedMethods) {
    for (const caller of [anonymous, user]) {
      const { status, headers, body } = await caller.send(method, path)
      expect([method, path, status, body]).toEqual([method, path, 405, { message: expect.any(String) }])
      expect(headers.get('allow')?.split(/, */).sort().join(', ')).toBe(allow)
    }
  }
})

test('D2: a path that does not exist responds 404 with a message, with and without a token', async (library) => {
  const { anonymous, user, admin } = library
  for (const path of ['', '/', '/nothing', '/labels/1/tracks', '/me/like', '/tracks/1/like/2', '/Labels', '//labels']) {
    for (const caller of [anonymous, user, admin]) {
      const { status, body } = await caller.get(path)
      expect([path, status, body]).toEqual([path, 404, { message: expect.any(String) }])
    }
  }
})

test('D3: PUT accepts the whole body that GET responded', async ({ admin, user }) => {
  const { label, genre, artist, album, track } = await createFixtures(admin)
  await admin.put(`/artists/${artist.id}`, { release_date: '1959-08-17', duration: 5, cover_path: 'a' })
  await admin.put(`/albums/${album.id}`, { release_date: '1959-08-17T10:00:00.123456Z', type: 'ep' })
  const paths = [
    `/labels/${label.id}`,
    `/genres/${genre.id}`,
    `/artists/${artist.id}`,
    `/albums/${album.id}`,
    `/tracks/${track.id}`,
    `/users/${user.id}`,
  ]
  for (const path of paths) {
    const { body: before } = await admin.get(path)
    const { status } = await admin.put(path, before)
    const { body: after } = await admin.get(path)
    expect([path, status, after]).toEqual([path, 200, { ...before, updated_at: after.updated_at }])
  }
  const { body: ownAccount } = await user.get('/me')
  expect((await user.put('/me', ownAccount)).status).toBe(200)
})

test('D3: unknown members of a body are ignored, whatever their values', async () => {
  await using library = await startTestLibrary()
  const unknownMembers =
    '{"name":"Verve","id":77,"created_at":"x","x":[{}],"":1,"__proto__":{"id":5},"constructor":null}'
  const init = { body: unknownMembers, headers: { 'content-type': 'application/json' } }
  const { status, body } = await library.admin.send('POST', '/labels', init)
  expect([status, Object.keys(body).sort()]).toEqual([201, ['created_at', 'id', 'name', 'updated_at']])
  expect([body.id, body.name]).toEqual([1, 'Verve'])
  expectInvalid(
    await library.admin.send('POST', '/labels', { ...init, body: '{"__proto__":{"name":"Verve"}}' }),
    'name',
  )
})
