// Times the console in Chromium with a long library: `bun run bench:console [tracks]`, 100,000 by default.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { generateCatalogue } from '../src/seeding/generate/generateCatalogue.ts'
import { reachFirstAlbum } from '../test/support/firstAlbum.ts'
import { findChromium } from '../test/support/shared/browser.ts'
import { compileService } from './programs.ts'

const size = Number(process.argv[2] ?? 100_000)
const rounds = 5
const account = { email: 'admin@example.com', password: 'correct horse' }
const program = await findChromium()
if (!program) {
  console.error('This needs Chromium. Install: apt-get install chromium-headless-shell')
  process.exit(1)
}

/** A slow line: the time of each response until its first byte, in milliseconds, and the bytes that come in a second. */
const slowLine = { latency: 400, bytesPerSecond: 50_000 }

/** A screen: the name of its link in the navigation, and an expression of the page that says whether all of its page is on the screen. */
const screens = [
  { link: 'Albums', isReady: "document.querySelectorAll('.album-card').length >= 50" },
  ...['Artists', 'Tracks', 'Genres', 'Labels'].map((link) => ({
    link,
    isReady: `document.querySelector('h1').textContent === '${link}' && document.querySelectorAll('tbody .record-link').length >= 50`,
  })),
  { link: 'Likes', isReady: "document.querySelector('h1').textContent === 'Likes'" },
]

/** A change of the list of tracks: what is prepared, and what starts it. */
interface Change {
  prepare?(page: Page): Promise<void>
  start(page: Page): Promise<void>
}

/** What of the list shows that it has changed: the number of its records, and its rows. */
const shown = "document.querySelector('.page-header')?.textContent + document.querySelector('tbody')?.textContent"

const changes: Record<string, Change> = {
  'search of tracks': {
    prepare: async (page) => {
      await page.getByLabel('Search tracks').fill('garden')
      await page.locator('tbody .record-link', { hasText: 'Garden' }).first().waitFor()
      await page.keyboard.press('Space')
    },
    start: (page) => page.keyboard.press('h'),
  },
  'filter by artist': {
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Filter', exact: true }).click()
      await page.getByRole('button', { name: 'Artist', exact: true }).click()
      await page.getByLabel('Search artists').fill('vera')
      await page.getByRole('listbox').getByRole('option').first().waitFor()
    },
    start: (page) => page.keyboard.press('Enter'),
  },
  'order by length': {
    prepare: (page) => page.locator('th[data-name=duration_seconds] button').focus(),
    start: (page) => page.keyboard.press('Enter'),
  },
  'next page': {
    prepare: (page) => page.getByRole('button', { name: 'Next page' }).focus(),
    start: (page) => page.keyboard.press('Enter'),
  },
}

const folder = mkdtempSync(join(tmpdir(), 'music-library-bench-'))
try {
  const executable = await compileService(folder)
  await measureFirstAlbum(executable)
  const file = join(folder, 'catalogue.json')
  await Bun.write(file, generateCatalogue({ tracks: size }))
  const portFile = join(folder, 'port')
  const server = Bun.spawn(
    [
      executable,
      'serve',
      '--database',
      join(folder, 'library.db'),
      '--seed',
      file,
      '--port',
      '0',
      '--port-file',
      portFile,
    ],
    {
      env: { ADMIN_EMAIL: account.email, ADMIN_PASSWORD: account.password, LOG_LEVEL: 'warning' },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  try {
    await waitForFile(portFile, server)
    const port = (await Bun.file(portFile).text()).trim().replace(/^.*:/, '')
    await measureConsole(`http://127.0.0.1:${port}`)
  } finally {
    server.kill()
    await server.exited
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Times what the machine does from the start of a new library to its first album on the screen. A person also types and reads. */
async function measureFirstAlbum(executable: string) {
  const start = performance.now()
  const server = Bun.spawn([executable, 'serve', '--database', join(folder, 'new.db'), '--port', '0'], {
    env: { LOG_FORMAT: 'text' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const browser = await chromium.launch(program)
  try {
    let output = ''
    const decoder = new TextDecoder()
    let url: string | undefined
    for await (const chunk of server.stdout) {
      output += decoder.decode(chunk)
      url = /http\S+\/setup#\S+/.exec(output)?.[0]
      if (url) break
    }
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(url ?? '')
    await reachFirstAlbum(page)
    print(
      'from the start to the first album',
      `${Math.round(performance.now() - start)} ms, with the start of the browser`,
    )
  } finally {
    await browser.close()
    server.kill()
    await server.exited
  }
}

async function waitForFile(path: string, writer: Bun.Subprocess) {
  while (!(await Bun.file(path).exists())) {
    if (writer.exitCode !== null) throw new Error('The server has not started.')
    await Bun.sleep(50)
  }
}

async function measureConsole(origin: string) {
  const browser = await chromium.launch(program)
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    console.log(`${size} tracks, medians of ${rounds} runs`)
    await page.goto(`${origin}/console`)
    await page.getByLabel('E-mail').fill(account.email)
    await page.getByLabel('Password', { exact: true }).fill(account.password)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await page.getByRole('navigation').first().waitFor()
    await page.reload()
    await page.getByRole('navigation').first().waitFor()
    print('paint of a reloaded page', `${Math.round(await readFirstPaint(page))} ms`)
    print('a page loaded again', `${median(await repeat(() => timeLoad(page, origin)))} ms`)
    for (const screen of screens) {
      const [first, again] = [
        await repeat(() => timeScreen(page, origin, screen, false)),
        await repeat(() => timeScreen(page, origin, screen, true)),
      ]
      print(screen.link, `${median(first)} ms from the click to all rows, ${median(again)} ms the second time`)
    }
    for (const [name, change] of Object.entries(changes)) {
      print(
        name,
        `${median(await repeat(() => timeChange(page, origin, change)))} ms from the key or click to the rows`,
      )
    }
    await measureSlowLine(browser, page, origin)
    print('a search loaded again', `${median(await repeat(() => timeReload(page, origin)))} ms`)
    print('typing in the search of tracks', `${await measureTyping(page)} ms from a key to the next frame, at most`)
    print('heap', `${Math.round((await readHeap(page)) / 1e6)} MB`)
  } finally {
    await browser.close()
  }
}

async function repeat(run: () => Promise<number>) {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) times.push(await run())
  return times
}

function print(name: string, value: string) {
  console.log(`  ${name.padEnd(32)} ${value}`)
}

function median(values: number[]) {
  return Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0)
}

/** The milliseconds, measured in the page, from a click on a link of the overview until all of the page of its screen is painted. */
async function timeScreen(page: Page, origin: string, { link, isReady }: (typeof screens)[number], isAgain: boolean) {
  const navigation = page.getByRole('navigation')
  const open = async () => {
    await page.getByRole('heading', { level: 2 }).first().waitFor()
    await page.evaluate(timeFrom('click', isReady))
    await navigation.getByRole('link', { name: link, exact: true }).click()
    return page.evaluate<number>('globalThis.change.time')
  }
  await page.goto(`${origin}/console`)
  const first = await open()
  if (!isAgain) return first
  await navigation.getByRole('link', { name: 'Overview', exact: true }).click()
  return open()
}

/** Starts to measure the time from the next event until an expression is true, and what it says is painted. */
function timeFrom(event: 'click' | 'keydown', isDone: string) {
  return `globalThis.change = { time: new Promise((resolve) => {
    addEventListener('${event}', () => {
      const start = performance.now()
      const look = () => (${isDone} ? setTimeout(() => resolve(performance.now() - start)) : requestAnimationFrame(look))
      look()
    }, { capture: true, once: true })
  }) }`
}

/** The milliseconds, measured in the page, from the key that starts a change of the list of tracks until its rows are painted. */
async function timeChange(page: Page, origin: string, { prepare, start }: Change) {
  await page.goto(`${origin}/console/tracks`)
  await page.locator('tbody .record-link').first().waitFor()
  await prepare?.(page)
  await page.evaluate(`globalThis.shown = ${shown}`)
  await page.evaluate(timeFrom('keydown', `${shown} !== globalThis.shown`))
  await start(page)
  return page.evaluate<number>('globalThis.change.time')
}

/** Times the first visit of a browser, and its second list, on a slow line. */
async function measureSlowLine(browser: Browser, loggedIn: Page, origin: string) {
  const context = await browser.newContext({ storageState: await loggedIn.context().storageState() })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const { latency, bytesPerSecond } = slowLine
  const throughput = { downloadThroughput: bytesPerSecond, uploadThroughput: bytesPerSecond }
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', { offline: false, latency, ...throughput })
  const start = performance.now()
  await page.goto(`${origin}/console/albums`, { waitUntil: 'commit' })
  await page.locator('.album-card').first().waitFor()
  const albums = performance.now() - start
  const requests = await page.evaluate<number>("performance.getEntriesByType('resource').length + 1")
  print('slow line: first paint', `${Math.round(await readFirstPaint(page))} ms`)
  print('slow line: albums', `${Math.round(albums)} ms, ${requests} requests`)
  // What is loaded beforehand has come.
  await page.waitForTimeout(5_000)
  const link = page.getByRole('navigation').getByRole('link', { name: 'Tracks', exact: true })
  await page.evaluate(timeFrom('click', "document.querySelectorAll('tbody .record-link').length >= 20"))
  await link.click()
  print('slow line: the next list', `${Math.round(await page.evaluate<number>('globalThis.change.time'))} ms`)
  await context.close()
}

/** The milliseconds from the request of a page with a search of tracks until its rows are there. */
async function timeReload(page: Page, origin: string) {
  const start = performance.now()
  await page.goto(`${origin}/console/tracks?q=harbour`)
  await page.locator('tbody .record-link').first().waitFor()
  return performance.now() - start
}

/** The milliseconds from the request of a page until the overview can be used, by a user who is logged in. */
async function timeLoad(page: Page, origin: string) {
  const start = performance.now()
  await page.goto(`${origin}/console`)
  await page.getByRole('heading', { level: 2 }).first().waitFor()
  return performance.now() - start
}

/** The time of the first paint with content, in milliseconds from the request of the page. */
async function readFirstPaint(page: Page) {
  return page.evaluate<number>(`new Promise((resolve) => {
    const observer = new PerformanceObserver((list) => {
      for (const { name, startTime } of list.getEntries()) if (name === 'first-contentful-paint') resolve(startTime)
    })
    observer.observe({ type: 'paint', buffered: true })
  })`)
}

/** Types a word, a letter every 60 ms as a person does, and returns the longest time from a key to the next frame, in ms. */
async function measureTyping(page: Page) {
  await page.getByRole('navigation').getByRole('link', { name: 'Tracks', exact: true }).click()
  await page.getByRole('heading', { name: 'Tracks', level: 1 }).waitFor()
  await page.getByLabel('Search tracks').and(page.locator('[value=""]')).focus()
  await page.evaluate(`(() => {
    globalThis.delays = []
    addEventListener('keydown', () => {
      const start = performance.now()
      requestAnimationFrame(() => requestAnimationFrame(() => globalThis.delays.push(performance.now() - start)))
    }, { capture: true })
  })()`)
  await page.keyboard.type('electric harbour', { delay: 60 })
  await page
    .getByRole('link', { name: /^Electric Harbour/ })
    .first()
    .waitFor()
  return Math.round(await page.evaluate<number>('Math.max(...globalThis.delays)'))
}

/** The heap of the tab after a garbage collection, in bytes. */
async function readHeap(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize
}
