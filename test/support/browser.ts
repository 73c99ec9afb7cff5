import { test } from 'bun:test'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { amount } from './longForm.ts'
import { postgresTest } from './programs.ts'
import { findChromium } from './shared/browser.ts'
import { shared } from './shared/shared.ts'

export const hasBrowser = (await findChromium()) !== undefined

/** A test that is skipped where there is no browser. */
export const browserTest = test.skipIf(!hasBrowser)

/** The same for one that needs PostgreSQL, too: the test of what is missing skips it. */
export const postgresBrowserTest = hasBrowser ? postgresTest : browserTest

export interface OpenPage extends AsyncDisposable {
  page: Page
  /** What the browser reported so far: errors and warnings of the console, such as a violated CSP, and failed requests. */
  problems: string[]
}

let browser: Promise<Browser> | undefined

/** The short form, which pages parse in half the time. */
const axe = Bun.file(import.meta.resolve('axe-core/axe.min.js').replace('file://', ''))

/** Opens a page in a profile of its own. All tests share the browser. */
export const openPage = async (url: string, options: BrowserContextOptions = {}): Promise<OpenPage> => {
  browser ??= shared('browser').then((address) => chromium.connect(address))
  const context = await (await browser).newContext(options)
  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return
    const { url } = message.location()
    problems.push(url === '' ? message.text() : `${message.text()} (${new URL(url).pathname})`)
  })
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('requestfailed', (request) => {
    const text = request.failure()?.errorText
    // The page itself, or a navigation, has ended the request.
    if (text !== 'net::ERR_ABORTED') problems.push(`${request.url()} failed: ${text}`)
  })
  await page.goto(url)
  return { page, problems, [Symbol.asyncDispose]: () => context.close() }
}

/** Rows of a table are alike. The first ones of each are enough: to check a contrast takes milliseconds for each text. */
const laterRows = `tbody tr:nth-child(n + ${amount(4, 9)})`

/** The rules of accessibility that a page breaks. @param excluded - the selector of a part that is not checked */
export const findAccessibilityViolations = async (page: Page, excluded?: string): Promise<string[]> => {
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(await axe.text())
  const context = JSON.stringify({ exclude: excluded === undefined ? [laterRows] : [laterRows, excluded] })
  return page.evaluate<string[]>(
    `axe.run(${context}, { resultTypes: ['violations'] }).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html)))`,
  )
}

/** Writes a screenshot into the folder that `SCREENSHOTS` names, if it is set. */
export const saveScreenshot = async (page: Page, name: string): Promise<void> => {
  const folder = process.env.SCREENSHOTS
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`) })
}
