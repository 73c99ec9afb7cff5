import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { browserTest, findAccessibilityViolations, openPage, saveScreenshot } from '../support/browser.ts'
import { client } from '../support/client.ts'
import { admin, screensOf } from '../support/console.ts'
import { consoleTest } from '../support/consoleTest.ts'
import { password, startTestLibrary } from '../support/library.ts'

const test = consoleTest()

const pageUrl = ({ origin }: { origin: string }) => `${origin}/docs`

const logIn = async (page: Page, { email, password } = admin) => {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

/** Runs an operation with the viewer, and returns the status and the text of the response. */
const tryOperation = async (page: Page, id: string, parameters: Record<string, string> = {}) => {
  const operation = page.locator(`[id$="-${id}"]`)
  await operation.locator('.opblock-summary-control').click()
  await operation.getByRole('button', { name: 'Try it out' }).click()
  for (const [name, value] of Object.entries(parameters))
    await operation.getByPlaceholder(name, { exact: true }).fill(value)
  await operation.getByRole('button', { name: 'Execute' }).click()
  const response = operation.locator('.live-responses-table .response')
  return { status: await response.locator('.response-col_status').textContent(), text: await response.textContent() }
}

test('a person logs in at /docs, likes a track there, and logs out', async ({ served }) => {
  await using opened = await openPage(pageUrl(served))
  const { page, problems } = opened
  await page.locator('[id$="-likeTrack"] .authorization__btn').click()
  await page.locator('#email:focus').waitFor()
  await logIn(page)
  await page.getByText('Logged in as admin@example.com (admin)').waitFor()

  const request = page.waitForRequest((sent) => sent.url().endsWith('/api/tracks/3/like'))
  const { status, text } = await tryOperation(page, 'likeTrack', { id: '3' })
  expect(status).toStartWith('200')
  expect(text).toContain('Track liked.')
  const authorization = (await (await request).headerValue('authorization')) ?? ''
  const session = client(served.server.url, authorization.replace('Bearer ', ''))
  expect((await session.get('/me/likes')).body).toMatchObject([{ id: 3 }])

  await page.getByRole('button', { name: 'Log out', exact: true }).click()
  await page.getByLabel('Password').waitFor()
  expect((await session.get('/me')).status).toBe(401)
  expect(page.url()).not.toContain('mlib_')
  expect(problems).toEqual([])
})

test('the session stays when the page is loaded again, and the page says when it has ended', async ({ served }) => {
  await using opened = await openPage(pageUrl(served))
  const { page } = opened
  await logIn(page, { ...admin, password: 'a wrong one' })
  await page.getByText('The provided credentials are incorrect.').waitFor()
  await logIn(page)
  await page.getByRole('button', { name: 'Log out', exact: true }).waitFor()

  const request = page.waitForRequest((sent) => sent.url().endsWith('/api/me'))
  await page.reload()
  await page.getByText('Logged in as admin@example.com (admin)').waitFor()
  expect((await tryOperation(page, 'listLabels')).status).toStartWith('200')

  const authorization = (await (await request).headerValue('authorization')) ?? ''
  await client(served.server.url, authorization.replace('Bearer ', '')).post('/logout')
  expect((await tryOperation(page, 'listGenres')).status).toStartWith('401')
  await page.getByText('Your session has ended. Log in again.').waitFor()
  await page.getByLabel('Password').waitFor()
})

test('the page works below the path of a reverse proxy', async ({ served }) => {
  using proxy = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    routes: {
      '/music/*': (request) => {
        const { pathname } = new URL(request.url)
        return fetch(new Request(served.origin + pathname.slice('/music'.length), request), { decompress: false })
      },
      '/*': new Response(null, { status: 404 }),
    },
  })
  await using opened = await openPage(`${proxy.url}music/docs/`)
  const { page, problems } = opened
  await logIn(page)
  await page.getByRole('button', { name: 'Log out', exact: true }).waitFor()
  expect((await tryOperation(page, 'readOwnAccount')).status).toStartWith('200')
  expect(problems).toEqual([])
})

const isDark = "document.documentElement.classList.contains('dark-mode')"
const backgroundOf = (selector: string) => `getComputedStyle(document.querySelector('${selector}')).backgroundColor`
const horizontalScroll = 'document.documentElement.scrollWidth - innerWidth'

test.each(screensOf('docs'))(
  'the %s page fits into %d pixels, and breaks no rule of accessibility or of its CSP',
  async ({ served }, scheme, width) => {
    await using opened = await openPage(pageUrl(served), {
      colorScheme: scheme,
      viewport: { width, height: width === 390 ? 844 : 900 },
    })
    const { page, problems } = opened
    await page.locator('.opblock').first().waitFor()
    await saveScreenshot(page, `${scheme}-${width}-start`)
    expect(await page.evaluate<boolean>(isDark)).toBe(scheme === 'dark')
    expect(await page.evaluate<string>(backgroundOf('body'))).toBe(
      scheme === 'dark' ? 'rgb(28, 32, 34)' : 'rgb(255, 255, 255)',
    )
    expect(await findAccessibilityViolations(page, '#viewer')).toEqual([])
    expect(await page.evaluate<number>(horizontalScroll)).toBe(0)

    await logIn(page)
    await page.getByRole('button', { name: 'Log out', exact: true }).waitFor()
    expect(await findAccessibilityViolations(page, '#viewer')).toEqual([])
    await tryOperation(page, 'listTracks')
    await tryOperation(page, 'createTrack')
    await page.locator('.models button').first().click()
    // With more than a hundred schemas, only those in view are in the page.
    await page.locator('.models').getByText('AlbumTrack').waitFor()
    expect(await page.evaluate<number>(horizontalScroll)).toBe(0)
    await saveScreenshot(page, `${scheme}-${width}-operations`)
    expect(problems).toEqual([])
  },
)

test('a long response is shown without colours, and only the beginning of a very long one', async ({ served }) => {
  await using opened = await openPage(pageUrl(served))
  const { page } = opened
  await logIn(page)
  await page.getByRole('button', { name: 'Log out', exact: true }).waitFor()
  const colouredWords = (id: string) =>
    page.locator(`[id$="-${id}"] .live-responses-table .highlight-code span`).count()
  const short = await tryOperation(page, 'readOwnAccount')
  expect(await colouredWords('readOwnAccount')).toBeGreaterThan(10)
  expect(short.text).not.toContain('whole response')
  const long = await tryOperation(page, 'listTracks')
  expect(await colouredWords('listTracks')).toBe(0)
  expect(long.text).toContain('…\n\nDownload has the whole response.')
  expect(long.text?.length).toBeWithin(200_000, 210_000)
})

browserTest('a demo shows its accounts, and a button logs in with each', async () => {
  const email = '"<b>&\'@example.com'
  const token = `mlib_${'t'.repeat(43)}`
  const accounts = [
    { email: 'user@example.com', role: 'user', password, token },
    { email, role: 'user', password, token },
  ] as const
  await using library = await startTestLibrary({
    demo: { accounts, resetAt: () => '2026-11-22T18:00:00.000Z', onFull: () => {} },
  })
  await using opened = await openPage(`${new URL(library.url).origin}/docs`, {
    viewport: { width: 390, height: 844 },
    timezoneId: 'UTC',
  })
  const { page, problems } = opened
  const panel = page.getByRole('region', { name: 'Demo' })
  expect(await panel.locator('code').allTextContents()).toEqual([token, token])
  expect(await panel.locator('dd').nth(3).textContent()).toBe(email)
  expect(await panel.textContent()).toContain('6:00')
  await saveScreenshot(page, 'demo')

  await panel.getByRole('button', { name: 'Log in as user@example.com' }).click()
  await page.getByText('Logged in as user@example.com (user)').waitFor()
  expect((await tryOperation(page, 'listLikes')).status).toStartWith('200')
  expect(await findAccessibilityViolations(page, '#viewer')).toEqual([])
  expect(await page.evaluate<number>(horizontalScroll)).toBe(0)
  expect(problems).toEqual([])
})
