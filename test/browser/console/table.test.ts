import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { maxMs } from '../../support/bounds.ts'
import { waitForFocus } from '../../support/console.ts'
import { checkScreen, consoleTest } from '../../support/consoleTest.ts'
import { everyNth, inLongForm } from '../../support/longForm.ts'

const test = consoleTest()
const longTest = inLongForm(test)

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1, exact: true })

/** Where an element is in the window, in pixels from its top. */
const topOf = (page: Page, selector: string) =>
  page.evaluate<number>(`document.querySelector('${selector}').getBoundingClientRect().top`)

/** Waits until the page is scrolled by a number of pixels: 30 seconds at most. */
const scrolledTo = async (page: Page, y: number) => {
  const scrolled = await page.evaluate<number>(
    `new Promise((resolve) => { const end = Date.now() + ${maxMs(30_000)}; const look = () => (scrollY === ${y} || Date.now() > end ? resolve(scrollY) : requestAnimationFrame(look)); look() })`,
  )
  expect(scrolled).toBe(y)
}

longTest('headings stay at the top, and a list is where it was on the way back', async ({ open }) => {
  const page = await open('/tracks')
  const link = page.locator('tbody .record-link').nth(40)
  await link.scrollIntoViewIfNeeded()
  await page.evaluate('scrollTo(0, 1200)')
  expect(await topOf(page, 'thead')).toBe(56)
  const shown = page.locator('tbody .record-link').nth(30)
  const title = (await shown.textContent()) ?? ''
  await shown.click()
  await heading(page, title).waitFor()
  expect(await page.evaluate<number>('scrollY')).toBe(0)
  await page.goBack()
  await scrolledTo(page, 1200)

  // A drawer that is closed leads back to it, too.
  await page.locator('tbody tr').nth(30).getByRole('link', { name: /^Edit/ }).click()
  await waitForFocus(page.getByRole('dialog'))
  await page.keyboard.press('Escape')
  await scrolledTo(page, 1200)

  // Another page begins with its first row.
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.getByText('51 to 100 of 229').waitFor()
  expect(await topOf(page, 'tbody tr')).toBeWithin(56, 200)
})

test('the keys of a list find, open, select, like and edit its rows', async ({ open }) => {
  const page = await open('/tracks')
  const rows = page.locator('tbody tr')
  const link = (n: number) => rows.nth(n).locator('.record-link')
  await link(49).waitFor()
  // From the top of the page: first the link to the content, and then that to the list.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await waitForFocus(link(0))
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await waitForFocus(link(1))
  await page.keyboard.press('x')
  await page.getByText('1 selected').waitFor()
  await page.keyboard.press('x')
  await page.keyboard.press('l')
  await rows
    .nth(1)
    .getByRole('button', { name: /^Unlike/, pressed: true })
    .waitFor()
  await page.keyboard.press('l')
  await rows.nth(1).getByRole('button', { name: /^Like/, pressed: false }).waitFor()
  await page.keyboard.press('e')
  await page.getByRole('dialog').getByLabel('Title').waitFor()
  await waitForFocus(page.getByRole('dialog'))
  // In a dialog and in a field, a key is a letter.
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keys' }).getByText('Next row', { exact: true }).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('/')
  await waitForFocus(page.getByLabel('Search tracks'))
  await page.keyboard.type('jxl')
  expect(await page.getByLabel('Search tracks').inputValue()).toBe('jxl')
})

test('Back returns to the row that was opened, with its focus and the selection', async ({ open }) => {
  const page = await open('/tracks?page=2')
  const rows = page.locator('tbody tr')
  await rows.nth(49).waitFor()
  await rows.nth(3).getByRole('checkbox').click()
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.getByText('101 to 150').waitFor()
  await rows.nth(40).getByRole('checkbox').click()
  await page.getByText('2 selected').waitFor()
  const opened = rows.nth(42).locator('.record-link')
  const title = (await opened.textContent()) ?? ''
  await opened.focus()
  await page.keyboard.press('Enter')
  await heading(page, title).waitFor()
  await page.goBack()
  await waitForFocus(opened)
  await page.getByText('2 selected').waitFor()
  expect(await rows.nth(40).getByRole('checkbox').isChecked()).toBe(true)
  // From the row that has the focus, keys go on.
  await page.keyboard.press('k')
  await page.keyboard.press('x')
  await page.getByText('3 selected').waitFor()
})

test('after a list is opened, Tab reaches its first row with at most 12 presses', async ({ open }) => {
  const page = await open('/')
  const navigation = page.getByRole('navigation')
  for (const name of everyNth(['Tracks', 'Artists', 'Genres', 'Labels', 'Albums'], 5)) {
    await navigation.getByRole('link', { name, exact: true }).focus()
    await page.keyboard.press('Enter')
    await heading(page, name).waitFor()
    await waitForFocus(page.locator('#content'))
    const row = page.locator('#content :is(tbody tr, .album-grid a)').first()
    await row.waitFor()
    let presses = 0
    const isReached = () => row.evaluate((element) => element.contains(element.ownerDocument.activeElement))
    while (presses < 20 && !(await isReached())) {
      await page.keyboard.press('Tab')
      presses++
    }
    expect([name, presses <= 12, presses]).toEqual([name, true, presses])
  }
})

longTest('boxes select a range of rows with the Shift key, and all of a page', async ({ open }) => {
  const page = await open('/artists')
  const box = (n: number) => page.locator('tbody tr').nth(n).getByRole('checkbox')
  await box(2).click()
  await box(6).click({ modifiers: ['Shift'] })
  await page.getByText('5 selected').waitFor()
  await box(4).click()
  await page.getByText('4 selected').waitFor()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
  await page.getByText('33 selected').waitFor()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
  await page.getByText('33 selected').waitFor({ state: 'detached' })
})

longTest('a column gets the width to which it is dragged, and keeps it', async ({ open }) => {
  const page = await open('/tracks')
  const widthOf = async (name: string) => (await page.getByRole('columnheader', { name }).boundingBox())?.width ?? 0
  await page.locator('tbody .record-link').first().waitFor()
  const [title, artists, album] = [await widthOf('Title'), await widthOf('Artists'), await widthOf('Album')]
  const edge = await page.locator('th[data-name=title] .column-edge').boundingBox()
  const [x, y] = [(edge?.x ?? 0) + 8, (edge?.y ?? 0) + 8]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 50, y, { steps: 3 })
  await page.mouse.up()
  const isWider = async () => {
    expect(await widthOf('Title')).toBeWithin(title + 45, title + 62)
    expect(await widthOf('Artists')).toBeWithin(artists - 62, artists - 45)
    expect(await widthOf('Album')).toBeWithin(album - 5, album + 5)
  }
  await isWider()
  await page.reload()
  await page.locator('tbody .record-link').first().waitFor()
  await isWider()
})

longTest(
  'a name has room for 22 letters on each page of a list, whatever the first page needed',
  async ({ api, open }) => {
    const { body: label } = await api.post('/labels', { name: `L${'o'.repeat(60)}ng` })
    const names = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter) => `${letter}${letter}`)
    for (const name of [...names, 'zz a name of 22 letters', ...names.map((_, n) => `zz another long name of ${n}`)])
      await api.post('/artists', { name, label_id: label.id })
    const page = await open(`/artists?limit=25&label_id=${label.id}`)
    const widthOf = async (name: string) =>
      (await page.locator(`td[data-name="${name}"]`).first().boundingBox())?.width ?? 0
    const isCut = (name: string) =>
      page.getByRole('link', { name, exact: true }).evaluate((link) => link.scrollWidth > link.clientWidth)
    await page.getByRole('link', { name: 'AA', exact: true }).waitFor()
    const first = [await widthOf('name'), await widthOf('label')]
    expect(first[0]).toBeGreaterThanOrEqual(216)
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.getByRole('link', { name: 'zz a name of 22 letters', exact: true }).waitFor()
    // The names of this page are longer than those of the first.
    expect((await widthOf('name')) / (await widthOf('label'))).toBeGreaterThan(
      ((first[0] ?? 0) / (first[1] ?? 1)) * 1.2,
    )
    await page.setViewportSize({ width: 1024, height: 900 })
    expect(await widthOf('name')).toBe(216)
    expect(await isCut('zz a name of 22 letters')).toBe(false)
  },
)

test('on a telephone, a row is a name with a second line, and boxes are shown when they are wanted', async ({
  open,
}) => {
  const page = await open('/tracks', { viewport: { width: 390, height: 844 }, hasTouch: true })
  const row = page.getByRole('row', { name: '5 Years' })
  await row.getByText('Björk · Homogenic').waitFor()
  const [heart, all] = await Promise.all([
    row.getByRole('button', { name: 'Like 5 Years' }).boundingBox(),
    row.boundingBox(),
  ])
  expect((heart?.x ?? 0) + (heart?.width ?? 0)).toBeGreaterThan((all?.width ?? 0) - 40)
  expect(await page.getByRole('checkbox').count()).toBe(0)
  await page.getByRole('button', { name: 'Select', exact: true }).tap()
  await page.getByRole('checkbox', { name: 'Select 5 Years' }).tap()
  await page.getByText('1 selected').waitFor()
  await checkScreen(page, 'tracks-selection')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Select', exact: true }).tap()
  await page.getByRole('checkbox').first().waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Filter', exact: true }).tap()
  await page.getByRole('dialog', { name: 'Filter' }).getByRole('button', { name: 'Liked' }).tap()
  await page.getByText('0 tracks').waitFor()
  await page.getByRole('button', { name: 'Remove the filter Liked' }).tap()
  // All of the row opens the track.
  await row.tap({ position: { x: 200, y: 50 } })
  await page.getByRole('heading', { name: '5 Years', level: 1 }).waitFor()
})

longTest('a click in the navigation answers before the records are there', async ({ open }) => {
  const page = await open('/albums')
  await page.locator('.album-card').first().waitFor()
  const { promise: wait, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/search/artists?*', async (route) => {
    await wait
    await route.continue()
  })
  await page.getByRole('link', { name: 'Artists', exact: true }).click()
  await heading(page, 'Artists').waitFor()
  await page.locator('.nav-link[aria-current=page]', { hasText: 'Artists' }).waitFor()
  await page.locator('.progress-bar').waitFor()
  answer()
  await page.locator('tbody .record-link').first().waitFor()
  await page.locator('.progress-bar').waitFor({ state: 'detached' })
})

test('the page says its name before its script is there', async ({ served }) => {
  const html = await (await fetch(`${served.origin}/console`)).text()
  const [before, after] = html.split('<div id="root">')
  expect(before).toContain('music-library</div>')
  // What stands before a style sheet is drawn while it is loaded.
  expect(before?.indexOf('</svg>music-library')).toBeLessThan(before?.indexOf('rel="stylesheet"') ?? 0)
  expect(after).toBeDefined()
})
