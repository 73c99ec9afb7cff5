import { expect } from 'bun:test'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { findAccessibilityViolations } from '../../support/browser.ts'
import { waitForFocus } from '../../support/console.ts'
import { checkScreen, consoleTest } from '../../support/consoleTest.ts'
import { inLongForm } from '../../support/longForm.ts'
import { search } from '../../support/search.ts'

const test = consoleTest()
const longTest = inLongForm(test)

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1, exact: true })

test('artists, genres and labels are listed and sorted, and lead to what belongs to them', async ({ served, open }) => {
  const page = await open('/labels')
  await page.getByLabel('Sort by').selectOption('Most tracks')
  await page.getByRole('columnheader', { name: 'Tracks' }).and(page.locator('[aria-sort=descending]')).waitFor()
  await page.getByRole('button', { name: 'Albums' }).click()
  await page.getByRole('columnheader', { name: 'Albums' }).and(page.locator('[aria-sort=ascending]')).waitFor()
  expect(new URL(page.url()).searchParams.get('sort')).toBe('albums')
  await page.getByLabel('Search labels').fill('warp')
  await page.getByText('1 label', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Warp', exact: true }).click()
  await heading(page, 'Warp').waitFor()
  await page.getByRole('tab', { name: /Albums/ }).click()
  await page.getByRole('link', { name: /In a Beautiful Place Out/ }).waitFor()
  await page.getByRole('tab', { name: /Tracks/ }).click()
  expect(new URL(page.url()).search).toBe('?tab=tracks')
  await page.reload()
  await page.getByRole('cell', { name: 'Boards of Canada' }).getByRole('link').first().click()
  await heading(page, 'Boards of Canada').waitFor()
  await page.getByRole('heading', { name: 'Albums', level: 2 }).waitFor()
  await page.getByText('2 albums · 21 tracks').waitFor()
  await page.goto(`${served.origin}/console/genres`)
  await page.getByRole('link', { name: 'Ambient', exact: true }).click()
  await heading(page, 'Ambient').waitFor()
  await page.getByRole('link', { name: /A Rainbow in Curved Air/ }).waitFor()
})

longTest(
  'a path below a list that is no id reads nothing, and says that there is nothing',
  async ({ served, open }) => {
    const page = await open('/labels')
    const requests: string[] = []
    page.on('request', (request) => void requests.push(request.url()))
    for (const path of [
      'labels/duplicates',
      'genres/x',
      'albums/1.5',
      'artists/0',
      'tracks/-1',
      'users/x',
      'labels/x/edit',
    ]) {
      await page.goto(`${served.origin}/console/${path}`)
      await page.getByText('There is nothing here').waitFor()
    }
    expect(requests.filter((url) => /NaN|\/api\/(?:labels|genres|albums|artists|tracks|users)\//.test(url))).toEqual([])
    await page.goto(`${served.origin}/console/labels/1`)
    await page.getByRole('tab', { name: /Albums/ }).waitFor()
  },
)

test('a list is asked for while the script of the console is on its way, and only once', async ({ served, open }) => {
  const page = await open('/account')
  const paths: string[] = []
  page.on('request', (request) => paths.push(new URL(request.url()).pathname))
  const requested = ['/search/albums', '/api/me'].map((path) =>
    page.waitForRequest((request) => request.url().includes(path)),
  )
  await page.route(/\/assets\/main-/, async (route) => {
    await Promise.all(requested)
    await route.continue()
  })
  await page.goto(`${served.origin}/console/albums`)
  await page.getByRole('link', { name: 'Kind of Blue' }).first().waitFor()
  expect(paths.filter((path) => ['/search/albums', '/api/me'].includes(path)).sort()).toEqual([
    '/api/me',
    '/search/albums',
  ])
})

longTest('filters that are removed one right after the other are all removed', async ({ open }) => {
  const page = await open('/tracks?artist_id=1&liked=true')
  await page.getByRole('button', { name: 'Remove the filter Liked' }).waitFor()
  // Both are pressed before the page is rendered again.
  await page.evaluate(`(async () => {
    const buttons = ['Artist', 'Liked'].map((name) => document.querySelector('[aria-label="Remove the filter ' + name + '"]'))
    for (const button of buttons) {
      button.click()
      for (let turn = 0; turn < 20; turn++) await Promise.resolve()
    }
  })()`)
  await page.getByText('229 tracks').waitFor()
  expect(new URL(page.url()).search).toBe('')
})

test('tracks are filtered by several records, by what they lack, and by ranges', async ({ api, open }) => {
  const count = async (query: string) =>
    `${(await search(api, `/tracks?${query}&limit=1`)).headers.get('x-total-count')} tracks`
  const page = await open('/tracks')
  const panel = page.getByRole('dialog')
  const openFilter = async (filter: string) => {
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await panel.getByRole('button', { name: filter, exact: true }).click()
  }
  const choose = async (filter: string, name: string) => {
    if (filter === 'Artist') await openFilter(filter)
    else await page.getByRole('button', { name: filter, exact: true }).click()
    await page.getByLabel('Search artists').fill(name)
    await page.getByRole('option', { name, exact: true }).click()
  }
  await choose('Artist', 'Björk')
  await page.getByRole('button', { name: 'Artist: Björk' }).click()
  await waitForFocus(panel.getByLabel('Search artists'))
  await panel.getByRole('option', { name: 'Björk' }).waitFor()
  expect(await panel.getAttribute('aria-label')).toBe('Artist')
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await choose('Artist: Björk', 'Boards of Canada')
  await page.getByRole('button', { name: 'Artist: Björk or Boards of Canada' }).waitFor()
  const ids = new URL(page.url()).searchParams.get('artist_id')
  expect(ids).toMatch(/^\d+,\d+$/)
  await page.getByText(await count(`artist_id=${ids}`)).waitFor()
  await choose('Artist: Björk or Boards of Canada', 'Björk')
  await page.getByRole('button', { name: 'Artist: Boards of Canada' }).waitFor()
  await page.getByRole('button', { name: 'Remove the filter Artist' }).press('Enter')
  await waitForFocus(page.getByRole('button', { name: 'Filter', exact: true }))
  await page.getByText('229 tracks').waitFor()

  await openFilter('Length')
  await panel.getByRole('textbox', { name: 'From' }).waitFor()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.getByRole('textbox', { name: 'From' }).fill('long')
  await page.keyboard.press('Enter')
  await page.getByText('Write the length as 4:05').waitFor()
  await page.getByRole('textbox', { name: 'From' }).fill('5:00')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Length: from 5:00' }).waitFor()
  await page.getByText(await count('duration_seconds=300..')).waitFor()
  await checkScreen(page, 'tracks-ranges')
  await openFilter('Release date')
  await page.getByRole('button', { name: 'No release date' }).click()
  await page.getByRole('button', { name: 'Release date: none' }).waitFor()
  await page.getByText(await count('duration_seconds=300..&release_date=none')).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Release date: none' }).waitFor()
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await page.getByText('229 tracks').waitFor()
})

test('the columns of a table are shown and hidden, and stay so', async ({ open }) => {
  const page = await open('/tracks')
  const openColumns = async () => {
    await page.getByRole('button', { name: 'More' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Columns' }).press('Enter')
    await waitForFocus(page.getByRole('dialog'))
  }
  await page.getByRole('columnheader', { name: 'Genres' }).waitFor()
  await openColumns()
  await page.getByRole('checkbox', { name: 'File path' }).press('Space')
  await page.getByRole('checkbox', { name: 'Genres' }).press('Space')
  await page.getByRole('columnheader', { name: 'File path' }).waitFor()
  await page.reload()
  await page.getByRole('columnheader', { name: 'File path' }).waitFor()
  expect(await page.getByRole('columnheader', { name: 'Genres' }).count()).toBe(0)
  await openColumns()
  await page.getByRole('button', { name: 'Show the usual columns' }).press('Enter')
  await page.getByRole('columnheader', { name: 'Genres' }).waitFor()
})

test('a view is saved, opened, renamed and deleted', async ({ served, open }) => {
  const page = await open('/tracks?q=love&sort=-duration_seconds')
  // A page of a network without TLS does not have it.
  await page.evaluate('delete Crypto.prototype.randomUUID')
  await page.getByRole('button', { name: 'Saved views' }).press('Enter')
  await waitForFocus(page.getByRole('menu'))
  await page.getByRole('menuitem', { name: 'Save this view' }).press('Enter')
  await waitForFocus(page.getByRole('dialog').getByRole('textbox'))
  await page.keyboard.type('Long love songs')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Saved views: Long love songs' }).waitFor()

  await page.goto(`${served.origin}/console/tracks`)
  await page.getByRole('button', { name: 'Saved views' }).press('Enter')
  await waitForFocus(page.getByRole('menu'))
  await page.getByRole('menuitem', { name: 'Long love songs' }).press('Enter')
  await page.waitForURL('**/tracks?q=love&sort=-duration_seconds')
  await page.getByLabel('Search tracks').and(page.locator('[value="love"]')).waitFor()

  await page.getByRole('button', { name: 'Saved views: Long love songs' }).press('Enter')
  await waitForFocus(page.getByRole('menu'))
  await page.getByRole('menuitem', { name: 'Rename or delete views' }).press('Enter')
  await waitForFocus(page.getByRole('dialog'))
  await page.getByLabel('Name of the view Long love songs').fill('Love')
  await page.keyboard.press('Enter')
  await checkScreen(page, 'manage-views')
  await page.getByRole('button', { name: 'Delete the view Love' }).press('Enter')
  await page.getByText('No view is saved.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Saved views', exact: true }).waitFor()
})

test('a list is downloaded as CSV: all that the search finds, in its order', async ({ served, open }) => {
  const page = await open('/tracks?q=the&sort=-title&limit=25')
  await page.getByText('to 25 of').waitFor()
  const total = Number((await page.getByText(/^\d+ tracks$/).textContent())?.split(' ')[0])
  await page.getByRole('button', { name: 'More' }).press('Enter')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV' }).press('Enter'),
  ])
  expect(download.suggestedFilename()).toMatch(/^tracks-\d{4}-\d\d-\d\d\.csv$/)
  const file = join(served.folder, 'downloaded.csv')
  await download.saveAs(file)
  const [header, first, ...others] = (await Bun.file(file).text()).trim().split('\r\n')
  expect(header).toStartWith('Title,File path,Artists,')
  expect(first?.split(',')[0]).toBe((await page.locator('tbody td[data-name=title]').first().textContent()) ?? '')
  expect(others.length + 1).toBe(total)

  // One that takes long says how much has come, and is ended.
  const { promise: wait, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/console/api/csv/**', async (route) => {
    await wait
    await route.abort()
  })
  await page.getByRole('button', { name: 'More' }).press('Enter')
  await page.getByRole('menuitem', { name: 'CSV' }).press('Enter')
  await page.getByText(`0 of ${total}`).waitFor()
  await page.getByRole('button', { name: 'Cancel' }).press('Enter')
  await page.getByText(`0 of ${total}`).waitFor({ state: 'detached' })
  answer()
})
