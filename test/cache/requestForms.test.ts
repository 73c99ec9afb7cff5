import { beforeAll, expect, test } from 'bun:test'
import { createFixtures } from '../support/createFixtures.ts'
import { serveWithEmptyCache } from '../support/emptyCache.ts'
import { useSharedLibrary } from '../support/sharedLibrary.ts'

const library = useSharedLibrary()

beforeAll(async () => {
  await createFixtures(library().admin)
  await library().user.post('/tracks/1/like')
})

/** Ways to write the same path. */
const forms = [
  (path: string) => path,
  (path: string) => `${path}/`,
  (path: string) => `${path}?page=2`,
  (path: string) => `${path}/?access_token=x`,
  (path: string) => path.replace(/1$/, '%31'),
]

const comparedHeaders = ['etag', 'cache-control', 'vary', 'content-type', 'content-encoding', 'content-security-policy']

const paths = ['/labels/1', '/artists/1', '/tracks/1', '/labels', '/tracks', '/me/likes']

// The first request of a path fills the cache.
test.each(forms)('all forms of a path get the same response, if form %# is requested first', async (first) => {
  await using server = await serveWithEmptyCache(library())
  for (const path of paths) {
    const responses = []
    for (const form of [first, ...forms, ...forms]) {
      const { status, headers, text } = await server.user.send('GET', form(path), {
        headers: { 'accept-encoding': 'gzip' },
      })
      responses.push([status, text, ...comparedHeaders.map((name) => headers.get(name))])
    }
    for (const response of responses) expect([path, ...response]).toEqual([path, ...(responses[0] ?? [])])
    expect(responses[0]?.slice(0, 1)).toEqual([200])
    expect(responses[0]?.[2]).toMatch(/^W\//)
  }
})

test.each(forms)('If-None-Match gets a 304 with form %# of a path', async (form) => {
  const { user } = library()
  const etag = (await user.get('/tracks')).headers.get('etag') ?? ''
  const { status } = await user.send('GET', form('/tracks'), { headers: { 'if-none-match': etag } })
  expect(status).toBe(304)
})

test('the scheme of the Authorization header is accepted in any case and with several spaces, and nothing else is', async () => {
  const { anonymous, user } = library()
  const { token } = user
  const statusWith = async (authorization: string, path = '/labels/1') =>
    (await anonymous.send('GET', path, { headers: { authorization } })).status
  for (const scheme of ['Bearer ', 'bearer ', 'BEARER ', 'Bearer   ']) {
    // Once before the caller is cached under this header, and once after.
    expect([await statusWith(scheme + token), await statusWith(scheme + token)]).toEqual([200, 200])
  }
  for (const header of [
    `Bearer${token}`,
    `Bearer ${token} x`,
    `Bearer x ${token}`,
    `Basic ${token}`,
    `${token}`,
    'Bearer',
  ]) {
    expect([header, await statusWith(header)]).toEqual([header, 401])
  }
  for (const path of [`/labels/1?access_token=${token}`, `/labels/1?=${token}`, `/me?bearer=${token}`]) {
    expect((await anonymous.get(path)).status).toBe(401)
  }
})
