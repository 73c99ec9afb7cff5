import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { type ServerProcess, serveBinary } from '../../support/binary.ts'
import { browserTest, openPage } from '../../support/browser.ts'
import { client } from '../../support/client.ts'
import { checkScreen } from '../../support/consoleTest.ts'
import { fixtureTest } from '../../support/fixtureTest.ts'
import { emptyFolder } from '../../support/folder.ts'
import { inLongForm } from '../../support/longForm.ts'

/** The executable with a new library, and the URL that it has printed. */
const serveNew = async () => {
  const folder = emptyFolder()
  const server = await serveBinary(['--database', ':memory:'], { cwd: folder.path })
  await server.waitForOutput('/setup#')
  const url = /http\S+\/setup#\S+/.exec(server.output)?.[0] ?? ''
  return {
    server,
    url,
    code: new URL(url).hash.slice(1),
    origin: new URL(url).origin,
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]()
      folder[Symbol.dispose]()
    },
  }
}

const test = fixtureTest(serveNew, browserTest)
const longTest = inLongForm(test)

const viewport = { width: 1440, height: 900 }

const open = (url: string) => openPage(url, { viewport, reducedMotion: 'reduce' })

/** The addresses of this tab that the browser remembers. */
const readHistory = (page: Page) =>
  page.evaluate<string[]>('navigation.entries().map(({ url }) => url.replace(location.origin, ""))')

const account = { name: 'Ada', email: 'ada@example.com', password: 'analytical engine' }

const fillAccount = async (page: Page, { name, email, password } = account) => {
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Repeat the password').fill(password)
}

const submit = (page: Page) => page.getByRole('button', { name: 'Create the admin account' }).click()

const other = { name: 'Grace', email: 'grace@example.com', password: 'another long secret' }

const register = ({ url }: ServerProcess) =>
  client(url).post('/register', { ...account, password_confirmation: account.password })

test('the URL that the start has printed leads to the first album, and is in no history', async ({ url, code }) => {
  await using opened = await open(url)
  const { page, problems } = opened
  await page.getByText('A catalogue of the albums and tracks that you own, on your own server.').waitFor()
  expect(page.url()).toEndWith('/console/setup')
  expect(await page.getByLabel('Setup code').count()).toBe(0)
  await checkScreen(page, 'setup')
  await fillAccount(page)
  await submit(page)
  await page.getByRole('heading', { name: 'The library is empty' }).waitFor()
  await checkScreen(page, 'setup-first-run')
  expect(await readHistory(page)).toEqual(['/console'])
  const stored = await page.evaluate<string>('document.documentElement.outerHTML + JSON.stringify(localStorage)')
  expect(stored).not.toContain(code)
  await page.getByRole('link', { name: 'Add the sample albums' }).click()
  await page.getByRole('button', { name: 'Add to the library', disabled: false }).click()
  await page.getByRole('navigation').getByRole('link', { name: 'Albums', exact: true }).click()
  await page.getByRole('link', { name: 'Kind of Blue' }).waitFor()
  await checkScreen(page, 'setup-albums')
  expect((await readHistory(page)).filter((address) => address.includes('#') || address.includes('setup'))).toEqual([])
  expect(problems).toEqual([])
})

test('without the code, every path of the console says where it is, and takes it', async ({ origin, url, server }) => {
  await using opened = await open(`${origin}/console/albums`)
  const { page, problems } = opened
  await page.getByText('sudo journalctl -u music-library').waitFor()
  await page.getByText('docker logs music-library').waitFor()
  await checkScreen(page, 'setup-without-code')
  // Nobody has one yet.
  expect(await page.getByRole('button', { name: 'I have an account' }).count()).toBe(0)
  await client(server.url).post('/register', { ...other, password_confirmation: other.password })
  await page.reload()
  await page.getByRole('button', { name: 'I have an account' }).click()
  await page.getByRole('button', { name: 'Log in', exact: true }).waitFor()
  expect(page.url()).toEndWith('/console/albums')

  await page.goto(`${origin}/console/setup`)
  await page.getByLabel('Setup code').fill(url)
  await fillAccount(page)
  await submit(page)
  await page.getByRole('heading', { name: 'The library is empty' }).waitFor()
  expect(problems).toEqual([])
})

longTest('who has registered before there is an admin learns how to become it', async ({ origin, url, server }) => {
  const { token } = (await register(server)).body
  const storageState = {
    cookies: [],
    origins: [{ origin, localStorage: [{ name: 'music-library token', value: token }] }],
  }
  await using opened = await openPage(`${origin}/console`, { viewport, reducedMotion: 'reduce', storageState })
  const { page, problems } = opened
  await page.getByText('It has no admin yet.').waitFor()
  await checkScreen(page, 'setup-user')
  await page.getByRole('link', { name: 'Create the admin account' }).click()
  await page.getByLabel('Setup code').fill(url)
  await fillAccount(page, { ...account, email: 'grace@example.com' })
  await submit(page)
  await page.getByRole('link', { name: 'Add the sample albums' }).waitFor()
  expect(problems).toEqual([])
})
