import { expect } from 'bun:test'
import { generateCatalogue } from '../../../src/seeding/generate/generateCatalogue.ts'
import { browserTest } from '../../support/browser.ts'
import { client } from '../../support/client.ts'
import { admin, openConsole, serveConsole, waitForFocus } from '../../support/console.ts'
import { checkScreen, consoleTest } from '../../support/consoleTest.ts'
import { inLongForm } from '../../support/longForm.ts'

const test = consoleTest()
const longTest = inLongForm(test)
const longBrowserTest = inLongForm(browserTest)

/** Presses Ctrl K, the letters of a text and Enter within one turn of the event loop, faster than any dialog opens. */
const typeAtOnce = (text: string) => `{
  const press = (key, ctrlKey = false) =>
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true, cancelable: true }))
  press('k', true)
  for (const letter of ${JSON.stringify(text)}) press(letter)
  press('Enter')
}`

const user = { name: 'Ada', email: 'ada@example.com', password: 'analytical engine' }

test('Ctrl K searches everything, with the keyboard alone', async ({ served, open, readProblems }) => {
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
  await checkScreen(page, 'search-nothing')
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
  expect(readProblems()).toEqual([])
})

longTest('the search of a user finds no screens of admins', async ({ served, open, readProblems }) => {
  const { url } = served.server
  const { token } = (await client(url).post('/login', admin)).body
  await client(url, token).post('/users', user)
  const page = await open('', { account: user })
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('option', { name: 'Albums' }).waitFor()
  expect(await page.getByRole('option', { name: 'Backups' }).count()).toBe(0)
  await waitForFocus(page.getByRole('combobox', { name: 'Search the library and the screens' }))
  await page.keyboard.type('columbia')
  await page.getByRole('option', { name: 'Columbia', exact: true }).waitFor()
  expect(readProblems()).toEqual([])
})

longBrowserTest(
  'the search of a library of 100,000 tracks aborts old requests, and shows all matches in the list',
  async () => {
    await using served = await serveConsole()
    const file = `${served.folder}/catalogue.json`
    const catalogue = generateCatalogue({ tracks: 100_000 })
    const names: string[] = JSON.parse(catalogue).artists.map(({ name }: { name: string }) => name)
    const artist = names.find((name) => /^Vera \w+ \d+$/.test(name)) ?? ''
    await Bun.write(file, catalogue)
    await using large = await serveConsole(['--seed', file])
    await using opened = await openConsole(large, '')
    const { page, problems } = opened
    await page.getByRole('button', { name: 'Search' }).click()
    const field = page.getByRole('combobox', { name: 'Search the library and the screens' })
    await waitForFocus(field)
    const texts: string[] = []
    const aborted: string[] = []
    const textOf = (url: string) => new URL(url).searchParams.get('q') ?? ''
    await page.route('**/search?*', async (route) => {
      texts.push(textOf(route.request().url()))
      // The first search takes so long that the next one comes before its end.
      if (texts.length > 1) await route.continue()
    })
    page.on('requestfailed', (request) => aborted.push(textOf(request.url())))
    const first = page.waitForRequest('**/search?*')
    await page.keyboard.type('the')
    await first
    await page.keyboard.type(' anchor')
    await page
      .getByRole('option', { name: /Anchor/ })
      .first()
      .waitFor()
    expect(aborted).toContain(texts[0] ?? '')
    expect(await field.inputValue()).toBe('the anchor')
    await field.fill(artist)
    await page.getByRole('option', { name: artist }).first().waitFor()
    await page.getByRole('group', { name: /^Tracks \(\d+\)$/ }).waitFor()
    await page.getByRole('option', { name: /^Show all \d+ tracks$/ }).click()
    await page.getByRole('heading', { name: 'Tracks', level: 1 }).waitFor()
    expect(new URL(page.url()).search).toBe(`?${new URLSearchParams({ q: artist })}`)
    expect(problems).toEqual([])
  },
)
