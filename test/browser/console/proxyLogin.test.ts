import { expect } from 'bun:test'
import type { BrowserContextOptions } from 'playwright-core'
import { browserTestWith, openPage } from '../../support/browser.ts'
import { client } from '../../support/client.ts'
import { checkScreen } from '../../support/consoleTest.ts'
import { type LoginProxy, startLoginProxy } from '../../support/loginProxy.ts'
import { programTest } from '../../support/programs.ts'

const caddyTest = programTest('caddy')

/** Sends a request through Caddy, as a client that has a session of the gateway. */
const send = async (
  { origin }: LoginProxy,
  user: string,
  path: string,
  headers: Record<string, string>,
  method = 'POST',
) => {
  const cookie = `gateway=${user}`
  const tls = { rejectUnauthorized: false }
  const response = await fetch(origin + path, {
    method,
    redirect: 'manual',
    tls,
    headers: { cookie, origin, ...headers },
  })
  const text = await response.text()
  return { status: response.status, text, body: text.startsWith('{') ? JSON.parse(text) : undefined }
}

const path = '/console/api/proxy-login'
const forged = {
  'Remote-Email': 'admin@example.com',
  'remote-name': 'Admin',
  'Remote-Groups': 'music-admins',
  'X-Forwarded-For': '127.0.0.1',
}

caddyTest('behind the Caddyfile of the docs, what a client sends itself has no effect', async () => {
  await using proxy = await startLoginProxy()
  const { origin, server } = proxy
  const ada = await send(proxy, 'ada', path, forged)
  expect([ada.status, ada.body.user]).toEqual([
    200,
    expect.objectContaining({ id: 1, email: 'ada@example.com', name: 'Ada' }),
  ])
  expect(ada.body.user.role.name).toBe('admin')
  expect((await client(server.url, ada.body.token).get('/users')).body).toEqual([ada.body.user])

  // The gateway says nothing of the groups or the name of this one.
  const { body: bob } = await send(proxy, 'bob', path, forged)
  expect([bob.user.email, bob.user.role.name]).toEqual(['bob@example.com', 'user'])
  expect(bob.user.name).not.toBe('Admin')
  expect((await send(proxy, 'nobody', path, forged)).status).toBe(403)
  expect((await send(proxy, 'ada', path, { origin: 'https://evil.example' })).status).toBe(403)
  // Without a session of the gateway, no spelling of the path leads past it with the headers.
  for (const spelling of [
    path,
    `/${path}`,
    path.toUpperCase(),
    '/console/%61pi/proxy-login',
    '/api/../console/api/proxy-login',
    `${path}/`,
  ])
    expect([spelling, (await send(proxy, 'stranger', spelling, forged)).text]).toEqual([
      spelling,
      expect.not.stringContaining('mlib_'),
    ])
  expect((await send(proxy, 'ada', '/api/me', forged, 'GET')).status).toBe(401)
  // Programs have no session of the gateway.
  const headers = { authorization: `Bearer ${ada.body.token}` }
  expect((await send(proxy, 'stranger', '/api/me', headers, 'GET')).body).toEqual(ada.body.user)
  // Nothing of the machine but the proxy knows the names: a direct client without them gets the ordinary login.
  const direct = await fetch(`${new URL(server.url).origin}/console`)
  expect(await direct.text()).not.toContain('proxy_login')
  const page = await send(proxy, 'grace', '/console', forged, 'GET')
  expect(page.text).toContain('"proxy_login":{"email":"grace@example.com"}')
  expect((await client(server.url, ada.body.token).get('/users')).body).toHaveLength(2)
  expect(origin).toStartWith('https://')
})

browserTestWith('caddy')(
  'the page logs in by itself, waits after a logout, and goes on when its session ends',
  async () => {
    await using proxy = await startLoginProxy()
    const { origin, server } = proxy
    const options = (user: string): BrowserContextOptions => ({
      ignoreHTTPSErrors: true,
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
      storageState: {
        cookies: [
          {
            name: 'gateway',
            value: user,
            domain: 'localhost',
            path: '/',
            expires: -1,
            httpOnly: true,
            secure: true,
            sameSite: 'Lax',
          },
        ],
        origins: [],
      },
    })
    await using opened = await openPage(`${origin}/console/albums`, options('ada'))
    const { page, problems } = opened
    await page.getByRole('heading', { name: 'Albums', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'My account' }).click()
    await page.getByText('ada@example.com').waitFor()
    const logIns: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith(path)) logIns.push(request.method())
    })
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await page.getByRole('button', { name: 'Log in again' }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Log in again' }).waitFor()
    await checkScreen(page, 'proxy-login')
    await page.getByRole('button', { name: 'Log in with a password' }).click()
    await page.getByLabel('E-mail').waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Log in again' }).click()
    await page.getByRole('heading', { name: 'Albums', level: 1 }).waitFor()
    expect([logIns, problems]).toEqual([['POST'], []])

    // The session ends on the server.
    const token = await page.evaluate<string>("localStorage.getItem('music-library token')")
    await client(server.url, token).post('/logout')
    await page.getByRole('link', { name: 'Users' }).click()
    await page.getByRole('cell', { name: 'ada@example.com' }).waitFor()
    expect(await page.evaluate<string>("localStorage.getItem('music-library token')")).not.toBe(token)

    await using rejected = await openPage(`${origin}/console`, options('nobody'))
    await rejected.page
      .getByText('The value that the proxy has sent as Remote-Email is not an e-mail address.')
      .waitFor()
    await checkScreen(rejected.page, 'proxy-login-rejected')
  },
)
