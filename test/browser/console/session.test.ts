import { expect } from 'bun:test'
import { serveBinary } from '../../support/binary.ts'
import { browserTest, findAccessibilityViolations, openPage } from '../../support/browser.ts'
import { client } from '../../support/client.ts'
import { admin, logIn, openConsole, serveConsole, startConsole } from '../../support/console.ts'
import { consoleTest } from '../../support/consoleTest.ts'
import { findFreePort } from '../../support/freePort.ts'
import { everyNth, inLongForm } from '../../support/longForm.ts'

const test = consoleTest()
const longTest = inLongForm(test)
const longBrowserTest = inLongForm(browserTest)

browserTest(
  'a wrong password is said, and the session stays when the page is loaded again, and ends with a logout',
  async () => {
    await using served = await startConsole()
    await using opened = await openPage(`${served.origin}/console/albums`)
    const { page, problems } = opened
    await page.getByRole('heading', { name: 'music-library' }).waitFor()
    await page.getByLabel('E-mail').fill(admin.email)
    await page.getByLabel('Password', { exact: true }).fill('a wrong one')
    await page.keyboard.press('Enter')
    await page.getByText('The provided credentials are incorrect.').waitFor()
    // The browser reports the response.
    expect(problems.splice(0)).toEqual([expect.stringContaining('422')])
    await logIn(page)
    await page.getByRole('heading', { name: 'Albums', level: 1 }).waitFor()
    const token = await page.evaluate<string>("localStorage.getItem('music-library token')")
    await page.reload()
    await page.getByRole('heading', { name: 'Albums', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'My account' }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await page.getByLabel('E-mail').waitFor()
    expect((await client(served.server.url, token).get('/me')).status).toBe(401)
    expect(await page.evaluate("localStorage.getItem('music-library token')")).toBeNull()
    expect(problems).toEqual([])
  },
)

test('a logout in one tab shows the login in the others, and a login in one of them the console', async ({ open }) => {
  const first = await open('/albums')
  const second = await first.context().newPage()
  await second.goto(first.url().replace('albums', 'artists'))
  await second.getByRole('link', { name: 'Björk', exact: true }).waitFor()
  await first.getByRole('button', { name: 'My account' }).click()
  await first.getByRole('menuitem', { name: 'Log out' }).click()
  await first.getByLabel('E-mail').waitFor()
  await second.getByLabel('E-mail').waitFor()
  await logIn(second)
  await second.getByRole('heading', { name: 'Artists', level: 1 }).waitFor()
  await first.getByRole('heading', { name: 'Albums', level: 1 }).waitFor()
})

test('when the session has ended, the password is asked for, and the user goes on where they were', async ({
  served,
  open,
  allow,
}) => {
  allow(/status of 4/)
  const page = await open('/albums?q=blue')
  await page.getByRole('link', { name: 'Blue Monday' }).waitFor()
  const token = await page.evaluate<string>("localStorage.getItem('music-library token')")
  await client(served.server.url, token).post('/logout')
  await page.getByLabel('Search albums').fill('kind')
  const dialog = page.getByRole('dialog', { name: 'Log in' })
  // Only a button closes it, and what is asked for meanwhile is shown afterwards.
  await dialog.getByLabel('Password', { exact: true }).press('Escape')
  await page.evaluate(`document.querySelector('a[href="/console/artists"]').click()`)
  await page.getByText('This could not be loaded').waitFor()
  await dialog.getByLabel('Password', { exact: true }).fill('a wrong one')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByText('The provided credentials are incorrect.').waitFor()
  await dialog.getByLabel('Password', { exact: true }).fill(admin.password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('link', { name: 'Björk', exact: true }).waitFor()
  await page.goBack()
  await page.getByRole('link', { name: 'Kind of Blue' }).waitFor()
  expect(page.url()).toEndWith('/console/albums?q=kind')
})

longTest('the colours that a user chooses hold against those of the system', async ({ open }) => {
  const page = await open('/albums', { colorScheme: 'light' })
  const backgrounds = () =>
    page.evaluate<string[]>(
      "['body', 'header', 'nav'].map((name) => getComputedStyle(document.querySelector(name)).backgroundColor)",
    )
  const light = await backgrounds()
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'My account' }).click()
    await page.getByRole('menuitem', { name }).click()
    await page.getByRole('menu').waitFor({ state: 'detached' })
  }
  await choose('Dark colours')
  await page.locator('html[data-mantine-color-scheme="dark"]').waitFor()
  const dark = await backgrounds()
  expect(dark).not.toEqual(light)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.reload()
  await page.getByRole('heading', { name: 'Albums', level: 1 }).waitFor()
  expect(await backgrounds()).toEqual(dark)
  await choose('Light colours')
  await page.locator('html[data-mantine-color-scheme="light"]').waitFor()
  expect(await backgrounds()).toEqual(light)
  expect(await findAccessibilityViolations(page)).toEqual([])
})

longBrowserTest('a server that stops is said, and everything is shown again when it is back', async () => {
  const flags = ['--database', 'library.db', '--port', `${findFreePort()}`]
  await using first = await serveConsole(['--sample', ...flags])
  await using opened = await openConsole(first, '/albums')
  const { page } = opened
  await page.getByRole('link', { name: 'Kind of Blue' }).waitFor()
  // A form that can't be sent, in another tab.
  const form = await page.context().newPage()
  await form.goto(`${first.origin}/console/labels/new`)
  await form.getByLabel('Name').fill('Nonesuch')
  await first.server.stop()
  await form.getByRole('button', { name: 'Create', exact: true }).click()
  await form.getByRole('dialog').getByRole('alert').getByText('The server does not respond.').waitFor()
  await page.getByRole('link', { name: 'Artists' }).click()
  await page.getByText('The server does not respond. Changes are not possible until it is back.').waitFor()
  await using second = await serveBinary(flags, { cwd: first.folder })
  expect(new URL(second.url).origin).toBe(first.origin)
  await page.getByRole('link', { name: 'Björk', exact: true }).waitFor()
  await page.getByText('The server does not respond.').waitFor({ state: 'detached' })
  await form.getByRole('dialog').getByRole('alert').waitFor({ state: 'detached' })
  await form.getByRole('button', { name: 'Create', exact: true }).click()
  await form.getByText('The label “Nonesuch” was created.').waitFor()
})

/** The maximum size of the scripts and styles that a screen loads first, compressed, in bytes. */
const maxFirstLoad = 200_000

test.each(everyNth(['/albums', ''], 2))(
  'the first load of /console%s takes at most 200 KB, in few requests',
  async ({ open }, path) => {
    const page = await open(path)
    await page.reload()
    await page
      .getByRole('link', { name: /Tapestry|Blue Monday/ })
      .first()
      .waitFor()
    const entries = await page.evaluate<[name: string, size: number, start: number, end: number][]>(
      "performance.getEntriesByType('resource').map((entry) => [entry.name, entry.encodedBodySize, entry.startTime, entry.responseEnd])",
    )
    // What is loaded beforehand waits for 1.5 seconds after the script.
    const scriptEnd = entries.find(([name]) => name.includes('/assets/main-'))?.[3] ?? 0
    const first = entries.filter(([, , start]) => start < scriptEnd + 1_400)
    const sizes = first.filter(([name]) => name.includes('/assets/')).map(([, size]) => size)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeWithin(100_000, maxFirstLoad)
    // The page itself is one more. The overview also counts the records of each kind.
    if (path !== '/albums') return
    expect(first.length).toBeLessThan(8)
    // On a slow machine, the first request of the page may come so late.
    expect(entries.length).toBeGreaterThanOrEqual(4)
  },
)
