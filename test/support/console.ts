import { expect } from 'bun:test'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { type ServerOptions, startServer } from '../../src/app/server.ts'
import { openInitial } from '../../src/embedding/initialLibrary.ts'
import { type ServerProcess, serveBinary } from './binary.ts'
import { findAccessibilityViolations, openPage, saveScreenshot } from './browser.ts'
import { client } from './client.ts'
import { admin, adminVariables } from './cliFolder.ts'
import { emptyFolder } from './folder.ts'
import { isLongForm } from './longForm.ts'

export { admin }

export interface Console extends AsyncDisposable {
  server: { url: string }
  /** An empty folder, in which the executable runs. */
  folder: string
  /** The URL of the server, without a path. */
  origin: string
}

/** Starts the executable with an admin. @param args - arguments of `serve`; without a database it is in memory */
export const serveConsole = async (args: string[] = ['--sample']): Promise<Console & { server: ServerProcess }> => {
  const folder = emptyFolder()
  const database = args.includes('--database') ? [] : ['--database', ':memory:']
  const server = await serveBinary([...database, ...args], { cwd: folder.path, env: adminVariables })
  await server.waitForOutput('Made the admin')
  return {
    server,
    folder: folder.path,
    origin: new URL(server.url).origin,
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]()
      folder[Symbol.dispose]()
    },
  }
}

interface LocalOptions extends Omit<Partial<ServerOptions>, 'library'> {
  catalogue?: 'sample' | undefined
}

/** Starts a server in this process, with a library in memory and an admin: to start the executable takes half a second of CPU. */
export const startConsole = async (
  { catalogue, ...options }: LocalOptions = { catalogue: 'sample' },
): Promise<Console> => {
  const library = await openInitial({ catalogue, users: [{ ...admin, name: 'Admin', role: 'admin' }] })
  const server = await startServer({ host: '127.0.0.1', port: 0, quietMs: 0, ...options, library })
  const folder = emptyFolder()
  return {
    server: { url: `${server.origin}/api` },
    folder: folder.path,
    origin: server.origin,
    [Symbol.asyncDispose]: async () => {
      await server.stop()
      await library.close()
      folder[Symbol.dispose]()
    },
  }
}

export const logIn = async (page: Page, { email, password } = admin): Promise<void> => {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('banner').waitFor()
}

/**
 * Opens a path of the console, such as `/albums`, in a profile of its own that has a session, as one has after a login. The tests of
 * `session.test.ts` log in at the page itself.
 */
export const openConsole = async (
  { origin }: Pick<Console, 'origin'>,
  path = '',
  { account = admin, ...options }: BrowserContextOptions & { account?: Pick<typeof admin, 'email' | 'password'> } = {},
) => {
  const { email, password } = account
  const { body } = await client(`${origin}/api`).post('/login', { email, password })
  const viewport = { width: 1440, height: 900 }
  const opened = await openPage(
    `${origin}/console${path}`,
    { viewport, reducedMotion: 'reduce', ...options },
    body.token,
  )
  await opened.page.getByRole('banner').waitFor()
  return opened
}

/** Chooses an item of a menu with the keyboard. */
export const chooseItem = async (page: Page, menu: string, item: string): Promise<void> => {
  await page.getByRole('button', { name: menu, exact: true }).press('Enter')
  await page.getByRole('menuitem', { name: item, exact: true }).press('Enter')
}

/**
 * Waits until an element, or one inside it, has the focus. Dialogs and menus take the focus a moment after they are shown, so
 * keys that are pressed before may go elsewhere.
 */
export const waitForFocus = async (element: Locator): Promise<void> => {
  const focus = element.page().locator(':focus')
  // Of a menu it is an element without a size.
  await element.and(focus).or(element.locator(focus)).waitFor({ state: 'attached' })
}

/** Resolves when the page is drawn, and all transitions have ended. Animations that go on forever are left out. */
const transitionsEnd =
  'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))).then(() => Promise.allSettled(document.getAnimations().filter((a) => a.effect.getComputedTiming().endTime < 1e6).map((a) => a.finished)))'

const horizontalScroll = 'document.documentElement.scrollWidth - innerWidth'

type Screen = [colorScheme: 'light' | 'dark', width: 390 | 1440]

const screens: Screen[] = [
  ['light', 1440],
  ['dark', 390],
  ['light', 390],
  ['dark', 1440],
]

/**
 * In which colours and width a page is checked: all four in the long form, and one of them in the short one.
 *
 * @param index - the position of the page among those that a test checks
 */
export const screensOf = (index: number): Screen[] =>
  isLongForm ? screens : screens.slice(index % screens.length, (index % screens.length) + 1)

/** A page is not wider than its window. */
export const expectNoOverflow = async (page: Page, width: Screen[1]): Promise<void> => {
  await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
  await page.evaluate(transitionsEnd)
  expect(await page.evaluate<number>(horizontalScroll)).toBe(0)
}

/**
 * Checks a screen in colours and widths: it breaks no rule of accessibility, and is not wider than the window. Each state is a screenshot,
 * if they are wanted.
 */
export const expectGoodScreen = async (page: Page, name: string, checked = screens): Promise<void> => {
  for (const [colorScheme, width] of checked) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor()
    await expectNoOverflow(page, width)
    await saveScreenshot(page, `${name}-${colorScheme}-${width}`)
    const violations = await findAccessibilityViolations(page)
    expect([name, colorScheme, width, violations]).toEqual([name, colorScheme, width, []])
  }
}
