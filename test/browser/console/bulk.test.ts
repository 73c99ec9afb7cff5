import { expect } from 'bun:test'
import { checkScreen, consoleTest } from '../../support/consoleTest.ts'
import { inLongForm } from '../../support/longForm.ts'

const test = consoleTest({})
const longTest = inLongForm(test)

test('albums of two pages get a label and a type at once, after a preview', async ({ api, open, allow }) => {
  allow(/status of 409/)
  const { id: label_id } = (await api.post('/labels', { name: 'Blue Note' })).body
  for (let n = 1; n <= 30; n++) await api.post('/albums', { title: `Album ${String(n).padStart(2, '0')}` })
  const page = await open('/albums?view=table&limit=25')
  const bar = page.getByRole('region', { name: 'Selection' })

  await page.getByRole('checkbox', { name: 'Select Album 01' }).check()
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.getByRole('checkbox', { name: 'Select Album 30' }).check()
  await bar.getByText('2 selected').waitFor()
  await bar.getByRole('button', { name: 'Change…' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Change 2 albums' })
  await dialog.getByRole('combobox', { name: 'Label', exact: true }).click()
  await page.getByRole('option', { name: 'Set to' }).click()
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByText('Choose a value.').waitFor()
  const label = dialog.getByRole('combobox', { name: 'New label' })
  await label.pressSequentially('blue')
  await label.press('Enter')
  await dialog.locator('input[value="Blue Note"]').waitFor()
  await checkScreen(page, 'bulk-fields')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByText('This changes 2 albums.').waitFor()
  await dialog
    .getByRole('listitem')
    .filter({ hasText: /^Album 30Label.*none.*Blue Note$/ })
    .waitFor()
  await checkScreen(page, 'bulk-preview')

  // One of them changes before the changes are applied: nothing is changed, and a new preview is shown.
  const [first] = (await api.get('/albums')).body
  await api.put(`/albums/${first.id}`, { label_id })
  await dialog.getByRole('button', { name: 'Change 2 albums' }).click()
  await dialog.getByText('The records have changed since the preview.').waitFor()
  await dialog.getByText('This changes 1 album. 1 of the selection stays as it is.').waitFor()
  const labelsOf = async () =>
    (await api.get('/albums')).body.filter((album: { label_id: number | null }) => album.label_id)
  expect(await labelsOf()).toHaveLength(1)
  await dialog.getByRole('button', { name: 'Change 1 album' }).click()
  await page.getByText('1 album changed.').waitFor()
  await bar.waitFor({ state: 'detached' })
  expect(await labelsOf()).toHaveLength(2)
})

test('a dialog that could not be loaded says so, and the page loads again when the server responds', async ({
  api,
  open,
  allow,
}) => {
  allow(/assets|healthz/)
  await api.post('/albums', { title: 'Blue Monday' })
  const page = await open('/albums?view=table')
  await page.getByRole('checkbox', { name: 'Select Blue Monday' }).check()
  const unavailable = /\/assets\/chunk-|\/healthz/
  await page.route(unavailable, (route) => route.abort())
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Delete…' }).click()
  await page.getByText('The page loads again when it is there.').waitFor()
  await page.unroute(unavailable)
  await page.getByRole('checkbox', { name: 'Select Blue Monday', checked: false }).waitFor()
})

longTest('all albums that match are selected at once', async ({ api, open }) => {
  for (let n = 1; n <= 30; n++) await api.post('/albums', { title: `Album ${n}` })
  await api.post('/albums', { title: 'Another' })
  const page = await open('/albums?view=table&limit=25&q=album')
  const bar = page.getByRole('region', { name: 'Selection' })
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await bar.getByText('25 selected').waitFor()
  await bar.getByRole('button', { name: 'Select all 30 that match' }).click()
  await bar.getByText('30 selected').waitFor()
  await checkScreen(page, 'bulk-bar')
  await bar.getByRole('button', { name: 'Change…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change 30 albums' })
  await dialog.getByRole('combobox', { name: 'Release date', exact: true }).click()
  await page.getByRole('option', { name: 'Set to' }).click()
  const day = dialog.getByLabel('New release date')
  await day.fill('59')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByText('Write a year, a month or a day').waitFor()
  await day.fill('1959')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByRole('button', { name: 'Change 30 albums' }).press('Enter')
  await page.getByText('30 albums changed.').waitFor()
  expect((await api.get('/../search/albums?release_date=1959&limit=1')).headers.get('x-total-count')).toBe('30')
})

test('genres are deleted at once, after a look at what loses them', async ({ api, open, allow }) => {
  allow(/status of 409/)
  for (const name of ['Dub', 'Dream pop', 'Jazz']) await api.post('/genres', { name })
  const track = { file_path: 'x.flac', genre_ids: [1, 2] }
  for (const title of ['So What', 'Nardis']) await api.post('/tracks', { ...track, title })
  const page = await open('/genres')
  const bar = page.getByRole('region', { name: 'Selection' })
  await page.getByRole('checkbox', { name: 'Select Dub' }).check()
  await page.getByRole('checkbox', { name: 'Select Dream pop' }).check()
  expect(await bar.getByRole('button', { name: 'Change…' }).count()).toBe(0)
  await bar.getByRole('button', { name: 'Delete…' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Delete 2 genres?' })
  await dialog.getByText('2 tracks, which lose one or more of these genres').waitFor()
  await dialog.getByText('Dream pop').waitFor()
  await checkScreen(page, 'bulk-delete')

  const sent: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/bulk/genres/delete')) sent.push(Object.keys(request.postDataJSON()))
  })
  await api.post('/tracks', { ...track, title: 'Solar' })
  await dialog.getByRole('button', { name: 'Delete 2 genres' }).click()
  await dialog.getByText('The records have changed since the preview.').waitFor()
  await dialog.getByText('3 tracks, which lose one or more of these genres').waitFor()
  expect((await api.get('/genres')).body).toHaveLength(3)
  await dialog.getByRole('button', { name: 'Delete 2 genres' }).click()
  await page.getByText('2 genres deleted.').waitFor()
  await bar.waitFor({ state: 'detached' })
  expect((await api.get('/genres')).body).toMatchObject([{ name: 'Jazz' }])
  // What is gone is not asked for again.
  expect(sent).toEqual([
    ['ids', 'digest'],
    ['ids', 'dry_run'],
    ['ids', 'digest'],
  ])
})
