import { expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import { Hono } from 'hono'
import { createMusicLibrary } from '../../src/index.ts'
import { client } from '../support/client.ts'

/** A whole conversation below a URL: registration, a list, a like, errors and headers. */
const converse = async (url: string) => {
  const anonymous = client(`${url}/api`, undefined, '/music')
  const account = { name: 'Ada', email: 'ada@example.com', password: 'a long secret' }
  const registered = await anonymous.post('/register', { ...account, password_confirmation: account.password })
  expect(registered.status).toBe(201)
  expect(registered.headers.get('x-request-id')).toBeString()
  expect(registered.headers.get('cache-control')).toBe('no-store')
  const ada = client(`${url}/api`, registered.body.token, '/music')
  expect((await ada.get('/tracks')).body).toHaveLength(229)
  const track = await ada.get('/tracks/3')
  const again = await ada.send('GET', '/tracks/3', { headers: { 'if-none-match': track.headers.get('etag') ?? '' } })
  expect(again.status).toBe(304)
  expect((await ada.post('/tracks/3/like')).status).toBe(200)
  expect((await anonymous.get('/labels')).status).toBe(401)
  const authorization = `Bearer ${registered.body.token}`
  const page = await fetch(`${url}/search/tracks?q=blue&limit=1`, { headers: { authorization } })
  const [, next = ''] = /<([^>]*)>; rel="next"/.exec(page.headers.get('link') ?? '') ?? []
  expect((await fetch(new URL(next, page.url), { headers: { authorization } })).status).toBe(200)
  expect(new URL(next, page.url).href).toBe(`${url}/search/tracks?q=blue&limit=1&offset=1`)
  expect((await anonymous.post('/login', 'no object')).status).toBe(400)
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  expect((await fetch(`${url}/nothing`)).status).toBe(404)
}

test('fetch mounts into routes of Bun.serve, with the prefix of the routes', async () => {
  await using library = await createMusicLibrary({ catalogue: 'sample', prefix: '/music' })
  await using server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    routes: { '/music/*': library.fetch, '/other': new Response('other') },
  })
  await converse(`${server.url.origin}/music`)
  expect(await (await fetch(`${server.url.origin}/other`)).text()).toBe('other')
})

type Fetch = (request: Request) => Response | Promise<Response>

/** Applications that have the library below a path, and a page beside it. */
const applications: Record<string, (fetch: Fetch) => { fetch: Fetch }> = {
  Elysia: (fetch) => new Elysia().mount('/music', fetch).get('/other', 'other'),
  Hono: (fetch) => {
    const app = new Hono()
    app.mount('/music', fetch)
    return app.get('/other', (context) => context.text('other'))
  },
}

test.each(Object.entries(applications))('fetch mounts into %s', async (_, create) => {
  await using library = await createMusicLibrary({ catalogue: 'sample' })
  const app = create(library.fetch)
  await using server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: (request) => app.fetch(request) })
  await converse(`${server.url.origin}/music`)
  expect(await (await fetch(`${server.url.origin}/other`)).text()).toBe('other')
})

test('a path outside the prefix is a 404 that names the prefix', async () => {
  await using library = await createMusicLibrary({ prefix: '/music' })
  for (const path of ['/api/labels', '/musical/api/labels', '/']) {
    const response = await library.fetch(new Request(`https://example.com${path}`))
    expect([response.status, await response.json()]).toEqual([
      404,
      { message: 'There is nothing at this path. The API is below /music/api.' },
    ])
  }
  expect((await library.fetch(new Request('https://example.com/music/api/labels?x=/music'))).status).toBe(401)
})
