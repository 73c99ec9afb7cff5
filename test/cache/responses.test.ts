import { beforeAll, expect, test } from 'bun:test'
import { negotiateEncoding } from '../../src/http/contentEncoding.ts'
import { createFixtures } from '../support/createFixtures.ts'
import { serveWithEmptyCache } from '../support/emptyCache.ts'
import { useSharedLibrary } from '../support/sharedLibrary.ts'

const library = useSharedLibrary()

// 40 tracks are enough for a list that is compressed.
beforeAll(async () => {
  const { create } = await createFixtures(library().admin)
  const body = { file_path: 'x.flac', album_id: 1, artist_ids: [1], genre_ids: [1] }
  await Promise.all(Array.from({ length: 40 }, (_, n) => create('/tracks', { ...body, title: `Track ${n}` })))
  await library().user.post('/tracks/1/like')
})

const paths = ['/labels/1', '/tracks/1', '/tracks', '/me/likes']

test('GET has an ETag, the same at every server, and responds 304 to If-None-Match with it; HEAD has the same headers', async () => {
  await using server = await serveWithEmptyCache(library())
  await using uncached = await serveWithEmptyCache(library(), { cacheBytes: 0 })
  for (const path of paths) {
    const head = await server.user.send('HEAD', path)
    const first = await server.user.get(path)
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^W\/"\w+"$/)
    expect(first.headers.get('cache-control')).toBe('private, no-cache')
    expect(first.headers.get('content-type')).toStartWith('application/json')
    expect((await uncached.user.get(path)).headers.get('etag')).toBe(etag)
    for (const { status, text, headers } of [head, await server.user.send('HEAD', path)])
      expect([path, status, text, headers.get('etag')]).toEqual([path, 200, '', etag])
    for (const ifNoneMatch of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
      const again = await server.user.send('GET', path, { headers: { 'if-none-match': ifNoneMatch } })
      expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag])
    }
    for (const ifNoneMatch of ['"other"', etag.slice(3), 'W/""']) {
      const again = await server.user.send('GET', path, { headers: { 'if-none-match': ifNoneMatch } })
      expect([again.status, again.text]).toEqual([200, first.text])
    }
  }
})

test.each([
  ['gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'zstd'],
  ['gzip;q=1, zstd;q=0.5', 'gzip'],
  ['GZIP', 'gzip'],
  ['*', 'gzip'],
  ['zstd;q=0, *;q=0.1', 'gzip'],
  ['gzip;q=0', undefined],
  ['identity;q=1, gzip;q=0.2', undefined],
  ['br', undefined],
  ['gzip;q=zero', undefined],
  ['', undefined],
] as const)('of Accept-Encoding "%s" the encoding is %p', (accepted, encoding) => {
  expect(negotiateEncoding(accepted, ['zstd', 'gzip'])).toBe(encoding)
})

test('a list is compressed as the client accepts it, and has the same ETag in each encoding', async () => {
  await using server = await serveWithEmptyCache(library())
  const plain = await server.user.send('GET', '/tracks', { headers: { 'accept-encoding': 'identity' } })
  // The first response is not cached, the second one is.
  for (const encoding of ['gzip', 'gzip', 'zstd', 'zstd', null]) {
    const response = await fetch(`${server.url}/tracks`, {
      headers: { authorization: `Bearer ${server.user.token}`, 'accept-encoding': encoding ?? 'br' },
      decompress: false,
    })
    expect(response.headers.get('content-encoding')).toBe(encoding)
    expect(response.headers.get('vary')).toBe('accept-encoding')
    expect(response.headers.get('etag')).toBe(plain.headers.get('etag'))
    const bytes = new Uint8Array(await response.arrayBuffer())
    const text =
      encoding === 'gzip' ? Bun.gunzipSync(bytes) : encoding === 'zstd' ? Bun.zstdDecompressSync(bytes) : bytes
    expect(Buffer.from(text).toString()).toBe(plain.text)
    if (encoding) expect(bytes.length).toBeLessThan(plain.text.length / 3)
  }
})

test('a cached response needs a valid token', async () => {
  const { anonymous, user } = library()
  for (const path of paths) {
    const etag = (await user.get(path)).headers.get('etag') ?? ''
    for (const authorization of ['', 'Bearer wrong', `Basic ${user.token}`, user.token ?? '']) {
      const headers = { authorization, 'if-none-match': etag }
      expect((await anonymous.send('GET', path, { headers })).status).toBe(401)
    }
  }
})

test('the cached likes of one user are not sent to another', async () => {
  const { user, admin } = library()
  for (const _ of [1, 2]) {
    expect((await user.get('/me/likes')).body).toHaveLength(1)
    expect((await admin.get('/me/likes')).body).toHaveLength(0)
  }
  await admin.post('/tracks/2/like')
  expect((await admin.get('/me/likes')).body).toHaveLength(1)
})
