import { expect } from 'bun:test'
import { findAccessibilityViolations } from '../../support/browser.ts'
import { checkScreen, consoleTest } from '../../support/consoleTest.ts'
import { everyNth } from '../../support/longForm.ts'

const test = consoleTest()

/** The buttons of the head of a record that have words, in any window. */
const words = `[...document.querySelectorAll('.record-header .mantine-Button-label')].flatMap((label) =>
  label.getBoundingClientRect().width > 20 ? label.textContent : [])`

/** By the path of a record: what only its kind has beside Edit, and its menu. */
const records: [path: string, own: string[], menu: string[]][] = [
  ['albums/13', ['Add tracks'], ['Changes', 'New album from this one', 'Merge with…', 'Delete']],
  ['artists/1', [], ['Changes', 'New artist from this one', 'Merge with…', 'Delete']],
  ['labels/1', [], ['Changes', 'Merge with…', 'Delete']],
  ['genres/1', [], ['Changes', 'Merge with…', 'Delete']],
  ['tracks/1', [], ['Changes', 'New track from this one', 'Delete']],
]

test('the head of a record of any kind has Edit, what its kind has, and a menu', async ({ served, open }) => {
  const page = await open()
  for (const [path, own, menu] of everyNth(records, records.length)) {
    await page.goto(`${served.origin}/console/${path}`)
    await page.getByRole('link', { name: 'Edit', exact: true }).waitFor()
    const more = page.locator('.record-header').getByRole('button', { name: 'More' })
    await more.press('Enter')
    await page.getByRole('menu').waitFor()
    expect([path, await page.getByRole('menuitem').allTextContents()]).toEqual([path, menu])
    expect([path, await findAccessibilityViolations(page)]).toEqual([path, []])
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await page.setViewportSize({ width: 390, height: 844 })
    expect([path, await page.evaluate<string[]>(words)]).toEqual([path, ['Edit', ...own]])
    await page.setViewportSize({ width: 1440, height: 900 })
    await checkScreen(page, `head-${path}`.replaceAll('/', '-'))
  }
})

test('an album has the same artists in lists and on its page, and its tracks have theirs only where they are others', async ({
  served,
  open,
}) => {
  const page = await open('/albums')
  await page.getByRole('link', { name: 'Kind of Blue' }).getByText('Miles Davis and 6 more · 1959').waitFor()
  await page.goto(`${served.origin}/console/albums?view=table&q=kind`)
  await page.getByRole('cell', { name: 'Miles Davis and 6 more', exact: true }).waitFor()
  await page.getByRole('link', { name: 'Kind of Blue', exact: true }).click()
  // They are on the cover, too.
  await page.locator('.record-header').getByText('Miles Davis and 6 more').last().waitFor()
  const read = async (column: string) =>
    (await page.locator(`tbody [data-name=${column}]`).allTextContents()).map((text) => text.split(',')[0] ?? '')
  await page.getByRole('link', { name: 'Flamenco Sketches', exact: true }).waitFor()
  expect(await read('position')).toEqual(['1', '2', '3', '4', '5'])
  expect(await read('artists')).toEqual(['', 'Miles Davis', 'Miles Davis', '', ''])
  // A telephone has room for one of the two, and the cover is as wide as its screen.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Like So What' }).waitFor({ state: 'detached' })
  expect(await read('duration_seconds')).toEqual(['9:22', '9:46', '5:37', '11:33', '9:26'])
  expect((await page.locator('.record-header .cover').boundingBox())?.width).toBe(358)
})
