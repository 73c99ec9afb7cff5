import { expect } from 'bun:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { startTestLibrary } from '../support/library.ts'
import { sharedLibraryTest } from '../support/sharedLibraryTest.ts'

const test = sharedLibraryTest()

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

/** The URL of the server, without a path. */
const originOf = ({ url }: { url: string }) => new URL(url).origin

/** The URLs of the scripts and the style sheet in a page. */
const findAssets = (html: string) =>
  [...html.matchAll(/(?:src|href)="\.(\/console\/assets\/[^"]+)"/g)].map(([, url = '']) => url)

test('every path of the console is the same page, which is never stored, with a nonce of its own', async (library) => {
  const nonces = new Set<string>()
  for (const path of ['/console', '/console/', '/console/albums/3/edit', '/console/nothing']) {
    const response = await fetch(originOf(library) + path)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('no-store')
    const { nonce } = JSON.parse(/id="settings">(.*)<\/script>/.exec(await response.text())?.[1] ?? '{}')
    expect(response.headers.get('content-security-policy')).toBe(
      `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
    nonces.add(nonce)
  }
  expect(nonces.size).toBe(4)
})

const languages: [headers: Record<string, string>, language: string][] = [
  [{}, 'en'],
  [{ 'accept-language': 'de-AT,de;q=0.9,en;q=0.8' }, 'de'],
  [{ 'accept-language': 'fr-FR,fr;q=0.9,de;q=0.5' }, 'de'],
  [{ 'accept-language': 'en', cookie: 'music-library-language=de' }, 'de'],
  [{ 'accept-language': 'de', cookie: 'other=de; music-library-language=en; more=fr' }, 'en'],
  [{ 'accept-language': 'constructor', cookie: 'music-library-language=constructor' }, 'en'],
]

test.each(languages)('a browser that sends %j gets the texts of "%s" alone', async (library, headers, language) => {
  const html = await (await fetch(`${originOf(library)}/console`, { headers })).text()
  expect(html).toContain(`<html lang="${language}">`)
  const [, script = '', ...others] = findAssets(html)
  expect(script).toStartWith(`/console/assets/${language}-`)
  expect(others.map((path) => path.replace(/-.*\./, '.').slice('/console/assets/'.length))).toEqual([
    'main.js',
    'style.css',
  ])
})

test('the files of the page are compressed, and may be kept for ever', async (library) => {
  const html = await (await fetch(`${originOf(library)}/console`)).text()
  const assets = findAssets(html)
  expect(assets).toHaveLength(4)
  for (const url of assets) {
    const get = (encoding: string) =>
      fetch(originOf(library) + url, { headers: { 'accept-encoding': encoding }, decompress: false })
    const plain = await get('gzip;q=0, identity')
    expect(plain.headers.get('content-encoding')).toBeNull()
    const text = await plain.text()
    for (const [accepted, encoding, decode] of [
      ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
      ['gzip, deflate', 'gzip', gunzipSync],
    ] as const) {
      const compressed = await get(accepted)
      expect(compressed.headers.get('content-encoding')).toBe(encoding)
      expect(compressed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(compressed.headers.get('vary')).toBe('accept-encoding')
      expect(decode(await compressed.bytes()).toString()).toBe(text)
    }
  }
})

test('what the console does not have is a 404 or a 405', async (library) => {
  const status = async (path: string, method = 'GET') =>
    (await fetch(originOf(library) + path, { method, headers: browser })).status
  for (const path of ['assets/nothing.js', 'assets/constructor', 'assets/..%2Fassets.ts', 'api', 'api/nothing'])
    expect([path, await status(`/console/${path}`)]).toEqual([path, 404])
  expect(await status('/consoles')).toBe(404)
  for (const path of ['/console', '/console/albums/3/edit', '/console/apis']) {
    const { status, headers } = await fetch(originOf(library) + path, { method: 'POST' })
    expect([path, status, headers.get('allow')]).toEqual([path, 405, 'GET, HEAD'])
    expect((await fetch(originOf(library) + path)).status).toBe(200)
  }
  for (const path of ['/console/api', '/console/api/', '/console/api/nothing', '/consoles/x'])
    expect([path, await status(path, 'POST')]).toEqual([path, 404])
  const get = await fetch(`${originOf(library)}/console/api/bulk/tracks`)
  expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST'])
})

test('the page has the accounts of a demo, and no text of theirs can end its element', async () => {
  const [email, password, token] = ['</script><b>@example.com', 'demo user', 'mlib_secret'] as const
  const accounts = [{ email, role: 'user', password, token }] as const
  const resetAt = () => '2026-11-22T18:00:00.000Z'
  await using library = await startTestLibrary({ demo: { accounts, resetAt, reset: async () => {}, onFull: () => {} } })
  const html = await (await fetch(`${originOf(library)}/console`)).text()
  for (const text of [email, token]) expect(html).not.toContain(text)
  expect(JSON.parse(/id="settings">(.*)<\/script>/.exec(html)?.[1] ?? '{}').demo).toEqual({
    accounts: [{ email, password }],
    reset_at: resetAt(),
  })
})
