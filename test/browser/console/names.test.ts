import { expect } from 'bun:test'
import { chooseItem, expectNoOverflow, waitForFocus } from '../../support/console.ts'
import { checkScreen, consoleTest } from '../../support/consoleTest.ts'
import { inLongForm } from '../../support/longForm.ts'

const test = consoleTest({})
const longTest = inLongForm(test)

const long = 'W'.repeat(255)

const rowHeights = "[...document.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect().height)"

longTest(
  'a name of one long word leaves pages as wide as the window, and rows one line high',
  async ({ served, api, open }) => {
    const create = async (path: string, body: object) => (await api.post(path, body)).body.id
    const label_id = await create('/labels', { name: long.slice(0, 100) })
    const artist_ids = [await create('/artists', { name: long, label_id }), await create('/artists', { name: '王菲' })]
    const genre_ids: number[] = []
    for (const name of [long.slice(0, 100), 'Ambient', 'فيروز', '🎉 Party'])
      genre_ids.push(await create('/genres', { name }))
    const album_id = await create('/albums', { title: long, label_id })
    await create('/tracks', { title: long, file_path: long, album_id, artist_ids, genre_ids })
    const page = await open('/tracks')
    for (const path of ['tracks', 'albums/1', 'artists/1', 'labels/1?tab=tracks', 'tracks/1']) {
      await page.goto(`${served.origin}/console/${path}`)
      await page.getByRole('row').nth(1).waitFor()
      await expectNoOverflow(page, 390)
      await page.setViewportSize({ width: 1440, height: 900 })
      await checkScreen(page, `long-${path.replaceAll(/\W/g, '-')}`)
      if (path === 'tracks/1') continue
      for (const height of await page.evaluate<number[]>(rowHeights)) expect(height).toBeWithin(36, 41)
      expect(await page.locator('tbody .record-link').first().getAttribute('title')).toBe(long)
    }
  },
)

test('an album without tracks gets some, which are in the order of the API, with the numbers of their files', async ({
  served,
  api,
  open,
  allow,
}) => {
  allow(/status of 404/)
  await api.post('/artists', { name: 'Björk' })
  await api.post('/albums', { title: 'Homogenic' })
  for (const n of [10, 2, 1]) {
    await api.post('/tracks', { title: `Song ${n}`, file_path: `homogenic/${n}.flac`, artist_ids: [1] })
  }
  const page = await open('/albums/1')
  await page.getByText('This album has no tracks yet').waitFor()
  await chooseItem(page, 'Add tracks', 'From the library')
  const dialog = page.getByRole('dialog', { name: 'Add tracks to “Homogenic”' })
  await waitForFocus(dialog.getByLabel('Search tracks'))
  for (const n of [10, 2, 1]) await dialog.getByRole('checkbox', { name: `Song ${n}`, exact: true }).press('Space')
  await checkScreen(page, 'album-add-tracks')
  await dialog.getByRole('button', { name: 'Add 3 tracks' }).press('Enter')
  await page.getByText('3 tracks were added.').waitFor()
  await page.getByRole('row').nth(3).waitFor()
  expect(await page.locator('tbody .record-link').allTextContents()).toEqual(['Song 10', 'Song 2', 'Song 1'])
  expect(await page.locator('tbody [data-name=position]').allTextContents()).toEqual(['10', '2', '1'])
  // The head of the page says who all of them are by.
  await page.getByRole('columnheader', { name: 'Artists' }).waitFor({ state: 'detached' })
  await page.getByRole('checkbox', { name: 'Select Song 2' }).check()
  await page.getByText('1 selected').waitFor()

  await page.goto(`${served.origin}/console/tracks/new?album_id=1`)
  await page.locator('input[value="Homogenic"]').waitFor()
  await page.goto(`${served.origin}/console/albums/2`)
  await page.getByRole('heading', { name: 'There is nothing here', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Show all albums' }).click()
  await page.getByRole('heading', { name: 'Albums', level: 1 }).waitFor()
})
