import { expect, test } from 'bun:test'
import { parseTrustedProxies } from '../../src/http/clientIp.ts'
import { createMusicLibrary } from '../../src/index.ts'
import { startTestLibrary } from '../support/library.ts'

const nothing = (prefix = '') => `There is nothing at this path. The API is below ${prefix}/api.`

/** Paths without a route, and the path that each of them may mean; '' for none. */
const cases: [path: string, meant: string][] = [
  ['/api/album', '/api/albums'],
  ['/api/Albums', '/api/albums'],
  ['/API/albums/3', '/api/albums/3'],
  ['/api/album/:id', '/api/albums/:id'],
  ['/albums', '/api/albums'],
  ['/albums/3/', '/api/albums/3'],
  ['/api/api/albums', '/api/albums'],
  ['/music/api/v1/albums', '/api/albums'],
  ['/api/search/tracks', '/search/tracks'],
  ['/health', '/healthz'],
  ['/', ''],
  ['/api', ''],
  // An id that is none is repeated nowhere, and the routes of the console are no part of the API.
  ['/api/album/%3Cb%3E', ''],
  ['/api/albums/3/foo', ''],
  ['/api/audit', ''],
  ['/console/api/albums', ''],
  [`/api/${'albums/'.repeat(1_000)}`, ''],
]

test('a path without a route is a 404 for everybody, which names the path that may be meant', async () => {
  await using library = await startTestLibrary()
  const { origin } = new URL(library.url)
  for (const [n, [path, meant]] of cases.entries()) {
    const response = await fetch(origin + path, { method: n % 2 === 0 ? 'GET' : 'POST' })
    const message = meant === '' ? nothing() : `${nothing()} Did you mean ${meant}?`
    expect([path, response.status, await response.json()]).toEqual([path, 404, { message }])
  }
})

test('the 404 names paths as the client knows them', async () => {
  const headers = { 'x-forwarded-prefix': '/music' }
  const expected = { message: `${nothing('/music')} Did you mean /music/api/albums/3?` }
  await using mounted = await createMusicLibrary({ prefix: '/music' })
  const inside = await mounted.fetch(new Request('http://localhost/music/api/album/3'))
  expect(await inside.json()).toEqual(expected)
  await using served = await startTestLibrary({ basePath: '/music' })
  expect(await (await fetch(`${new URL(served.url).origin}/music/api/album/3`)).json()).toEqual(expected)
  await using behindProxy = await startTestLibrary({ trustedProxies: parseTrustedProxies(['127.0.0.1']) })
  expect(await (await fetch(`${behindProxy.url}/album/3`, { headers })).json()).toEqual(expected)
  await using open = await startTestLibrary()
  expect(await (await fetch(`${open.url}/album/3`, { headers })).text()).not.toContain('/music')
})
