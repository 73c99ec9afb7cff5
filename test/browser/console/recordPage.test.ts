import { expect } from 'bun:test'
import { checkScreen, consoleTest } from '../../support/consoleTest.ts'

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

test('the head of a record of any kind has Edit, what its kind has, and a menu', async (fixture) => {
  const { served, open, readProblems } = fixture
  const page = await open()
  for (const [path, own, menu] of records) {
    await page.goto(`${served.origin}/console/${path}`)
    await page.getByRole('link', { name: 'Edit', exact: true }).waitFor()
    const more = page.locator('.record-header').getByRole('button', { name: 'More' })
    await more.press('Enter')
    await page.getByRole('menu').waitFor()
    expect([path, await page.getByRole('menuitem').allTextContents()]).toEqual([path, menu])
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await page.setViewportSize({ width: 390, height: 844 })
    expect([path, await page.evaluate<string[]>(words)]).toEqual([path, ['Edit', ...own]])
    await page.setViewportSize({ width: 1440, height: 900 })
    await checkScreen(page, `head-${path}`.replaceAll('/', '-'))
  }
  expect(readProblems()).toEqual([])
})
