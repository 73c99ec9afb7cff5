import { expect } from 'bun:test'
import { browserTest } from '../../support/browser.ts'
import { client } from '../../support/client.ts'
import { admin, openConsole, startConsole } from '../../support/console.ts'
import { checkScreen } from '../../support/consoleTest.ts'
import { inLongForm } from '../../support/longForm.ts'
import { chooseFile } from './chooseFile.ts'

const longBrowserTest = inLongForm(browserTest)

const topsOfMissing =
  '[...document.querySelectorAll(`.count-card[href$="=none"]`)].map((card) => card.getBoundingClientRect().top)'

const user = { name: 'Ada', email: 'ada@example.com', password: 'analytical engine' }

browserTest('the overview counts the records, and shows admins the audit trail', async () => {
  await using served = await startConsole()
  const { url } = served.server
  const { token } = (await client(url).post('/login', admin)).body
  await client(url, token).post('/users', user)
  await client(url, token).post('/tracks', { title: 'So Far Away', file_path: 'so-far-away.flac' })
  await client(url, token).post('/albums', { title: 'Tapestry' })
  await using opened = await openConsole(served)
  const { page, problems } = opened
  await page.getByRole('link', { name: '230 tracks' }).waitFor()
  await page.getByRole('link', { name: 'Drawn cover of Tapestry' }).waitFor()
  const entries = page.getByRole('listitem')
  await entries.filter({ hasText: 'created album Tapestry' }).getByText(admin.email).waitFor()
  // Log-ins are no changes.
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
  expect(problems).toEqual([])

  await using second = await openConsole(served, '', { account: user })
  await second.page.getByRole('listitem').getByRole('link', { name: 'Tapestry' }).waitFor()
  expect(await second.page.getByText(admin.email).count()).toBe(0)
  expect(second.problems).toEqual([])
})

longBrowserTest('the overview of an empty library takes a file, and leads to its preview', async () => {
  await using served = await startConsole({})
  await using opened = await openConsole(served)
  const { page, problems } = opened
  await chooseFile(page, { labels: [{ name: 'ECM' }] })
  await page.getByRole('button', { name: 'Add to the library' }).waitFor()
  expect(page.url()).toEndWith('/console/seeding')
  expect(problems).toEqual([])
})

longBrowserTest('an empty library says how to fill it', async () => {
  await using served = await startConsole({})
  const { url } = served.server
  const { token } = (await client(url).post('/login', admin)).body
  await client(url, token).post('/users', user)
  await using opened = await openConsole(served)
  const { page, problems } = opened
  await page.getByRole('heading', { name: 'The library is empty' }).waitFor()
  await page.getByText('music-library scan ~/Music > catalogue.json').waitFor()
  await page.getByRole('button', { name: 'Copy the command' }).waitFor()
  expect(await page.getByRole('link', { name: 'Add the sample albums' }).getAttribute('href')).toBe(
    '/console/seeding?sample=1',
  )
  expect(problems).toEqual([])

  await using second = await openConsole(served, '', { account: user })
  await second.page.getByText('An admin has to fill it first.').waitFor()
  expect(await second.page.getByRole('link', { name: 'Add the sample albums' }).count()).toBe(0)
  await checkScreen(second.page, 'first-run-user')
  expect(second.problems).toEqual([])
})
