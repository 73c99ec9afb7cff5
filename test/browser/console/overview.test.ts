import { expect } from 'bun:test'
import { admin } from '../../support/console.ts'
import { consoleTest } from '../../support/consoleTest.ts'
import { inLongForm } from '../../support/longForm.ts'
import { chooseFile } from './chooseFile.ts'

const test = consoleTest()
const longTest = inLongForm(consoleTest({}))

const topsOfMissing =
  '[...document.querySelectorAll(`.count-card[href$="=none"]`)].map((card) => card.getBoundingClientRect().top)'

const user = { name: 'Ada', email: 'ada@example.com', password: 'analytical engine' }

test('the overview counts the records, and shows admins the audit trail', async ({ api, open }) => {
  await api.post('/users', user)
  await api.post('/tracks', { title: 'So Far Away', file_path: 'so-far-away.flac' })
  await api.post('/albums', { title: 'Tapestry' })
  const page = await open()
  await page.getByRole('link', { name: '230 tracks' }).waitFor()
  await page.getByRole('link', { name: 'Drawn cover of Tapestry' }).waitFor()
  const entries = page.getByRole('listitem')
  await entries.filter({ hasText: 'created album Tapestry' }).getByText(admin.email).waitFor()
  // Logins are no changes.
  expect(await page.getByText('logged in').count()).toBe(0)
  // What is missing, as lists that find it.
  const trackless = page.getByRole('link', { name: '1 album without tracks' })
  expect(await trackless.getAttribute('href')).toBe('/console/albums?track_id=none')
  // Seven cards are rows of four and three.
  const tops = await page.evaluate<number[]>(topsOfMissing)
  expect(tops.map((top) => tops.indexOf(top))).toEqual([0, 0, 0, 0, 4, 4, 4])
  await trackless.click()
  await page.getByText('1 album', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Remove the filter No tracks' }).waitFor()
  await page.goBack()
  await page.getByRole('link', { name: 'Changed this week' }).waitFor()
  await entries.getByRole('link', { name: 'Tapestry' }).click()
  await page.getByRole('heading', { name: 'Tapestry', level: 1 }).waitFor()

  const second = await open('', { account: user })
  await second.getByRole('listitem').getByRole('link', { name: 'Tapestry' }).waitFor()
  expect(await second.getByText(admin.email).count()).toBe(0)
})

longTest('the overview of an empty library takes a file, and leads to its preview', async ({ open }) => {
  const page = await open()
  await chooseFile(page, { labels: [{ name: 'ECM' }] })
  await page.getByRole('button', { name: 'Add to the library' }).waitFor()
  expect(page.url()).toEndWith('/console/seeding')
})
