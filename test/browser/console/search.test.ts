import { expect } from 'bun:test'
import { client } from '../../support/client.ts'
import { admin, waitForFocus } from '../../support/console.ts'
import { checkScreen, consoleTest } from '../../support/consoleTest.ts'

const test = consoleTest()

/** Presses Ctrl K, the letters of a text and Enter within one turn of the event loop, faster than any dialog opens. */
const typeAtOnce = (text: string) => `{
  const press = (key, ctrlKey = false) =>
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true, cancelable: true }))
  press('k', true)
  for (const letter of ${JSON.stringify(text)}) press(letter)
  press('Enter')
}`

const user = { name: 'Ada', email: 'ada@example.com', password: 'analytical engine' }

test('Ctrl K searches everything, with the keyboard alone', async ({ served, open }) => {
  const { url } = served.server
  const { token } = (await client(url).post('/login', admin)).body
  await client(url, token).post('/users', user)
  const page = await open('/albums')
  await page.getByRole('heading', { name: 'Albums', level: 1 }).waitFor()
  await page.getByLabel('Search albums').focus()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Search the library and the screens' })
  await waitForFocus(field)
  await page.getByRole('option', { name: 'Backups' }).waitFor()
  await page.keyboard.type('bjo')
  const option = page.getByRole('option', { name: /^Björk/, selected: true })
  await option.waitFor()
  expect(await field.getAttribute('aria-activedescendant')).toBe(await option.getAttribute('id'))

  await field.fill('blue')
  await page.getByRole('option', { name: /^Kind of Blue/ }).waitFor()
  await checkScreen(page, 'search')
  await field.fill('no such thing')
  await page.getByText('Nothing was found for “no such thing”.').waitFor()
  await field.fill('coltrain')
  await page
    .getByRole('group', { name: 'Did you mean' })
    .getByRole('option', { name: 'John Coltrane', selected: true })
    .waitFor()
  await checkScreen(page, 'search-suggestions')
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'detached' })
  await waitForFocus(page.getByLabel('Search albums'))

  // The text comes before the field has the focus, and Enter before the results do.
  await page.evaluate(typeAtOnce('blue monday'))
  await page.getByRole('heading', { name: 'Blue Monday', level: 1 }).waitFor()
  await page.getByLabel('Search the library and the screens').waitFor({ state: 'detached' })

  await page.keyboard.press('Control+k')
  await waitForFocus(field)
  await page.keyboard.type('ada')
  await page.getByRole('option', { name: /ada@example.com/ }).waitFor()
  await field.fill('')
  await page.getByRole('option', { name: 'Albums', selected: true }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Artists', level: 1 }).waitFor()
})
