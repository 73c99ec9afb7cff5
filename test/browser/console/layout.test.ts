import { expect } from 'bun:test'
import { expectNoOverflow } from '../../support/console.ts'
import { consoleTest } from '../../support/consoleTest.ts'
import { everyNth, inLongForm } from '../../support/longForm.ts'

const sampleTest = consoleTest()
const longTest = inLongForm(sampleTest)

/** Where the cards and tables of a screen begin and end: the least left edge and the greatest right edge, in pixels. */
const edges = `(() => {
  const boxes = [...document.querySelectorAll('#content :is(.mantine-Paper-root, .table, .mantine-Dropzone-root)')]
  const rectangles = boxes.map((box) => box.getBoundingClientRect()).filter(({ width }) => width > 0)
  return [Math.min(...rectangles.map(({ left }) => left)), Math.max(...rectangles.map(({ right }) => right))]
})()`

longTest('all screens begin and end at the same edges', async ({ served, api, open }) => {
  const admin = api
  await admin.post('/labels', { name: 'COLUMBIA' })
  const page = await open('/tracks')
  const screens = [
    ['/tracks', '5 Years'],
    ['/duplicates', 'COLUMBIA'],
    ['/account', 'This session'],
    ['/audit', 'COLUMBIA'],
    ['/health', 'The server is ready'],
    ['/seeding', 'Drop a file here'],
    ['/users/1', 'Latest changes by this user'],
    ['', 'Latest changes'],
  ]
  for (const [path, text] of screens) {
    await page.goto(`${served.origin}/console${path}`)
    await page
      .getByText(text as string)
      .first()
      .waitFor()
    expect([path, await page.evaluate<number[]>(edges)]).toEqual([path, [264, 1408]])
  }
})

/** Puts a long number into the place of each number. Returns how many there are, and how many do not fit into their cards. */
const countNumbers = `(() => {
  const texts = [...document.querySelectorAll('#content .mantine-Paper-root p')].filter((text) => /^[\\d,]+$/.test(text.textContent))
  for (const text of texts) text.textContent = '1,234,567'
  const cut = texts.filter((text) => {
    const range = document.createRange()
    range.selectNodeContents(text)
    const card = text.closest('.mantine-Paper-root')
    const end = card.getBoundingClientRect().right - parseFloat(getComputedStyle(card).paddingRight)
    return range.getBoundingClientRect().right > end + 0.5
  })
  return [texts.length, cut.length]
})()`

longTest('numbers of seven digits fit into their cards in windows of all widths', async ({ served, open }) => {
  const page = await open()
  for (const [path, text, count] of [
    ['', 'albums without a date', 5],
    ['/health', 'The server is ready', 6],
  ] as const) {
    await page.goto(`${served.origin}/console${path}`)
    await page.getByText(text).first().waitFor()
    for (const width of [390, 768, 1024, 1200, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const [total, cut] = await page.evaluate<[number, number]>(countNumbers)
      expect(total).toBeGreaterThanOrEqual(count)
      expect([path, width, cut]).toEqual([path, width, 0])
    }
    await expectNoOverflow(page, 390)
  }
})

/** The colours of texts and grounds in a table, and what of the navigation, the buttons and the fields is visible. */
const printed = `(() => {
  const texts = [...document.querySelectorAll('#content :is(td, th, td a, .mantine-Text-root)')].filter((text) => text.checkVisibility())
  const grounds = [...document.querySelectorAll('#content :is(table, thead, tr, td)')]
  const controls = [...document.querySelectorAll('header, nav, input, select, button:not(.sort-button), .mantine-Button-root')]
  return [
    [...new Set(texts.map((text) => getComputedStyle(text).color))].sort(),
    [...new Set(grounds.map((ground) => getComputedStyle(ground).backgroundColor))],
    controls.filter((control) => control.checkVisibility()).map(({ outerHTML }) => outerHTML),
    [...document.querySelectorAll('.table td')].filter((cell) => cell.scrollWidth > cell.clientWidth).map(({ outerHTML }) => outerHTML),
  ]
})()`

longTest(
  'lists and records are printed in black on white, without navigation and controls',
  async ({ served, open }) => {
    const page = await open('/tracks', { colorScheme: 'dark' })
    const screens = [
      ['/tracks', '5 Years'],
      ['/albums/1', 'A Rainbow in Curved Air'],
      ['/tracks/1', 'File path'],
    ] as const
    for (const [path, text] of screens) {
      await page.emulateMedia({ media: 'screen', colorScheme: 'dark' })
      await page.goto(`${served.origin}/console${path}`)
      await page.getByText(text).first().waitFor()
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
      const [colours, ...rest] = await page.evaluate<string[][]>(printed)
      // The second colour is that of what is less important.
      expect([path, colours]).toEqual([path, ['rgb(0, 0, 0)', 'rgb(51, 51, 51)']])
      expect([path, ...rest]).toEqual([path, ['rgba(0, 0, 0, 0)'], [], []])
    }
  },
)

/** Gives each cover a width in pixels. Returns how many of them show texts, and how many show one of usual length that is cut. */
const countCoverTexts = (width: number) => `(() => {
  const covers = [...document.querySelectorAll('.cover')]
  for (const cover of covers) cover.style.width = '${width}px'
  const texts = covers.map((cover) => [...cover.querySelectorAll('span')].filter((text) => text.checkVisibility()))
  const isCut = (text) => text.scrollWidth > text.clientWidth || (text.textContent.length < 40 && text.scrollHeight > text.clientHeight)
  return [texts.filter((all) => all.length > 0).length, texts.filter((all) => all.some(isCut)).length]
})()`

longTest('a cover has its title and artist on it, and a small one is its shape alone', async ({ api, open }) => {
  const admin = api
  await admin.post('/albums', { title: 'W'.repeat(60) })
  const page = await open('/albums')
  const cover = page.getByRole('img', { name: 'Drawn cover of Blue Monday' })
  await cover.getByText('New Order').waitFor()
  expect(await cover.locator('span').allTextContents()).toEqual(['Blue Monday', 'New Order'])
  const counts = [160, 36].map((width) => page.evaluate<[number, number]>(countCoverTexts(width)))
  expect(await Promise.all(counts)).toEqual([
    [23, 0],
    [0, 0],
  ])
})

/** The headings of columns that reach into the next one, the texts of buttons and badges that are cut, and what is shown of keys. */
const findCut = `(() => {
  const find = (selector, isWrong) => [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility() && isWrong(element))
  const endOf = (element) => element.getBoundingClientRect().right
  const fontSize = (element) => parseFloat(getComputedStyle(element).fontSize)
  return [
    ...find('th > :is(button, span:not(.visually-hidden, .column-edge))', (title) => endOf(title) > endOf(title.parentElement) || title.scrollWidth > title.clientWidth),
    ...find(':is(.mantine-Button-label, .mantine-Badge-label, .record-chip)', (label) =>
      label.clientWidth > 1 && label.scrollWidth > label.clientWidth || label.clientHeight < 1.2 * fontSize(label) && getComputedStyle(label).display === 'block'),
    ...find('.mantine-Kbd-root', () => matchMedia('(pointer: coarse)').matches),
  ].map((element) => element.textContent)
})()`

sampleTest(
  'no heading, button or badge is cut in German, and a touch screen shows no keys',
  async ({ served, api, open }) => {
    const admin = api
    await admin.post('/tokens', { name: 'Grafana', read_only: true })
    const screens = [
      [1024, '/tokens', '/tracks?genre_id=1&liked=true'],
      [390, '/invitations', '/users/1'],
    ] as const
    const found: string[] = []
    for (const [width, ...paths] of everyNth(screens, screens.length)) {
      const touch = width === 390 && { hasTouch: true, isMobile: true }
      const page = await open('', { locale: 'de-DE', viewport: { width, height: 900 }, ...touch })
      for (const path of paths) {
        await page.goto(`${served.origin}/console${path}`)
        await page.locator('.table:not([aria-busy=true])').first().waitFor()
        if (path === '/users/1') {
          await page.getByRole('button', { name: 'Suchen', exact: true }).tap()
          await page.getByRole('combobox').fill('blue')
          await page.getByRole('option').first().waitFor()
        }
        found.push(...(await page.evaluate<string[]>(findCut)))
      }
    }
    expect(found).toEqual([])
  },
)
