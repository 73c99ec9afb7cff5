import { expect } from 'bun:test'
import type { Client, ClientResponse } from '../support/client.ts'
import { concurrently, countStatuses } from '../support/concurrency.ts'
import { createFixtures } from '../support/createFixtures.ts'
import { amount } from '../support/longForm.ts'
import { sharedLibraryTest } from '../support/sharedLibraryTest.ts'

// D26 and D27: writes of one version of a record, and the URL of a new one.

const test = sharedLibraryTest()

const sendIf = (client: Client, method: 'PUT' | 'DELETE', path: string, ifMatch: string, body: unknown = {}) =>
  client.send(method, path, {
    headers: { 'if-match': ifMatch, 'content-type': 'application/json' },
    ...(method === 'PUT' && { body: JSON.stringify(body) }),
  })

const etagOf = ({ headers }: ClientResponse) => headers.get('etag') ?? ''
const readEtag = async (client: Client, path: string) => etagOf(await client.get(path))

const sentence =
  'The record has changed since this version of it was read. Read it again, and repeat the request with its new ETag.'

/** Records with a change and an invalid change of each. */
const createRecords = async (admin: Client, email: string) => {
  const { album, track } = await createFixtures(admin)
  const user = (await admin.post('/users', { name: 'Nica', email: `x-${email}`, password: 'pannonica' })).body
  return [
    [`/albums/${album.id}`, { title: 'Milestones' }, { label_id: 999_999 }],
    [`/tracks/${track.id}`, { title: 'Blue in Green' }, { artist_ids: [999_999] }],
    [`/users/${user.id}`, { name: 'Thelonious' }, { email }],
  ] as const
}

test('D26: PUT and DELETE with the tag of GET change a record, and with an older one nothing', async ({
  admin,
  user,
}) => {
  for (const [path, change] of await createRecords(admin, user.email)) {
    const first = await readEtag(admin, path)
    expect(first).toMatch(/^W\/"\w+"$/)
    expect(await readEtag(admin, path)).toBe(first)
    const changed = await sendIf(admin, 'PUT', path, first, change)
    expect([path, changed.status]).toEqual([path, 200])
    expect(changed.body).toMatchObject(change)
    const current = await admin.get(path)
    expect(etagOf(changed)).toBe(etagOf(current))
    expect(etagOf(changed)).not.toBe(first)
    for (const rejected of [
      await sendIf(admin, 'PUT', path, first, change),
      await sendIf(admin, 'DELETE', path, first),
    ]) {
      expect([path, rejected.status, rejected.body]).toEqual([path, 412, { message: sentence }])
    }
    expect((await admin.get(path)).text).toBe(current.text)
    // Without the header, responses are as they have always been.
    const plain = await admin.put(path, change)
    expect([plain.status, plain.headers.has('etag')]).toEqual([200, false])
    expect((await sendIf(admin, 'DELETE', path, await readEtag(admin, path))).status).toBe(204)
    expect((await admin.get(path)).status).toBe(404)
  }
})

test('D26: of two writes with the same tag at once, one succeeds and one is a 412', async ({ admin, user }) => {
  const rounds = amount(1, 5)
  for (const [path, change] of await createRecords(admin, user.email)) {
    for (let round = 1; round <= rounds; round++) {
      const etag = await readEtag(admin, path)
      const responses = await concurrently(2, (n) =>
        n === 1 && round === rounds
          ? sendIf(admin, 'DELETE', path, etag)
          : sendIf(admin, 'PUT', path, etag, { ...change, ...('name' in change && { name: `Name ${n}` }) }),
      )
      const { 412: rejected = 0, 404: missing = 0, ...successes } = countStatuses(responses)
      expect([path, rejected + missing, Object.values(successes)]).toEqual([path, 1, [1]])
      if (missing > 0) break // The DELETE was first.
    }
  }
})

test('D26: a 404 comes before the 412, and the 412 before a 400', async ({ admin, user }) => {
  for (const [path, change, invalid] of await createRecords(admin, user.email)) {
    const missing = `${path.slice(0, path.lastIndexOf('/'))}/999999`
    for (const ifMatch of ['W/"other"', '*']) {
      for (const body of [change, invalid, []]) {
        expect([path, (await sendIf(admin, 'PUT', missing, ifMatch, body)).status]).toEqual([path, 404])
      }
      expect((await sendIf(admin, 'DELETE', missing, ifMatch)).status).toBe(404)
    }
    for (const body of [invalid, []]) {
      expect([path, (await sendIf(admin, 'PUT', path, 'W/"other"', body)).status]).toEqual([path, 412])
      expect([path, (await sendIf(admin, 'PUT', path, '*', body)).status]).toEqual([path, 400])
    }
    // Rights come before both.
    expect((await sendIf(user, 'PUT', path, 'W/"other"', change)).status).toBe(403)
  }
})

test('D26: If-Match takes weak and strong tags, lists and a star, and a tag to which a proxy has added a content encoding', async ({
  admin,
  user,
}) => {
  const tests: [ifMatch: (etag: string) => string, status: number][] = [
    [(etag) => etag.slice(2), 200],
    [(etag) => `"a,b", ${etag} ,W/"c"`, 200],
    [() => '*', 200],
    // As Apache, Jetty, LiteSpeed and Traffic Server append them to the tag of a body that they compress.
    ...['-gzip', '-br', '-zstd', '-deflate', '--gzip', ';gzip', ';gz', ';br', '-df'].map(
      (suffix): [(etag: string) => string, number] => [(etag) => etag.replace(/"$/, `${suffix}"`), 200],
    ),
    [(etag) => etag.slice(3, -1), 412],
    [(etag) => `${etag.slice(0, -1)}x"`, 412],
    [(etag) => etag.replace(/"$/, '-other"'), 412],
    [(etag) => `${etag}-gzip`, 412],
    ...['"*"', ',', '"', '"-gzip"', `"${'x'.repeat(4_000)}"`].map((sent): [() => string, number] => [() => sent, 412]),
  ]
  // Records of the catalogue have their tags from the cache, and accounts have not.
  for (const [path, change] of await createRecords(admin, user.email)) {
    for (const [ifMatch, status] of tests) {
      const header = ifMatch(await readEtag(admin, path))
      expect([path, header, (await sendIf(admin, 'PUT', path, header, change)).status]).toEqual([path, header, status])
    }
  }
})

test('D26: a tag to which a proxy has added a content encoding is the same for If-None-Match', async ({
  admin,
  user,
}) => {
  const { track } = await createFixtures(admin)
  const readIf = async (path: string, ifNoneMatch: string) =>
    (await admin.send('GET', path, { headers: { 'if-none-match': ifNoneMatch } })).status
  for (const path of [`/tracks/${track.id}`, `/users/${user.id}`, '/tracks', '/../search/tracks']) {
    const etag = await readEtag(admin, path)
    expect([path, await readIf(path, `"a", ${etag.replace(/"$/, '-gzip"')}`)]).toEqual([path, 304])
    expect([path, await readIf(path, etag.replace(/"$/, '-other"'))]).toEqual([path, 200])
  }
  expect((await admin.get(`/users/${user.id}`)).headers.get('cache-control')).toBe('no-store')
})

test('D26: the tag of an album, an artist or a track changes with what it nests', async ({ admin }) => {
  const { album, artist, track, label } = await createFixtures(admin)
  const paths = [`/albums/${album.id}`, `/artists/${artist.id}`, `/tracks/${track.id}`]
  for (const [changed, body] of [
    [`/tracks/${track.id}`, { title: 'Freddie Freeloader' }],
    [`/labels/${label.id}`, { name: 'Verve' }],
  ] as const) {
    const etags = await Promise.all(paths.map((path) => readEtag(admin, path)))
    await admin.put(changed, body)
    for (const [n, path] of paths.entries()) {
      expect((await sendIf(admin, 'PUT', path, etags[n] ?? '')).status).toBe(412)
      expect((await sendIf(admin, 'PUT', path, await readEtag(admin, path))).status).toBe(200)
    }
  }
})

test('D26: the tag of an album with many tracks is that of its GET, too', async ({ admin }) => {
  const { create, album } = await createFixtures(admin)
  for (let n = 0; n < 70; n++) await create('/tracks', { title: `Track ${n}`, file_path: 'x', album_id: album.id })
  const path = `/albums/${album.id}`
  const changed = await sendIf(admin, 'PUT', path, await readEtag(admin, path), { title: 'Box' })
  expect([changed.status, etagOf(changed)]).toEqual([200, await readEtag(admin, path)])
})

test('D27: a 201 has the URL of the record, relative to that of the request', async ({ url, admin, nica }) => {
  for (const [path, body] of [
    ['/labels', { name: 'Verve' }],
    ['/genres', { name: 'Bebop' }],
    ['/artists', { name: 'Bill Evans' }],
    ['/albums/', { title: 'Milestones' }],
    ['/tracks/?x=/y', { title: 'Freddie Freeloader', file_path: '2.flac' }],
    ['/users', nica],
  ] as const) {
    const { status, body: created, headers } = await admin.post(path, body)
    expect(status).toBe(201)
    const target = new URL(headers.get('location') ?? '', `${url}${path}`)
    const [list = ''] = path.split(/\/?(?:\?|$)/)
    expect(target.href).toBe(`${url}${list}/${created.id}`)
    expect((await admin.get(target.href.slice(url.length))).body).toMatchObject(created)
  }
})
