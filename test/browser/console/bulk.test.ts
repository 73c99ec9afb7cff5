import { expect } from 'bun:test'
import { chooseItem, waitForFocus } from '../../support/console.ts'
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

longTest(
  'a new title that another album has is asked about: one of them is merged, and the others are renamed',
  async ({ api, open }) => {
    const { id: label_id } = (await api.post('/labels', { name: 'Blue Note' })).body
    const ids: number[] = []
    for (const title of ['Wild', 'Wild (Live)', 'Calm (Live)'])
      ids.push((await api.post('/albums', { title, label_id })).body.id)
    await api.post('/tracks', { title: 'One', file_path: '1.flac', album_id: ids[0] })
    const page = await open('/albums?view=table&q=live')
    for (const title of ['Wild (Live)', 'Calm (Live)'])
      await page.getByRole('checkbox', { name: `Select ${title}` }).check()
    const bar = page.getByRole('region', { name: 'Selection' })
    await bar.getByRole('button', { name: 'Change…' }).click()
    await page.getByRole('combobox', { name: 'Title', exact: true }).click()
    await page.getByRole('option', { name: 'Replace a text' }).click()
    await page.getByLabel('Replace', { exact: true }).fill(' (Live)')
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByRole('button', { name: 'Change 2 albums' }).click()
    const question = page.getByRole('dialog', { name: 'Wild exists already' })
    await question.getByRole('button', { name: 'Merge into Wild (1 track)' }).waitFor()
    await checkScreen(page, 'bulk-namesake')
    await question.getByRole('button', { name: 'Merge into Wild (1 track)' }).click()
    const merge = page.getByRole('dialog', { name: 'Merge 2 albums' })
    await merge.getByRole('button', { name: 'Merge into Wild' }).click()
    await page.getByText('1 album merged into “Wild”.').waitFor()
    await page.getByRole('button', { name: 'Change 1 album' }).click()
    await bar.waitFor({ state: 'detached' })
    const titles = (await api.get('/albums')).body.filter((album: { id: number }) => ids.includes(album.id))
    expect(titles.map(({ title }: { title: string }) => title)).toEqual(['Wild', 'Calm'])
  },
)

longTest('one genre is replaced by another one in the tracks that have it', async ({ api, open }) => {
  for (const name of ['Dub', 'Dream pop']) await api.post('/genres', { name })
  for (const [title, genre_ids] of [
    ['So What', [1]],
    ['Nardis', []],
  ])
    await api.post('/tracks', { title, file_path: 'x.flac', genre_ids })
  const page = await open('/tracks')
  for (const title of ['So What', 'Nardis']) await page.getByRole('checkbox', { name: `Select ${title}` }).check()
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Change…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change 2 tracks' })
  await dialog.getByRole('combobox', { name: 'Genres', exact: true }).click()
  await page.getByRole('option', { name: 'Replace one by another' }).click()
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByText('Choose a value.').nth(1).waitFor()
  for (const [label, name] of [
    ['Genres to replace', 'Dub'],
    ['With', 'Dream pop'],
  ] as const) {
    await dialog.getByRole('combobox', { name: label }).click()
    await page.getByRole('option', { name }).click()
  }
  await page.keyboard.press('Tab')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByText('This changes 1 track. 1 of the selection stays as it is.').waitFor()
  await dialog.getByRole('button', { name: 'Change 1 track' }).click()
  await page.getByText('1 track changed.').waitFor()
  const tracks = (await api.get('/../search/tracks?genre_id=2')).body
  expect(tracks.map(({ title }: { title: string }) => title)).toEqual(['So What'])
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
  await dialog.getByRole('combobox', { name: 'Title', exact: true }).click()
  await page.getByRole('option', { name: 'Replace a text' }).click()
  await dialog.getByLabel('Replace', { exact: true }).fill('Album 3')
  await dialog.getByLabel('With', { exact: true }).fill('Record ')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByText('This changes 2 albums. 28 of the selection stay as they are.').waitFor()
  await dialog
    .getByRole('listitem')
    .filter({ hasText: /^Album 30Title.*Album 30.*Record 0$/ })
    .waitFor()
  await dialog.getByRole('button', { name: 'Back' }).click()
  await dialog.getByLabel('Replace', { exact: true }).fill('Album')
  await dialog.getByLabel('With', { exact: true }).fill('Record')
  await dialog.getByRole('combobox', { name: 'Type', exact: true }).click()
  await page.getByRole('option', { name: 'Set to' }).click()
  await dialog.getByRole('combobox', { name: 'New type', exact: true }).click()
  await page.getByRole('option', { name: 'EP' }).click()
  await dialog.getByRole('combobox', { name: 'Release date', exact: true }).click()
  await page.getByRole('option', { name: 'Set to' }).click()
  const day = dialog.getByLabel('New release date')
  await day.fill('59')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByText('Write a year, a month or a day').waitFor()
  await day.fill('1959')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog
    .getByRole('listitem')
    .filter({ hasText: /^Album 30.*none.*1959(?!-)/ })
    .waitFor()
  await dialog.getByRole('button', { name: 'Change 30 albums' }).press('Enter')
  await page.getByText('30 albums changed.').waitFor()
  const { body: albums } = await api.get('/albums')
  const isChanged = ({ title, type }: { title: string; type: string }) => title.startsWith('Record ') && type === 'ep'
  expect(albums.filter(isChanged)).toHaveLength(30)
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

longTest(
  'rows of a spreadsheet are pasted on the page of an album, looked at, and created',
  async ({ api, open, allow }) => {
    allow(/status of 400/)
    const { id } = (await api.post('/albums', { title: 'Kind of Blue' })).body
    await api.post('/artists', { name: 'Miles Davis' })
    const page = await open(`/albums/${id}`)
    await chooseItem(page, 'Add tracks', 'Paste tracks')
    const dialog = page.getByRole('dialog', { name: 'Paste tracks into Kind of Blue' })
    const rows = dialog.getByLabel('Rows')
    await waitForFocus(rows)
    await page.keyboard.type('So What')
    await page.keyboard.press('Tab')
    await page.keyboard.insertText(
      'kob/01.flac\t9:2x\tMiles Davis\nBlue in Green\tkob/03.flac\t5:37\tMiles Davis; Bill Evans\tJazz\n',
    )
    await checkScreen(page, 'add-tracks')
    await dialog.getByRole('button', { name: 'Preview' }).click()
    await dialog.getByText('Line 1, Duration: "9:2x" is no duration').waitFor()
    await rows.fill((await rows.inputValue()).replace('9:2x', '9:22'))
    await dialog.getByRole('button', { name: 'Preview' }).click()
    await dialog.getByText('New artists: Bill Evans').waitFor()
    await dialog.getByText('New genres: Jazz').waitFor()
    await dialog.getByRole('row', { name: 'So What kob/01.flac Miles Davis 9:22' }).waitFor()
    await checkScreen(page, 'add-tracks-preview')
    expect((await api.get('/tracks')).body).toEqual([])
    await dialog.getByRole('button', { name: 'Create 2 tracks' }).press('Enter')
    await page.getByText('2 tracks created.').waitFor()
    await page.getByRole('link', { name: 'Blue in Green', exact: true }).waitFor()
    expect((await api.get(`/albums/${id}`)).body.tracks).toMatchObject([
      { title: 'So What', duration_seconds: 562 },
      {
        title: 'Blue in Green',
        artists: [{ name: 'Miles Davis' }, { name: 'Bill Evans' }],
        genres: [{ name: 'Jazz' }],
      },
    ])
  },
)
