import { expect } from 'bun:test'
import { version } from '../../package.json'
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
    expect([accept, root.status, root.headers.get('location')]).toEqual([accept, 302, './console'])
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
      ...['application/json', 'text/html;q=0, application/json', 'text/html;q=0', 'text/html;q=0.5', 'text/htmlx'].map(
        (accept) => ({ headers: { accept } }),
      ),
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
