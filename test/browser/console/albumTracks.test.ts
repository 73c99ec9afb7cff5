import { expect } from 'bun:test'
import { chooseItem, waitForFocus } from '../../support/console.ts'
import { checkScreen, consoleTest } from '../../support/consoleTest.ts'

const test = consoleTest({})

test('the tracks of a record on a shelf are pasted from Discogs, typed one after the other, and undone', async ({
  api,
  open,
  allow,
}) => {
  allow(/status of 400/)
  const { body: album } = await api.post('/albums', { title: 'Blue Train' })
  const { body: artist } = await api.post('/artists', { name: 'John Coltrane' })
  const readTitles = async () =>
    (await api.get(`/albums/${album.id}`)).body.tracks.map(({ title }: { title: string }) => title)
  const page = await open(`/albums/${album.id}`)
  await chooseItem(page, 'Add tracks', 'Paste tracks')
  const dialog = page.getByRole('dialog', { name: 'Paste tracks into Blue Train' })
  await dialog.getByLabel('Rows').fill('Title\tLength\tGenre\nBlue Train\t10:3x\tJazz\n')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByText(/^Line 2.*"10:3x" is not a duration/).waitFor()
  await dialog.getByLabel('Rows').fill("A1\tBlue Train\t10:39\nA2\tMoment's Notice\t9:08\nTotal length:\t19:47\n")
  await dialog.getByLabel('Artists of tracks without one').fill('Coltrane')
  await page.getByRole('option', { name: 'John Coltrane' }).click()
  await checkScreen(page, 'paste-discogs')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog
    .getByRole('row', { name: 'A1 Blue Train shelf/John Coltrane/Blue Train/A1 Blue Train John Coltrane 10:39' })
    .waitFor()
  await dialog.getByText('Left out: Total length: 19:47').waitFor()
  await checkScreen(page, 'paste-discogs-preview')
  await dialog.getByRole('button', { name: 'Create 2 tracks' }).click()
  await page.getByText('2 tracks created.').waitFor()

  const title = page.getByLabel('Title of a new track')
  await chooseItem(page, 'Add tracks', 'Type in a new row')
  await waitForFocus(title)
  for (const [name, length] of [
    ['Locomotion', '7:10'],
    ["I'm Old Fashioned", ''],
    ['Lazy Bird', '7:00'],
  ] as const) {
    await page.keyboard.type(name)
    await page.keyboard.press('Tab')
    await page.keyboard.type(length)
    await page.keyboard.press('Enter')
    await waitForFocus(title)
  }
  await page.getByText('The track “Lazy Bird” was created.').waitFor()
  await page.getByRole('link', { name: 'Lazy Bird', exact: true }).waitFor()
  const titles = ['Blue Train', "Moment's Notice", 'Locomotion', "I'm Old Fashioned", 'Lazy Bird']
  expect(await readTitles()).toEqual(titles)
  expect(await page.locator('tbody .record-link').allTextContents()).toEqual(titles)
  const { body: typed } = await api.get('/tracks/3')
  expect(typed).toMatchObject({ title: 'Locomotion', duration_seconds: 430, artists: [{ id: artist.id }] })
  await title.fill('Nothing')
  await page.getByLabel('Length of a new track').fill('7:1')
  await page.keyboard.press('Enter')
  await page.getByText('Write the length as 4:05').waitFor()
  await checkScreen(page, 'album-new-track')
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await page.getByRole('link', { name: 'Lazy Bird', exact: true }).waitFor({ state: 'detached' })
  expect(await readTitles()).toEqual(['Blue Train', "Moment's Notice", 'Locomotion', "I'm Old Fashioned"])
})
