import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { maxMs } from './bounds.ts'
import { browserTest, type OpenPage } from './browser.ts'
import { logInAsAdmin } from './cliFolder.ts'
import { expectGoodScreen, openConsole, startConsole } from './console.ts'
import { fixtureTest } from './fixtureTest.ts'
import { isLongForm } from './longForm.ts'

/** Returns the address, the problems and the text of a page. */
const describePage = async ({ page, problems }: OpenPage) => {
  const text = await page
    .locator('body')
    .ariaSnapshot({ timeout: maxMs(2000) })
    .catch(String)
  return `\nThe page ${page.url()} has the problems [${problems.join('; ')}] and shows:\n${text.slice(0, 700)}`
}

/**
 * Makes a function like Bun's `test`. Each test of it has a server of its own, as `startConsole` starts it. `api` is a client of an admin, and
 * `open` opens a path of the console, as `openConsole` does. At its end, the browser has reported no problem of these pages, apart from those
 * that `allow` names.
 */
export const consoleTest = (...options: Parameters<typeof startConsole>) =>
  fixtureTest(async () => {
    const served = await startConsole(...options)
    const pages: OpenPage[] = []
    const allowed: RegExp[] = []
    return {
      served,
      api: await logInAsAdmin(served.server),
      open: async (...[path, options]: [path?: string, options?: Parameters<typeof openConsole>[2]]): Promise<Page> => {
        const opened = await openConsole(served, path, options)
        pages.push(opened)
        return opened.page
      },
      describe: async () => (await Promise.all(pages.map(describePage))).join(''),
      /** The browser reports each response with an error, for example. */
      allow: (problem: RegExp) => void allowed.push(problem),
      check: () => {
        const problems = pages.flatMap((page) => page.problems)
        expect(problems.filter((problem) => !allowed.some((pattern) => pattern.test(problem)))).toEqual([])
      },
      [Symbol.asyncDispose]: async () => {
        for (const page of pages) await page[Symbol.asyncDispose]()
        await served[Symbol.asyncDispose]()
      },
    }
  }, browserTest)

/**
 * Checks what a test has on the screen as `expectGoodScreen` does. Afterwards the window has its first size again. Only the long form does
 * it: in the short one, `screens.test.ts` checks each screen once.
 */
export const checkScreen = async (page: Page, name: string): Promise<void> => {
  if (!isLongForm) return
  await expectGoodScreen(page, name)
  await page.setViewportSize({ width: 1440, height: 900 })
}
