import { expect, test } from 'bun:test'
import { parseTrustedProxies } from '../../src/http/clientIp.ts'
import { isPrefix } from '../../src/http/prefix.ts'
import { startTestLibrary, type TestLibrary } from '../support/library.ts'

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const originOf = ({ url }: Pick<TestLibrary, 'url'>) => new URL(url).origin

interface Document {
  servers: { url: string }[]
  paths: object
}

/** What of the service depends on a prefix: a redirect, the links of the start page, and the server of the OpenAPI document. */
const readPrefixes = async (origin: string, prefix: string) => {
  const headers = { ...browser, 'x-forwarded-prefix': prefix }
  const { status, headers: redirect } = await fetch(`${origin}/`, { headers, redirect: 'manual' })
  const page = await (await fetch(`${origin}/api`, { headers })).text()
  const document = (await (await fetch(`${origin}/openapi.json`, { headers })).json()) as Document
  expect([status, redirect.get('cache-control')]).toEqual([302, 'no-store'])
  const links = [...page.matchAll(/<a href="([^"]+)"/g)].map(([, link]) => link)
  return [redirect.get('location'), links, document.servers.map(({ url }) => url).join()]
}

const relative = ['./console', ['./console', './docs', './openapi.json'], '/']

test('a prefix is a path of a host, without a slash at its end', () => {
  for (const text of ['/music', '/a/..b', `/${'x'.repeat(254)}`]) expect([text, isPrefix(text)]).toEqual([text, true])
  for (const text of [
    '/',
    '//a',
    '/\\a',
    '/a//b',
    '/..',
    '/.',
    '/a, /b',
    '/%2e%2e',
    '/a\tb',
    '/a/',
    `/${'x'.repeat(255)}`,
  ])
    expect([text, isPrefix(text)]).toEqual([text, false])
})

test('no client chooses a prefix: it counts only from a trusted proxy', async () => {
  for (const trustedProxies of [undefined, parseTrustedProxies(['10.0.0.0/8'])]) {
    await using library = await startTestLibrary({ trustedProxies })
    const headers = { 'x-forwarded-prefix': '/forged', 'x-forwarded-for': '10.0.0.1' }
    expect(await readPrefixes(originOf(library), '/forged')).toEqual(relative)
    expect(await (await fetch(`${originOf(library)}/openapi.json`, { headers })).text()).not.toContain('forged')
  }
})

test('what a trusted proxy sends counts only if it is a path of this host', async () => {
  await using library = await startTestLibrary({ trustedProxies: parseTrustedProxies(['127.0.0.1']) })
  const origin = originOf(library)
  for (const prefix of ['/music', '/music/']) {
    const path = prefix.replace(/\/$/, '')
    const links = [`${path}/console`, `${path}/docs`, `${path}/openapi.json`]
    expect(await readPrefixes(origin, prefix)).toEqual([`${path}/console`, links, path])
  }
  for (const prefix of ['', '//evil.example', 'https://evil.example', '/"><script>', '/a/../b'])
    expect(await readPrefixes(origin, prefix)).toEqual(relative)
  // Of many, each gets its own, also when its document has left the cache.
  for (const n of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1])
    expect((await readPrefixes(origin, `/music${n}`)).at(-1)).toBe(`/music${n}`)
})

test('each prefix has the documents of both scopes, and the same cached responses of the API', async () => {
  await using library = await startTestLibrary({ trustedProxies: parseTrustedProxies(['127.0.0.1']) })
  const readEtag = async (prefix: string) =>
    (await library.admin.send('GET', '/labels', { headers: { 'x-forwarded-prefix': prefix } })).headers.get('etag')
  for (const prefix of ['/a', '/b', '/a']) {
    for (const query of ['', '?scope=api', '?scope=all']) {
      const headers = { 'x-forwarded-prefix': prefix }
      const response = await fetch(`${originOf(library)}/openapi.json${query}`, { headers })
      const { servers, paths } = (await response.json()) as Document
      const hasConsole = Object.hasOwn(paths, '/console/api/audit')
      expect([servers, hasConsole]).toEqual([[{ url: prefix }], query !== '?scope=api'])
    }
    expect(await readEtag(prefix)).toBe(await readEtag(''))
  }
})

test('with a base path, requests below it are those at the root, and the header is not read', async () => {
  const trustedProxies = parseTrustedProxies(['127.0.0.1'])
  await using library = await startTestLibrary({ basePath: '/my/music', trustedProxies })
  const origin = originOf(library)
  const links = ['/my/music/console', '/my/music/docs', '/my/music/openapi.json']
  for (const root of [origin, `${origin}/my/music`])
    expect(await readPrefixes(root, '/forged')).toEqual(['/my/music/console', links, '/my/music'])
  const status = async (path: string) => (await fetch(origin + path, { redirect: 'manual', headers: browser })).status
  expect(await status('/my/music')).toBe(302)
  expect(await status('/my/music?x=1')).toBe(302)
  expect(await status('/my/music/readyz')).toBe(200)
  expect(await status('/readyz')).toBe(200)
  expect(await status('/my/music/api/labels?x=1')).toBe(401)
  for (const path of ['/my/musical/readyz', '/my', '/my/music/my/music/readyz', '/my/music//readyz'])
    expect([path, await status(path)]).toEqual([path, 404])
})
