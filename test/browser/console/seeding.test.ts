import { expect } from 'bun:test'
import { kindOfBlue } from '../../support/catalogue.ts'
import { expectNoOverflow } from '../../support/console.ts'
import { checkScreen, consoleTest } from '../../support/consoleTest.ts'
import { inLongForm } from '../../support/longForm.ts'
import { chooseFile } from './chooseFile.ts'

const test = consoleTest({})
const longTest = inLongForm(test)
const sampleTest = consoleTest()

test('a file with problems is shown with the lines around them, and a corrected one is seeded', async ({
  open,
  allow,
}) => {
  allow(/status of 400/)
  const page = await open('/seeding')
  await page.getByText('Drop a file here').waitFor()

  const wrong = structuredClone(kindOfBlue)
  Object.assign(wrong.labels[0] ?? {}, { nmae: 'Wrong' })
  Object.assign(wrong.albums[0] ?? {}, { release_date: '1957', type: 'LP' })
  await chooseFile(page, wrong)
  await page.getByText(/^The file has 3 problems\./).waitFor()
  const region = page.getByRole('region', { name: 'Lines of catalogue.json' })
  expect((await region.locator('mark').allTextContents()).sort()).toEqual(['"1957"', '"LP"', '"Wrong"'])
  for (const advice of [
    'Did you mean name?',
    'Write "album" for an LP',
    'A year alone is not a day. Write "1957-01-01".',
  ]) {
    // Each sentence is seen once, in the list.
    expect(await page.getByText(advice).filter({ visible: true }).count()).toBe(1)
  }
  await page.getByRole('button', { name: /nmae/ }).press('Enter')
  await page.locator(':focus', { hasText: 'nmae' }).waitFor()
  await checkScreen(page, 'seeding-problems')
  await chooseFile(page, kindOfBlue)
  await page.getByRole('button', { name: 'Add to the library', disabled: false }).press('Enter')
  await page.getByRole('heading', { name: 'The file is imported' }).waitFor()
  await page.getByRole('button', { name: 'Choose another file' }).click()
  await chooseFile(page, kindOfBlue)
  await page.getByText('The library matches the file').waitFor()
})

test('a table is read with columns that the user chooses, and its notes are shown before the changes', async ({
  open,
  allow,
}) => {
  allow(/status of 400/)
  const page = await open('/seeding')
  await chooseFile(page, 'Song,Where,By\nSo What,/m/01.flac,Miles Davis\nBlue &amp; Green,/m/02.flac,\n', 'songs.csv')
  await page.getByText('The server can’t read the table with these columns.').waitFor()
  await page.getByRole('row', { name: 'By Miles Davis' }).waitFor()
  const choose = (column: string, field: string) => page.getByLabel(`${column} goes to`).selectOption(field)
  await choose('Where', 'Path')
  await page.getByText('A table with 2 tracks').waitFor()
  await page.getByText('1 of 3 columns is not read.').waitFor()
  await page.getByRole('list', { name: 'Notes on the rows' }).getByText('Line 3: "Blue &amp; Green" is HTML').waitFor()
  await choose('By', 'Artists')
  await page.getByText('All 3 columns are read.').waitFor()
  await page.getByRole('button', { name: 'Options' }).click()
  await page.getByLabel('Music folder').fill('/m')
  await page.getByLabel('Music folder').press('Enter')
  await page.getByRole('table').getByText('01.flac', { exact: true }).waitFor()
  await page.getByText('2 tracks will be added.').waitFor()
  await checkScreen(page, 'seeding-table')
  await page.getByRole('button', { name: 'Choose another file' }).click()
  await chooseFile(page, 'Title,Path,Length\nT,a,soon\n', 'wrong.csv')
  await page.getByText(/^The file has 1 problem\./).waitFor()
  await page.getByRole('button', { name: 'Line 2 (Length) "soon" is not a duration.' }).waitFor()
  await page.getByLabel('Leave out dates, durations and covers').check()
  await page.getByRole('list', { name: 'Notes on the rows' }).getByText('"soon" is not a duration.').waitFor()
  await page.getByRole('button', { name: 'Choose another file' }).click()
  const mixed = Buffer.concat([Buffer.from('Title,Path\nCafé,a\n'), Buffer.from('M\xe4r,b\n', 'latin1')])
  await chooseFile(page, mixed, 'mixed.csv')
  await page.getByText('has the byte E4, which is not UTF-8').waitFor()
  await page.getByLabel('Encoding', { exact: true }).first().click()
  await page.getByRole('option', { name: 'windows-1252' }).click()
  await page.getByText('A table with 2 tracks').waitFor()
})

test('a table is mapped, looked at, imported and undone with few clicks, and what was chosen outlives other screens', async ({
  api,
  open,
}) => {
  const page = await open('/seeding')
  const rows = [
    'Blue Train;bt/1.flac;John Coltrane;VG+;A 3;Hard Bop',
    'Moment’s Notice;bt/2.flac;John Coltrane;VG+;A 3;',
  ]
  await chooseFile(page, `Name;Filename;Artist;Zustand;Regal;Stimmung\n${rows.join('\n')}\n`, 'platten.csv')
  const mapping = page.getByRole('table', { name: 'The columns of the file' })
  await page.getByText('3 of 6 columns are not read.').waitFor()
  // The columns that are not read come alone, with their values.
  expect(await mapping.locator('tbody tr').allInnerTexts()).toEqual([
    expect.stringMatching(/^Zustand\s+VG\+\s/),
    expect.stringMatching(/^Regal\s+A 3\s/),
    expect.stringMatching(/^Stimmung\s+Hard Bop\s/),
  ])
  await mapping.getByLabel('Stimmung goes to').selectOption('Genres')
  await page.getByText('2 of 6 columns are not read.').waitFor()
  await expectNoOverflow(page, 390)
  await expectNoOverflow(page, 1440)
  await checkScreen(page, 'seeding-mapping')
  expect(await page.getByRole('switch', { name: /^Prune/ }).count()).toBe(0)

  await page.getByRole('link', { name: 'Albums' }).first().click()
  await page.waitForURL('**/albums')
  await page.goBack()
  await page.getByText('2 of 6 columns are not read.').waitFor()
  expect(await mapping.getByLabel('Stimmung goes to').inputValue()).toBe('genres')
  const question = page.waitForEvent('dialog')
  const reload = page.evaluate('location.reload()')
  await (await question).dismiss()
  await reload

  await page.getByRole('button', { name: 'Add to the library', disabled: false }).click()
  await page.getByRole('heading', { name: 'The file is imported' }).waitFor()
  expect((await api.get('/genres')).body).toMatchObject([{ name: 'Hard Bop' }])
  const link = page.getByRole('link', { name: 'its entry in the audit trail' })
  expect(await link.getAttribute('href')).toMatch(/^\/console\/audit\?entry=\d+$/)
  await page.getByRole('button', { name: /^Undo entry \d+$/ }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByText('The change is undone.').waitFor()
  expect((await api.get('/tracks')).body).toEqual([])
  await link.waitFor({ state: 'detached' })
  // It is forgotten, so that nothing asks any more.
  await page.reload()
  await page.getByText('Drop a file here').waitFor()
})

longTest('a field that has one column takes the new one, and artists take several', async ({ api, open, allow }) => {
  allow(/status of 400/)
  const page = await open('/seeding')
  await chooseFile(page, 'Title,Path,Artist,Better=title,Guest\nT,a,A,B,G\n', 'songs.csv')
  const mapping = page.getByRole('table', { name: 'The columns of the file' })
  await mapping.getByLabel('Better=title goes to').selectOption('Title')
  await page.getByText('A table with 1 track').waitFor()
  await mapping.getByLabel('Title goes to', { exact: true }).waitFor()
  await mapping.getByLabel('Guest goes to').selectOption('Artists')
  await page.getByText('1 of 5 columns is not read.').waitFor()
  await mapping.getByLabel('Path goes to').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'All columns' }).click()
  await mapping.getByLabel('Artist goes to').selectOption('Not read')
  await page.getByText('2 of 5 columns are not read.').waitFor()
  await mapping.getByLabel('Artist goes to').selectOption('Artists')
  await page.getByText('1 of 5 columns is not read.').waitFor()
  await page.getByRole('button', { name: 'Add to the library', disabled: false }).click()
  await page.getByRole('heading', { name: 'The file is imported' }).waitFor()
  expect((await api.get('/../search/tracks')).body).toMatchObject([
    { title: 'B', artists: [{ name: 'A' }, { name: 'G' }] },
  ])
})

longTest(
  'on a telephone, the name of the button that deletes and changes many records fits the screen',
  async ({ open }) => {
    const page = await open('/seeding', { locale: 'de-AT', viewport: { width: 390, height: 844 } })
    const labels = Array.from({ length: 12 }, (_, n) => ({ name: `Label ${n}` }))
    await chooseFile(page, { labels })
    await page.getByRole('button', { name: 'Zur Bibliothek hinzufügen', disabled: false }).click()
    await page.getByRole('button', { name: 'Andere Datei auswählen' }).click()
    await chooseFile(page, { labels: labels.map(({ name }) => ({ name: `${name} (neu)` })) })
    await page.getByRole('button', { name: 'Optionen' }).click()
    await page.getByRole('switch', { name: /^Bereinigen/ }).press('Space')
    await page.getByRole('button', { name: '12 Datensätze löschen, 12 Änderungen ausführen' }).waitFor()
    await expectNoOverflow(page, 390)
  },
)

longTest('a problem in a very long line is shown with what is around it', async ({ open, allow }) => {
  allow(/status of 400/)
  const page = await open('/seeding')
  const labels = Array.from({ length: 20_000 }, (_, n) => ({ name: n === 15_000 ? '' : `Label ${n}` }))
  await chooseFile(page, JSON.stringify({ labels }))
  const line = page.locator('.excerpt-text')
  await line.getByText('Label 15001').waitFor()
  expect(await line.locator('mark').textContent()).toBe('""')
  expect((await line.textContent())?.length).toBeLessThan(500)
})

sampleTest(
  'an edited export is previewed, filtered and seeded, with the likes that are lost',
  async ({ api, open }) => {
    const { id, file_path } = (await api.get('/../search/tracks?limit=1')).body[0]
    await api.post(`/tracks/${id}/like`)
    const { body: catalogue } = await api.get('/../console/api/export')
    catalogue.tracks = catalogue.tracks.filter((track: { file_path: string }) => track.file_path !== file_path)
    catalogue.labels.push({ name: 'Verve' })
    catalogue.genres[0] = { ...catalogue.genres[0], name: 'Renamed genre', formerly: catalogue.genres[0].name }
    for (const track of catalogue.tracks) {
      track.genres = track.genres?.map((name: string) =>
        name === catalogue.genres[0].formerly ? 'Renamed genre' : name,
      )
    }

    const page = await open('/seeding')
    await chooseFile(page, catalogue)
    await page.getByRole('button', { name: 'Make 2 changes' }).waitFor()
    await page.getByRole('button', { name: 'Options' }).click()
    await page.getByRole('switch', { name: /^Prune/ }).press('Space')
    await page.getByRole('button', { name: 'Delete 1 record and make 2 changes' }).waitFor()
    await page.getByRole('cell', { name: 'Renamed genre' }).first().waitFor()
    await page.getByRole('button', { name: 'Likes that will be lost 1' }).waitFor()
    await checkScreen(page, 'seeding-preview')

    await page.getByRole('checkbox', { name: '1 to delete' }).press('Space')
    await page.getByRole('cell', { name: 'Verve' }).waitFor({ state: 'detached' })
    expect(await page.getByRole('table').getByText(file_path, { exact: true }).count()).toBe(1)
    await page.getByRole('checkbox', { name: '1 to delete' }).press('Space')
    await page.getByLabel('Filter the changes').fill('verve')
    await page.getByRole('cell', { name: 'Verve' }).waitFor()

    await page.getByRole('button', { name: 'Delete 1 record and make 2 changes', disabled: false }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Delete and merge records?' })
    await dialog.getByText('1 track will be deleted.').waitFor()
    await dialog.getByText('1 like of users will be lost with the tracks.').waitFor()
    await dialog.getByRole('button', { name: 'Delete 1 record and make 2 changes', disabled: false }).press('Enter')
    await page.getByRole('heading', { name: 'The file is imported' }).waitFor()
    expect((await api.get(`/tracks/${id}`)).status).toBe(404)
    expect((await api.get('/../search/genres?q=renamed+genre')).body).toHaveLength(1)
  },
)

inLongForm(sampleTest)('the library is exported, and the token of the page is in no URL', async ({ open }) => {
  const page = await open('/seeding')
  const urls: string[] = []
  page.on('request', (request) => urls.push(request.url()))
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export the library' }).press('Enter'),
  ])
  expect(download.suggestedFilename()).toMatch(/^catalogue-\d{4}-\d\d-\d\d\.json$/)
  await page.getByText(/^The catalogue file of .* was downloaded\.$/).waitFor()
  const token = await page.evaluate<string>("localStorage.getItem('music-library token')")
  expect(urls.filter((url) => url.includes(token))).toEqual([])
})
