import { beforeAll, expect, test } from 'bun:test'
import { createFixtures } from '../support/createFixtures.ts'
import { serveWithEmptyCache } from '../support/emptyCache.ts'
import { startTestLibrary, type TestLibrary } from '../support/library.ts'
import { amount } from '../support/longForm.ts'
import { useSharedLibrary } from '../support/sharedLibrary.ts'

/** Creates fixtures, and tracks: 40 are enough for a list that is compressed. */
const createTracks = async (library: TestLibrary, tracks = 40) => {
  const { create } = await createFixtures(library.admin)
  const body = { file_path: 'x.flac', album_id: 1, artist_ids: [1], genre_ids: [1] }
  await Promise.all(Array.from({ length: tracks }, (_, n) => create('/tracks', { ...body, title: `Track ${n}` })))
}

const etagOf = async ({ user }: TestLibrary, path: string) => (await user.get(path)).headers.get('etag') ?? ''

const paths = ['/labels/1', '/tracks/1', '/tracks', '/me/likes']

/** The library of the tests that only read. */
const shared = useSharedLibrary()

beforeAll(async () => {
  await createTracks(shared())
  await shared().user.post('/tracks/1/like')
})

test.each(paths)('GET %s has an ETag, and responds 304 to If-None-Match with it', async (path) => {
  await using server = await serveWithEmptyCache(shared())
  const first = await server.user.get(path)
  const etag = first.headers.get('etag') ?? ''
  expect(etag).toMatch(/^W\/"\w+"$/)
  expect(first.headers.get('cache-control')).toBe('private, no-cache')
  expect(first.headers.get('content-type')).toStartWith('application/json')
  for (const ifNoneMatch of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
    const again = await server.user.send('GET', path, { headers: { 'if-none-match': ifNoneMatch } })
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag])
  }
  for (const ifNoneMatch of ['"other"', etag.slice(3), 'W/""']) {
    const again = await server.user.send('GET', path, { headers: { 'if-none-match': ifNoneMatch } })
    expect([again.status, again.text]).toEqual([200, first.text])
  }
})

test.each([
  ['/labels/1', 'PUT', '/labels/1', { name: 'Other' }],
  ['/labels', 'PUT', '/labels/1', { name: 'Other' }],
  ['/tracks/1', 'PUT', '/genres/1', { name: 'Other' }],
  ['/tracks', 'PUT', '/artists/1', { name: 'Other' }],
] as const)('the ETag of %s changes with its content', async (path, method, changedPath, body) => {
  await using library = await startTestLibrary()
  await createTracks(library, 3)
  const etag = await etagOf(library, path)
  expect(await etagOf(library, path)).toBe(etag)
  await library.admin.send(method, changedPath, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const { status, headers } = await library.user.send('GET', path, { headers: { 'if-none-match': etag } })
  expect(status).toBe(200)
  expect(headers.get('etag')).not.toBe(etag)
})

test.each([
  ['gzip', 'gzip'],
  ['zstd', 'zstd'],
  ['gzip, deflate, br, zstd', 'zstd'],
  ['gzip;q=1, zstd;q=0.5', 'gzip'],
  ['GZIP', 'gzip'],
  ['*', 'gzip'],
  ['zstd;q=0, *;q=0.1', 'gzip'],
  ['gzip;q=0', null],
  ['identity', null],
  ['identity;q=1, gzip;q=0.2', null],
  ['br', null],
  ['gzip;q=zero', null],
  ['', null],
])('with Accept-Encoding "%s" the Content-Encoding of a list is %p', async (acceptEncoding, contentEncoding) => {
  await using server = await serveWithEmptyCache(shared())
  const plain = await server.user.send('GET', '/tracks', { headers: { 'accept-encoding': 'identity' } })
  for (const _ of [1, 2]) {
    const response = await fetch(`${server.url}/tracks`, {
      headers: { authorization: `Bearer ${server.user.token}`, 'accept-encoding': acceptEncoding },
      decompress: false,
    })
    expect(response.headers.get('content-encoding')).toBe(contentEncoding)
    expect(response.headers.get('vary')).toBe('accept-encoding')
    expect(response.headers.get('etag')).toBe(plain.headers.get('etag'))
    const bytes = new Uint8Array(await response.arrayBuffer())
    const text =
      contentEncoding === 'gzip'
        ? Bun.gunzipSync(bytes)
        : contentEncoding === 'zstd'
          ? Bun.zstdDecompressSync(bytes)
          : bytes
    expect(Buffer.from(text).toString()).toBe(plain.text)
    if (contentEncoding) expect(bytes.length).toBeLessThan(plain.text.length / 3)
  }
})

test('HEAD responds with the status and headers of GET, without a body', async () => {
  await using server = await serveWithEmptyCache(shared())
  for (const path of [...paths, '/tracks/77', '/nothing']) {
    // The first response is not cached, the second one is.
    for (const _ of [1, 2]) {
      const head = await server.user.send('HEAD', path)
      const get = await server.user.get(path)
      expect([path, head.status, head.text]).toEqual([path, get.status, ''])
      for (const name of ['etag', 'content-type']) expect(head.headers.get(name)).toBe(get.headers.get(name))
    }
  }
})

test('a cached response needs a valid token', async () => {
  const { anonymous, user } = shared()
  for (const path of paths) {
    const etag = await etagOf(shared(), path)
    for (const authorization of ['', 'Bearer wrong', `Basic ${user.token}`, user.token ?? '']) {
      const headers = { authorization, 'if-none-match': etag }
      expect((await anonymous.send('GET', path, { headers })).status).toBe(401)
    }
  }
})

test('the cached likes of one user are not sent to another', async () => {
  await using library = await startTestLibrary()
  await createTracks(library, 2)
  await library.user.post('/tracks/1/like')
  for (const _ of [1, 2]) {
    expect((await library.user.get('/me/likes')).body).toHaveLength(1)
    expect((await library.admin.get('/me/likes')).body).toHaveLength(0)
  }
  await library.admin.post('/tracks/2/like')
  expect((await library.admin.get('/me/likes')).body).toHaveLength(1)
})

test.each([0, 0.02, 1])(
  'with a cache of %p MB a list is right, even if it does not fit into the cache',
  async (megabytes) => {
    await using library = await startTestLibrary({ cacheBytes: megabytes * 1_048_576 })
    await createTracks(library, amount(60, 150))
    const titles = async () => (await library.user.get('/tracks')).body.map(({ title }: { title: string }) => title)
    const first = await titles()
    expect(first).toHaveLength(amount(61, 151))
    expect(await titles()).toEqual(first)
    await library.admin.put('/tracks/50', { title: 'Renamed' })
    await library.admin.delete('/tracks/10')
    const expected = first.map((title: string, index: number) => (index === 49 ? 'Renamed' : title))
    expect(await titles()).toEqual(expected.toSpliced(9, 1))
  },
)

test('concurrent requests for a list get a whole list, and a client that changed it sees the change', async () => {
  await using library = await startTestLibrary()
  await createTracks(library, 100)
  for (let n = 0; n < amount(8, 20); n++) {
    const changedTitle = (async () => {
      await library.admin.put('/tracks/50', { title: `Name ${n}` })
      return (await library.admin.get('/tracks')).body[49].title
    })()
    const others = Array.from({ length: 8 }, () => library.user.get('/tracks'))
    expect(await changedTitle).toBe(`Name ${n}`)
    for (const { status, body } of await Promise.all(others)) expect([status, body.length]).toEqual([200, 101])
  }
})
