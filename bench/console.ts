// Times the console in Chromium with a long library: `bun run bench:console [tracks]`, 100,000 by default.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { generateCatalogue } from './catalogue.ts'
import { compileService } from './programs.ts'

const size = Number(process.argv[2] ?? 100_000)
const rounds = 5
const account = { email: 'admin@example.com', password: 'correct horse' }
const executablePath = process.env.CHROMIUM || Bun.which('chromium')
if (!executablePath) {
  console.error('This needs Chromium. Install: apt-get install chromium')
  process.exit(1)
}

/** A screen: the name of its link in the navigation, and what it shows when it can be used. */
const screens = [
  { link: 'Albums', ready: '.album-card' },
  { link: 'Artists', ready: 'tbody tr a' },
  { link: 'Tracks', ready: 'tbody tr a' },
  { link: 'Genres', ready: 'tbody tr a' },
  { link: 'Labels', ready: 'tbody tr a' },
  { link: 'Overview', ready: 'h2' },
]

const folder = mkdtempSync(join(tmpdir(), 'music-library-bench-'))
try {
  const executable = await compileService(folder)
  const file = join(folder, 'catalogue.json')
  await Bun.write(file, generateCatalogue(size))
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
      env: { ADMIN_EMAIL: account.email, ADMIN_PASSWORD: account.password, LOG_LEVEL: 'warn' },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  try {
    await waitForFile(portFile)
    const port = (await Bun.file(portFile).text()).trim().replace(/^.*:/, '')
    await measureConsole(`http://127.0.0.1:${port}`)
  } finally {
    server.kill()
    await server.exited
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function waitForFile(path: string) {
  while (!(await Bun.file(path).exists())) await Bun.sleep(50)
}

async function measureConsole(origin: string) {
  const browser = await chromium.launch({ executablePath: executablePath ?? '' })
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
    for (const { link, ready } of screens) {
      const times: number[] = []
      for (let round = 0; round < rounds; round++) times.push(await timeScreen(page, link, ready))
      print(link, `${median(times)} ms`)
    }
    print('typing in the search of tracks', `${await measureTyping(page)} ms from a key to the next frame, at most`)
    print('heap', `${Math.round((await readHeap(page)) / 1e6)} MB`)
  } finally {
    await browser.close()
  }
}

function print(name: string, value: string) {
  console.log(`  ${name.padEnd(32)} ${value}`)
}

function median(values: number[]) {
  return Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0)
}

/** The milliseconds from a click on a link until its screen can be used. Other screens come first, so nothing is left of it. */
async function timeScreen(page: Page, link: string, ready: string) {
  await page
    .getByRole('link', { name: 'My account' })
    .or(page.getByRole('button', { name: 'My account' }))
    .first()
    .focus()
  await page.evaluate("history.pushState({}, '', '/console/nothing'); dispatchEvent(new PopStateEvent('popstate'))")
  await page.getByRole('heading', { name: 'There is nothing here' }).waitFor()
  const start = performance.now()
  await page.getByRole('navigation').getByRole('link', { name: link, exact: true }).click()
  await page.locator(ready).first().waitFor()
  return performance.now() - start
}

async function readFirstPaint(page: Page) {
  return page.evaluate<number>("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0")
}

/** Types a word, a letter every 60 ms as a person does, and returns the longest time from a key to the next frame, in ms. */
async function measureTyping(page: Page) {
  await page.getByRole('navigation').getByRole('link', { name: 'Tracks', exact: true }).click()
  const field = page.getByRole('main').getByRole('textbox').first()
  await field.focus()
  await page.evaluate(`(() => {
    globalThis.delays = []
    addEventListener('keydown', () => {
      const start = performance.now()
      requestAnimationFrame(() => requestAnimationFrame(() => globalThis.delays.push(performance.now() - start)))
    }, { capture: true })
  })()`)
  await page.keyboard.type('track 4711 of many', { delay: 60 })
  await page.waitForLoadState('networkidle')
  return Math.round(await page.evaluate<number>('Math.max(...globalThis.delays)'))
}

/** The heap of the tab after a garbage collection, in bytes. */
async function readHeap(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize
}
