import { expect } from 'bun:test'
import { consoleTest } from '../../support/consoleTest.ts'
import { inLongForm } from '../../support/longForm.ts'

const test = consoleTest()
const longTest = inLongForm(test)

test('the language is that of the browser until another one is chosen, and only its texts are loaded', async (fixture) => {
  const { open, readProblems } = fixture
  const page = await open('/albums/1', { locale: 'de-AT' })
  const texts = () =>
    page.evaluate<string[]>(
      "performance.getEntriesByType('resource').map(({ name }) => /assets\\/(..)-/.exec(name)?.[1]).filter(Boolean)",
    )
  // Dates are in the form of the browser's German.
  await page.getByText(/^Hinzugefügt \d\d\.\d\d\.\d{4}/).waitFor()
  expect(await texts()).toEqual(['de'])
  expect(await page.evaluate<string>('document.documentElement.lang')).toBe('de')

  await page.getByRole('button', { name: 'Mein Konto' }).click()
  await page.getByRole('menuitem', { name: 'English' }).click()
  await page.getByText(/^Added [A-Z][a-z]+ \d+, \d{4}/).waitFor()
  expect(await texts()).toEqual(['en'])
  await page.getByRole('link', { name: 'Artists', exact: true }).click()
  await page.getByRole('heading', { name: 'Artists', level: 1 }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Artists', level: 1 }).waitFor()

  await page.getByRole('button', { name: 'My account' }).click()
  await page.getByRole('menuitem', { name: 'Deutsch' }).click()
  await page.getByRole('heading', { name: 'Künstler', level: 1 }).waitFor()
  expect(await texts()).toEqual(['de'])
  expect(readProblems()).toEqual([])
})

longTest('a language that the console does not have is English', async ({ open }) => {
  const page = await open('', { locale: 'ja-JP' })
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
  expect(await page.evaluate<string>('document.documentElement.lang')).toBe('en')
})
