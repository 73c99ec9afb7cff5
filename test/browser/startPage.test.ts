import { expect } from 'bun:test'
import { browserTest, findAccessibilityViolations, openPage, saveScreenshot } from '../support/browser.ts'
import { startTestLibrary } from '../support/library.ts'

browserTest('a person who opens /api finds the documentation, on a small screen and in the dark', async () => {
  await using library = await startTestLibrary()
  const options = { colorScheme: 'dark', viewport: { width: 390, height: 844 } } as const
  await using opened = await openPage(`${new URL(library.url).origin}/api`, options)
  const { page, problems } = opened
  expect(await page.title()).toBe('music-library')
  expect(await findAccessibilityViolations(page)).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  await saveScreenshot(page, 'start-page')
  await page.getByRole('link', { name: 'Documentation of the API' }).click()
  await page.waitForURL(/\/docs$/, { waitUntil: 'commit' })
  expect(problems).toEqual([])
})
