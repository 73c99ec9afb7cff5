import { expect } from 'bun:test'
import { browserTestWith, hasBrowser, openPage, saveScreenshot } from '../support/browser.ts'
import { startCaddy } from '../support/caddy.ts'
import { blocksUnder } from '../support/codeBlocks.ts'
import { admin, type Console, logIn, serveConsole } from '../support/console.ts'
import { everyNth, isLongForm } from '../support/longForm.ts'
import { startNginx } from '../support/nginx.ts'
import { programTest } from '../support/programs.ts'
import type { ReverseProxy } from '../support/reverseProxy.ts'

// These tests run the configurations of docs/on-a-server.md for a service below /music.

const readBlocks = (language: string) => blocksUnder('docs/on-a-server.md', '4. TLS > Below a path', language)

const atService = (config: string, { origin }: Console) => config.replace('127.0.0.1:3000', new URL(origin).host)

const startCaddyWith = async (index: number, service: Console) => {
  const caddyfile = (await readBlocks('caddyfile'))[index] ?? ''
  return startCaddy(atService(caddyfile, service).replace('home.example.com', '{$DOMAIN}'), 'http')
}

interface Case {
  program: 'caddy' | 'nginx'
  args?: string[]
  start(service: Console): Promise<ReverseProxy>
}

const cases: Record<string, Case> = {
  'nginx, which removes the path': {
    program: 'nginx',
    start: async (service) => startNginx(atService((await readBlocks('nginx')).join(''), service)),
  },
  'Caddy, which removes the path': { program: 'caddy', start: (service) => startCaddyWith(0, service) },
  'Caddy, which does not remove the path': {
    program: 'caddy',
    args: ['--base-path', '/music'],
    start: (service) => startCaddyWith(1, service),
  },
}

const navigation = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

/** What no page needs to be in a browser for. */
const checkResponses = async (root: string) => {
  // Without a slash, some proxies redirect themselves.
  for (const url of [root, `${root}/`]) {
    const start = await fetch(url, { headers: navigation })
    expect([start.url, start.status]).toEqual([`${root}/console`, 200])
  }
  const deepest = '/console/albums/3/edit'
  for (const path of ['/console', '/console/', deepest, '/docs', '/docs/', '/api', '/api/']) {
    const page = await fetch(root + path, { redirect: 'manual', headers: navigation })
    expect([path, page.status]).toEqual([path, 200])
    const html = await page.text()
    const urls = [...html.matchAll(/ (?:src|href)="([^":]+)"/g)].map(([, url = '']) => new URL(url, page.url).href)
    expect(urls.length).toBeGreaterThan(1)
    for (const url of urls) {
      expect(url).toStartWith(`${root}/`)
      expect([path, url, (await fetch(url, { method: 'HEAD', headers: navigation })).status]).toEqual([path, url, 200])
    }
  }
  // The proxy replaces what a client sends.
  const document = await fetch(`${root}/openapi.json`, { headers: { 'x-forwarded-prefix': '/forged' } })
  const { servers } = (await document.json()) as { servers: { url: string }[] }
  expect(servers).toEqual([{ url: '/music' }])
  const login = await fetch(new URL(`${servers[0]?.url}/api/login`, root), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  })
  const { token } = (await login.json()) as { token: string }
  const headers = { authorization: `Bearer ${token}` }
  const titles: string[] = []
  for (let url = `${root}/search/albums?sort=title&limit=10`; url !== ''; ) {
    const page = await fetch(url, { headers })
    titles.push(...((await page.json()) as { title: string }[]).map(({ title }) => title))
    const next = /<([^>]*)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1]
    url = next === undefined ? '' : new URL(next, url).href
  }
  expect(titles.length).toBeGreaterThan(20)
}

/** A person logs in, opens an album by its address, edits it, and loads the page again. */
const checkBrowser = async (root: string, name: string) => {
  await using opened = await openPage(`${root}/console/`, { viewport: { width: 1440, height: 900 } })
  const { page, problems } = opened
  await logIn(page)
  await page.goto(`${root}/console/albums/3`)
  await page.getByRole('heading', { level: 1, name: 'Bathing Beach' }).waitFor()
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.waitForURL(`${root}/console/albums/3/edit`)
  await page.reload()
  const title = page.getByRole('dialog').getByLabel('Title')
  expect(await title.inputValue()).toBe('Bathing Beach')
  await title.fill('Another title')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { level: 1, name: 'Another title' }).waitFor()
  await saveScreenshot(page, `below-a-path-${name}`)
  await page.getByRole('link', { name: 'Audit trail' }).click()
  await page.getByText('Another title').first().waitFor()
  expect(problems).toEqual([])
}

for (const [name, { program, args = [], start }] of everyNth(Object.entries(cases), 2)) {
  const inBrowser = hasBrowser && (isLongForm || program === 'nginx')
  const pathTest = inBrowser ? browserTestWith(program) : programTest(program)
  pathTest(`behind ${name}, everything is below /music`, async () => {
    await using service = await serveConsole(['--sample', '--trusted-proxies', '127.0.0.1', ...args])
    await using proxy = await start(service)
    const root = `${proxy.origin}/music`
    await checkResponses(root)
    // For a browser, all of them are alike.
    if (inBrowser) await checkBrowser(root, program + args.length)
  })
}
