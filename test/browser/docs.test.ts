import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { sampleCatalogue } from '../../src/seeding/sample.ts'
import { browserTest, findAccessibilityViolations, openPage, saveScreenshot } from '../support/browser.ts'
import { admin } from '../support/console.ts'
import { password, startTestLibrary } from '../support/library.ts'
import { isLongForm } from '../support/longForm.ts'
import { seedText } from '../support/seedText.ts'

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
const background = 'getComputedStyle(document.body).backgroundColor'
const horizontalScroll = 'document.documentElement.scrollWidth - innerWidth'

browserTest('a demo sends requests as its accounts, and as a person who logs in, until the logout', async () => {
  const email = '"<b>&\'@example.com'
  const token = `mlib_${'t'.repeat(43)}`
  const accounts = [
    { email: 'user@example.com', role: 'user', password, token },
    { email, role: 'user', password, token },
  ] as const
  await using library = await startTestLibrary({
    demo: { accounts, resetAt: () => '2026-11-22T18:00:00.000Z', reset: async () => {}, onFull: () => {} },
  })
  await seedText(library.library, sampleCatalogue())
  await using opened = await openPage(`${new URL(library.url).origin}/docs`, {
    colorScheme: 'dark',
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
  expect(await page.evaluate<boolean>(isDark)).toBe(true)
  expect(await page.evaluate<string>(background)).toBe('rgb(28, 32, 34)')
  expect(await findAccessibilityViolations(page, '#viewer')).toEqual([])
  expect(await page.evaluate<number>(horizontalScroll)).toBe(0)
  expect(problems).toEqual([])

  await panel.getByRole('button', { name: 'Use as user@example.com' }).click()
  await page.getByText('Requests are sent as user@example.com.').waitFor()
  // Each operation takes seconds: in the short form, the logout shows that the token is sent.
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
  if (isLongForm) {
    await tryOperation(page, 'listTracks')
    // A list of all tracks is one text, so that it does not block the page.
    const body = page.locator('[id$="-listTracks"] .live-responses-table .highlight-code')
    expect((await body.textContent())?.length).toBeGreaterThan(200_000)
    expect(await body.locator('span').count()).toBeLessThan(100)
  }
  expect(await tryOperation(page, 'logOut')).toStartWith('200')
  await request.waitFor()
  expect(await page.getByText('Requests are sent').isVisible()).toBe(false)
})
