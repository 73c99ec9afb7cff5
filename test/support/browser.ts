import { test } from 'bun:test'
import { join } from 'node:path'
import { source as axe } from 'axe-core'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

interface Program {
  executablePath: string
  env: Record<string, string>
}

/** The browser that `CHROMIUM` names, the one on the path, or the one of a package; undefined if none of them runs. */
const findChromium = async (): Promise<Program | undefined> => {
  const { CHROMIUM, PATH = '', HOME = '' } = process.env
  const executablePath = CHROMIUM || Bun.which('chromium')
  const program = executablePath ? { executablePath, env: { PATH, HOME } } : await findPackagedChromium()
  if (program && runs(program)) return program
  if (CHROMIUM) throw new Error(`CHROMIUM is "${CHROMIUM}", which can't be run.`)
}

const runs = ({ executablePath, env }: Program) => {
  try {
    return Bun.spawnSync([executablePath, '--version'], { env }).success
  } catch {
    return false
  }
}

/** The package is no dependency, since it takes 75 MB. It has the shared libraries that the browser needs, too. */
const findPackagedChromium = async (): Promise<Program | undefined> => {
  const name = '@sparticuz/chromium'
  try {
    const { default: packaged, inflate } = await import(name)
    const executablePath = await packaged.executablePath()
    const entry = new URL(import.meta.resolve(name)).pathname
    const libraries = await inflate(join(entry, '../../bin/al2023.tar.br'))
    return { executablePath, env: { PATH: process.env.PATH ?? '', LD_LIBRARY_PATH: join(libraries, 'lib') } }
  } catch {
    return undefined
  }
}

const program = await findChromium()

/** A test that is skipped where there is no browser. */
export const browserTest = test.skipIf(program === undefined)

export interface OpenPage extends AsyncDisposable {
  page: Page
  /** What the browser reported so far: errors and warnings of the console, such as a violated CSP, and failed requests. */
  problems: string[]
}

let browser: Promise<Browser> | undefined

/** Ends the browser. The test runner calls it after the last test. */
export const closeBrowser = async (): Promise<void> => {
  await (await browser)?.close()
}

/** Opens a page in a profile of its own. The browser is started once for a test run. */
export const openPage = async (url: string, options: BrowserContextOptions = {}): Promise<OpenPage> => {
  browser ??= chromium.launch(program)
  const context = await (await browser).newContext(options)
  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text())
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

interface AccessibilityOptions {
  /** The selector of a part that is not checked. */
  excluded?: string
  /** The rules to check; all by default. */
  rules?: string[]
}

/** The rules of accessibility that a page breaks. */
export const findAccessibilityViolations = async (
  page: Page,
  { excluded, rules }: AccessibilityOptions = {},
): Promise<string[]> => {
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(axe)
  const context = JSON.stringify({ exclude: excluded === undefined ? [] : [excluded] })
  const options = JSON.stringify({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) })
  return page.evaluate<string[]>(
    `axe.run(${context}, ${options}).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html)))`,
  )
}

/** Writes a screenshot into the folder that `SCREENSHOTS` names, if it is set. */
export const saveScreenshot = async (page: Page, name: string): Promise<void> => {
  const folder = process.env.SCREENSHOTS
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`) })
}
