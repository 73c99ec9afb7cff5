import { expect } from 'bun:test'
import { browserTest, findAccessibilityViolations, openPage, saveScreenshot } from '../support/browser.ts'
import { startTestLibrary } from '../support/library.ts'
import { everyNth } from '../support/longForm.ts'

browserTest('a person who opens /api finds the documentation, on any screen and in the dark', async () => {
  await using library = await startTestLibrary()
  const url = `${new URL(library.url).origin}/api`
  const screens = Object.entries({
    light: { colorScheme: 'light' },
    dark: { colorScheme: 'dark' },
    small: { colorScheme: 'light', viewport: { width: 390, height: 844 } },
  } as const)
  for (const [name, options] of everyNth(screens, 3)) {
    await using opened = await openPage(url, options)
    const { page, problems } = opened
    expect(await page.title()).toBe('music-library')
    expect(await findAccessibilityViolations(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    await saveScreenshot(page, `start-page-${name}`)
    expect(problems).toEqual([])
  }
  await using opened = await openPage(url, { colorScheme: 'light' })
  await opened.page.getByRole('link', { name: 'Documentation of the API' }).click()
  await opened.page.waitForURL(/\/docs$/, { waitUntil: 'commit' })
  expect(opened.problems).toEqual([])
})
