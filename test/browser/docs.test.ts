import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { browserTest, findAccessibilityViolations, openPage, saveScreenshot } from '../support/browser.ts'
import { client } from '../support/client.ts'
import { admin, type Console, screensOf } from '../support/console.ts'
import { consoleTest } from '../support/consoleTest.ts'
import { password, startTestLibrary } from '../support/library.ts'
import { isLongForm } from '../support/longForm.ts'

const test = consoleTest()

const pageUrl = ({ origin }: { origin: string }) => `${origin}/docs`

const tokenOf = async ({ server: { url } }: Pick<Console, 'server'>): Promise<string> =>
  (await client(url).post('/login', admin)).body.token

/** Gives the viewer a token, as a person does after a log-in. */
const authorize = async (page: Page, token: string) => {
  await page.getByRole('button', { name: 'Authorize', exact: true }).click()
  const dialog = page.locator('.dialog-ux')
  await dialog.locator('input').fill(token)
  await dialog.locator('.authorize[type=submit]').click()
  await dialog.locator('.btn-done').click()
}

/** Runs an operation with the viewer, and returns the status of the response. */
const tryOperation = async (page: Page, id: string, parameters: Record<string, string> = {}) => {
  const operation = page.locator(`[id$="-${id}"]`)
  await operation.locator('.opblock-summary-control').click()
  await operation.getByRole('button', { name: 'Try it out' }).click()
  for (const [name, value] of Object.entries(parameters))
    await operation.getByPlaceholder(name, { exact: true }).fill(value)
  await operation.getByRole('button', { name: 'Execute' }).click()
  return operation.locator('.live-responses-table .response .response-col_status').textContent()
}

const isDark = "document.documentElement.classList.contains('dark-mode')"
const backgroundOf = (selector: string) => `getComputedStyle(document.querySelector('${selector}')).backgroundColor`
const horizontalScroll = 'document.documentElement.scrollWidth - innerWidth'

browserTest('a demo sends requests as its accounts, and as a person who logs in, until the log-out', async () => {
  const email = '"<b>&\'@example.com'
  const token = `mlib_${'t'.repeat(43)}`
  const accounts = [
    { email: 'user@example.com', role: 'user', password, token },
    { email, role: 'user', password, token },
  ] as const
  await using library = await startTestLibrary({
    demo: { accounts, resetAt: () => '2026-11-22T18:00:00.000Z', reset: async () => {}, onFull: () => {} },
  })
  await using opened = await openPage(pageUrl(new URL(library.url)), {
    viewport: { width: 390, height: 844 },
    timezoneId: 'UTC',
  })
  const { page, problems } = opened
  const panel = page.getByRole('region', { name: 'Demo' })
  expect(await panel.locator('code').allTextContents()).toEqual([token, token])
  expect(await panel.locator('dd').nth(3).textContent()).toBe(email)
  expect(await panel.textContent()).toContain('6:00')
  await saveScreenshot(page, 'demo')
  const request = page.getByText('To try a request, log in')
  await request.waitFor()
  await page.locator('.opblock').first().waitFor()
  expect(await findAccessibilityViolations(page, '#viewer')).toEqual([])
  expect(await page.evaluate<number>(horizontalScroll)).toBe(0)
  expect(problems).toEqual([])

  await panel.getByRole('button', { name: 'Use as user@example.com' }).click()
  await page.getByText('Requests are sent as user@example.com.').waitFor()
  // Each operation takes seconds: in the short form, the log-out shows that the token is sent.
  if (isLongForm) {
    const sent = page.waitForRequest('**/api/tracks/3/like')
    await tryOperation(page, 'likeTrack', { id: '3' })
    expect((await sent).headers().authorization).toBe(`Bearer ${token}`)
  }

  const login = page.locator('[id$="-logIn"]')
  await login.locator('.opblock-summary-control').click()
  await login.getByRole('button', { name: 'Try it out' }).click()
  await login.locator('textarea').fill(JSON.stringify({ ...admin, password }))
  await login.getByRole('button', { name: 'Execute' }).click()
  await page.getByText('Requests are sent as admin@example.com.').waitFor()
  expect(await request.isVisible()).toBe(false)
  expect(page.url()).not.toContain('mlib_')
  expect(await tryOperation(page, 'logOut')).toStartWith('200')
  await request.waitFor()
  expect(await page.getByText('Requests are sent').isVisible()).toBe(false)
})

test.each(isLongForm ? screensOf(0) : [])(
  'the %s page fits into %d pixels, and breaks no rule of accessibility or of its CSP',
  async ({ served }, scheme, width) => {
    await using opened = await openPage(pageUrl(served), {
      colorScheme: scheme,
      viewport: { width, height: width === 390 ? 844 : 900 },
    })
    const { page, problems } = opened
    await page.locator('.opblock').first().waitFor()
    await saveScreenshot(page, `${scheme}-${width}-start`)
    // The endpoints of the console are left out, since they make the page slow.
    expect(await page.locator('[id$="-listAuditEntries"]').count()).toBe(0)
    const other = page.getByRole('link', { name: 'Show the endpoints of the console, too' })
    expect(await other.getAttribute('href')).toBe('?scope=all')
    expect(await page.evaluate<boolean>(isDark)).toBe(scheme === 'dark')
    expect(await page.evaluate<string>(backgroundOf('body'))).toBe(
      scheme === 'dark' ? 'rgb(28, 32, 34)' : 'rgb(255, 255, 255)',
    )
    expect(await findAccessibilityViolations(page, '#viewer')).toEqual([])
    expect(await page.evaluate<number>(horizontalScroll)).toBe(0)

    await authorize(page, await tokenOf(served))
    await page.getByText('Requests are sent with the token that Authorize has.').waitFor()
    await tryOperation(page, 'listTracks')
    // A list of all tracks is one text, so that it does not block the page.
    const body = page.locator('[id$="-listTracks"] .live-responses-table .highlight-code')
    expect((await body.textContent())?.length).toBeGreaterThan(200_000)
    expect(await body.locator('span').count()).toBeLessThan(100)
    await tryOperation(page, 'createTrack')
    await page.locator('.models button').first().click()
    // With more than a hundred schemas, only those in view are in the page.
    await page.locator('.models').getByText('AlbumTrack').waitFor()
    expect(await page.evaluate<number>(horizontalScroll)).toBe(0)
    await saveScreenshot(page, `${scheme}-${width}-operations`)
    expect(problems).toEqual([])
  },
)
