import type { Page } from 'playwright-core'
import { maxMs } from './bounds.ts'
import { browserTest, type OpenPage } from './browser.ts'
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
 * Makes a function like Bun's `test`. Each test of it has a server of its own, as `startConsole` starts it. `open` opens a path of the
 * console, as `openConsole` does, and `readProblems` returns what the browser has reported so far of all these pages.
 */
export const consoleTest = (...options: Parameters<typeof startConsole>) =>
  fixtureTest(async () => {
    const served = await startConsole(...options)
    const pages: OpenPage[] = []
    return {
      served,
      open: async (...[path, options]: [path?: string, options?: Parameters<typeof openConsole>[2]]): Promise<Page> => {
        const opened = await openConsole(served, path, options)
        pages.push(opened)
        return opened.page
      },
      describe: async () => (await Promise.all(pages.map(describePage))).join(''),
      readProblems: () => pages.flatMap(({ problems }) => problems),
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
