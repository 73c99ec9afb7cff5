import { expect } from 'bun:test'
import { join } from 'node:path'
import { createMusicLibrary } from '../../../src/index.ts'
import { serveBinary } from '../../support/binary.ts'
import { emptyFolder } from '../../support/folder.ts'
import { startTestLibrary } from '../../support/library.ts'
import { sharedLibraryTest } from '../../support/sharedLibraryTest.ts'

const test = sharedLibraryTest()

const root = join(import.meta.dir, '../../..')
const originOf = ({ url }: { url: string }) => new URL(url).origin

/** The URLs of the files that a page loads. */
const filesOf = (html: string, pageUrl: string) =>
  [...html.matchAll(/(?:src|href)="([^":]+)"/g)].map(([, path = '']) => new URL(path, pageUrl).href)

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

test('the page needs no token, is not stored, and may load only what comes from its own origin', async (library) => {
  const url = `${originOf(library)}/docs`
  const response = await fetch(url)
  const headers = ['content-type', 'content-security-policy', 'cache-control', 'x-content-type-options']
  const expected = ['text/html; charset=utf-8', policy, 'no-store', 'nosniff']
  expect([response.status, ...headers.map((name) => response.headers.get(name))]).toEqual([200, ...expected])
  expect(await response.text()).not.toMatch(/<style|style=|<script(?! defer src)|\son\w+=/)
  const head = await fetch(url, { method: 'HEAD' })
  expect([head.status, ...headers.map((name) => head.headers.get(name))]).toEqual([200, ...expected])
  const posted = await fetch(url, { method: 'POST' })
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
})

const scopes: [query: string, scope: string, other: string][] = [
  ['', 'api', 'all'],
  ['?scope=all', 'all', 'api'],
  ['?scope=<script>', 'api', 'all'],
]

test.each(scopes)(
  'the page with "%s" shows the scope %s, and has a link to the scope %s',
  async (library, query, scope, other) => {
    const html = await (await fetch(`${originOf(library)}/docs${query}`)).text()
    expect(/openapi\.json[^"]*/.exec(html)?.[0]).toBe(`openapi.json?scope=${scope}`)
    expect(html).toContain(`href="?scope=${other}"`)
  },
)

test('the executable contains all files of the page, compressed on request, with names that change with their content', async () => {
  using folder = emptyFolder()
  await using server = await serveBinary(['--database', ':memory:'], { cwd: folder.path })
  const url = `${originOf(server)}/docs`
  const [viewerStyle = '', pageStyle = '', viewerScript = '', pageScript = '', document = '', ...others] = filesOf(
    await (await fetch(url)).text(),
    url,
  )
  expect([document, others]).toEqual([`${originOf(server)}/openapi.json?scope=api`, [`${url}?scope=all`]])
  for (const [file, name, type, original] of [
    [viewerStyle, 'swagger-ui', 'css', 'swagger-ui.css'],
    [viewerScript, 'swagger-ui', 'javascript', 'swagger-ui-bundle.js'],
    [pageStyle, 'page', 'css', undefined],
    [pageScript, 'page', 'javascript', undefined],
  ] as const) {
    expect(new URL(file).pathname).toMatch(new RegExp(`^/docs/${name}\\.[a-z0-9]{10,}\\.(css|js)$`))
    const plain = await fetch(file, { headers: { 'accept-encoding': 'identity' } })
    expect(plain.headers.get('content-type')).toBe(`text/${type}; charset=utf-8`)
    expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const text = await plain.text()
    expect(text.length).toBeGreaterThan(1000)
    if (original) expect(text).toBe(await Bun.file(join(root, 'node_modules/swagger-ui-dist', original)).text())
    for (const encoding of ['zstd', 'gzip']) {
      const encoded = await fetch(file, { headers: { 'accept-encoding': encoding } })
      const { headers } = encoded
      expect([headers.get('content-encoding'), headers.get('vary')]).toEqual([encoding, 'accept-encoding'])
      expect(Number(headers.get('content-length'))).toBeLessThan(text.length * 0.7)
      expect(await encoded.text()).toBe(text)
    }
  }
})

test('a file that the page does not have is a 404', async (library) => {
  for (const name of ['page.0.js', '%ff', '..%2fpackage.json']) {
    const response = await fetch(`${originOf(library)}/docs/${name}`)
    expect([response.status, await response.json()]).toEqual([404, { message: `File ${name} was not found.` }])
  }
})

test('the URLs of the page are right below any path, with and without a slash at its end', async () => {
  await using library = await createMusicLibrary({ prefix: '/music' })
  for (const path of ['/music/docs', '/music/docs/']) {
    const url = `http://localhost${path}`
    const files = filesOf(await (await library.fetch(new Request(url))).text(), url)
    expect(files).toHaveLength(6)
    for (const file of files) expect((await library.fetch(new Request(file))).status).toBe(200)
  }
})

test('only a demo shows accounts, and their texts are no HTML', async (library) => {
  const accounts = [{ email: '<b>"\'&@example.com', role: 'user', password: '<i>', token: '<u>' }] as const
  await using demo = await startTestLibrary({
    demo: { accounts, resetAt: () => '"><s>', reset: async () => {}, onFull: () => {} },
  })
  const html = await (await fetch(`${originOf(demo)}/docs`)).text()
  expect(html).toContain('&lt;b&gt;&quot;&#x27;&amp;@example.com')
  expect(html).not.toMatch(/<[bius]>/)
  expect(await (await fetch(`${originOf(library)}/docs`)).text()).not.toContain('id="demo"')
})
