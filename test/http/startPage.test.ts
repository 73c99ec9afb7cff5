import { expect } from 'bun:test'
import { version } from '../../package.json'
import { createMusicLibrary } from '../../src/index.ts'
import { libraryTest as test } from '../support/fixtureTest.ts'
import { startTestLibrary } from '../support/library.ts'

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const originOf = ({ url }: { url: string }) => new URL(url).origin

const linksIn = (html: string) => [...html.matchAll(/<a href="([^"]+)"/g)].map(([, url = '']) => url)

/** The URLs to which the links of a page lead. */
const readLinks = async (url: string) => {
  const response = await fetch(url, { headers: browser, redirect: 'manual' })
  expect([url, response.status]).toEqual([url, 200])
  return linksIn(await response.text()).map((link) => new URL(link, url).href)
}

test('a browser gets a page with links at /api, and at / where there is no console', async () => {
  for (const options of [{}, { console: false }, { docs: false }, { console: false, docs: false }]) {
    await using library = await startTestLibrary(options)
    const origin = originOf(library)
    const { console, docs } = { console: true, docs: true, ...options }
    const expected = [...(console ? ['/console'] : []), ...(docs ? ['/docs', '/openapi.json'] : [])]
    const paths = ['/api', '/api/', '/api?x=1', ...(console ? [] : ['/', '/?x=1'])]
    for (const path of paths) expect(await readLinks(origin + path)).toEqual(expected.map((link) => origin + link))
    for (const link of expected) expect((await fetch(origin + link)).status).toBe(200)
  }
})

test('a browser may accept text/html alone, and is sent to the console or gets the page', async (library) => {
  for (const accept of ['text/html', ' text/html ', 'Text/HTML', 'text/html; charset=utf-8']) {
    const get = (path: string) => fetch(originOf(library) + path, { headers: { accept }, redirect: 'manual' })
    const root = await get('/')
    expect([accept, root.status, root.headers.get('location')]).toEqual([accept, 302, '/console'])
    expect([accept, (await get('/api')).status]).toEqual([accept, 200])
    const post = await fetch(originOf(library), { headers: { accept }, method: 'POST' })
    expect([accept, post.status]).toEqual([accept, 404])
  }
})

test('the page says its version, loads nothing, and is never stored', async (library) => {
  const response = await fetch(`${originOf(library)}/api`, { headers: browser })
  const html = await response.text()
  expect(html).toContain(`version ${version}.`)
  expect(html).not.toContain('<script')
  const [, style = ''] = /<style>([\s\S]*)<\/style>/.exec(html) ?? []
  const hash = new Bun.CryptoHasher('sha256').update(style).digest('base64')
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    vary: 'accept, x-forwarded-prefix',
  })
  const head = await fetch(`${originOf(library)}/api`, { headers: browser, method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
})

test('programs get the same 404 at / and /api as at any path without a route', async () => {
  await using library = await startTestLibrary({ console: false })
  for (const path of ['/', '/api', '/api/'])
    for (const init of [
      {},
      { headers: { accept: 'application/json' } },
      { headers: { accept: 'text/html;q=0, application/json' } },
      { headers: { accept: 'text/html;q=0,application/xhtml+xml' } },
      { headers: { accept: 'text/html;q=0' } },
      { headers: { accept: 'text/html;q=0.5' } },
      { headers: { accept: 'text/html, application/json' } },
      { headers: { accept: 'text/htmlx' } },
      // The default of the HTTP client of Java.
      { headers: { accept: 'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2' } },
      { method: 'POST', headers: browser },
    ]) {
      const response = await fetch(originOf(library) + path, init)
      expect([response.status, await response.json()]).toEqual([
        404,
        { message: 'There is nothing at this path. The API is below /api.' },
      ])
    }
  expect((await fetch(`${originOf(library)}/nothing`, { headers: browser })).status).toBe(404)
})

test('below a prefix, the links of the page have it, and there is no console', async () => {
  await using library = await createMusicLibrary({ prefix: '/music/v1' })
  for (const path of ['/music/v1', '/music/v1/', '/music/v1/api', '/music/v1/api/']) {
    const url = `http://localhost${path}`
    const html = await (await library.fetch(new Request(url, { headers: browser }))).text()
    expect(html).toContain('below /music/v1/api.')
    const links = linksIn(html).map((link) => new URL(link, url).pathname)
    expect(links).toEqual(['/music/v1/docs', '/music/v1/openapi.json'])
    for (const link of links) expect((await library.fetch(new Request(`http://localhost${link}`))).status).toBe(200)
  }
})

test('a prefix that a proxy forwards counts, unless it is no path of this origin', async (library) => {
  const get = async (prefix: string) => {
    const headers = { ...browser, 'x-forwarded-prefix': prefix }
    return linksIn(await (await fetch(`${originOf(library)}/api`, { headers })).text())
  }
  expect(await get('/music/')).toEqual(['/music/docs', '/music/openapi.json'])
  const invalid = ['//evil.example', 'https://evil.example', '/"><script>', '/a//b', '/..', '/a/../b', '/.', '/a, /b']
  for (const prefix of [...invalid, '']) expect(await get(prefix)).toEqual(['console', 'docs', 'openapi.json'])
  expect(await get('/a/..b')).toEqual(['/a/..b/docs', '/a/..b/openapi.json'])
  const openRoot = async (prefix: string) => {
    const headers = { ...browser, 'x-forwarded-prefix': prefix }
    const response = await fetch(`${originOf(library)}/`, { headers, redirect: 'manual' })
    return [response.status, response.headers.get('location'), response.headers.get('vary')]
  }
  const vary = 'accept, x-forwarded-prefix'
  for (const prefix of invalid) expect(await openRoot(prefix)).toEqual([200, null, vary])
  for (const prefix of ['', '/']) expect(await openRoot(prefix)).toEqual([302, '/console', vary])
})
