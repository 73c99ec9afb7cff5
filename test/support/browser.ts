import { test } from 'bun:test'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { maxMs } from './bounds.ts'
import { amount } from './longForm.ts'
import { requireAsked } from './packages.ts'
import { type DefineTest, isMissing, withPrograms } from './programs.ts'
import { browserProgram, findChromium } from './shared/browser.ts'
import { shared } from './shared/shared.ts'

export const hasBrowser = (await findChromium()) !== undefined

/** Where the console keeps the token of the session: `web/session/storedToken.ts`. */
const tokenKey = 'music-library token'

/** A test with pages of a browser that needs other programs, too. It is skipped where one of them is missing. */
export const browserTestWith = (...programs: string[]): DefineTest =>
  withPrograms([browserProgram, ...programs], test.skipIf(!hasBrowser || isMissing(programs)))

/** A test that is skipped where there is no browser. */
export const browserTest = browserTestWith()

export interface OpenPage extends AsyncDisposable {
  page: Page
  /** What the browser reported so far: errors and warnings of the console, such as a violated CSP, and failed requests. */
  problems: string[]
}

let browser: Promise<Browser> | undefined

/** The short form, which pages parse in half the time. */
const axe = Bun.file(import.meta.resolve('axe-core/axe.min.js').replace('file://', ''))

/** Pages that no test uses now, by their options. */
const freePages = new Map<string, Page[]>()

const newPage = async (options: BrowserContextOptions) => {
  browser ??= shared('browser').then((address) => chromium.connect(address))
  const context = await (await browser).newContext(options)
  // Playwright's own default on an idle machine.
  context.setDefaultTimeout(maxMs(30_000))
  return context.newPage()
}

/** What tests listen to. */
const events = ['console', 'pageerror', 'request', 'requestfailed', 'response', 'framenavigated', 'dialog'] as const

/** Takes all that a test has left off a page and its profile. */
const renew = async (page: Page, { viewport, colorScheme, reducedMotion }: BrowserContextOptions) => {
  const context = page.context()
  for (const event of events) page.removeAllListeners(event)
  for (const other of context.pages()) if (other !== page) await other.close()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.clearCookies()
  await context.clearPermissions()
  await page.evaluate('localStorage.clear(), sessionStorage.clear()')
  await page.emulateMedia({ media: null, colorScheme: colorScheme ?? null, reducedMotion: reducedMotion ?? null })
  await page.setViewportSize(viewport ?? { width: 1280, height: 720 })
  await page.goto('about:blank')
}

/**
 * Opens a page in a profile of its own. All tests share the browser. A page that another test has left is used again, since a new one takes a
 * second of CPU: nothing of that test is in it.
 *
 * @param token - of the session that the page has, as after a login
 */
export const openPage = async (url: string, options: BrowserContextOptions = {}, token?: string): Promise<OpenPage> => {
  requireAsked(browserProgram)
  const key = JSON.stringify(options)
  const page = freePages.get(key)?.pop() ?? (await newPage(options))
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
  if (token !== undefined) {
    await page.goto(new URL('/healthz', url).href)
    await page.evaluate(`localStorage.setItem('${tokenKey}', '${token}')`)
  }
  await page.goto(url)
  const dispose = async () => {
    // The state of a profile can be given only when it is made.
    if (options.storageState !== undefined || page.isClosed()) return page.context().close()
    await renew(page, options)
    freePages.set(key, [...(freePages.get(key) ?? []), page])
  }
  return { page, problems, [Symbol.asyncDispose]: dispose }
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
