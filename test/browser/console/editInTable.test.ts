import { expect } from 'bun:test'
import { checkScreen, consoleTest } from '../../support/consoleTest.ts'

const test = consoleTest()

test('the tracks of an album are edited in their table with the keys of a spreadsheet', async ({
  api,
  open,
  allow,
}) => {
  allow(/status of 400/)
  const { body: album } = await api.post('/albums', { title: 'Kind of Blue (mono)' })
  const ids: number[] = []
  for (const title of ['So Wat', 'Freddie', 'Blue in Green']) {
    const { body } = await api.post('/tracks', { title, file_path: `mono/${ids.length + 1}.flac`, album_id: album.id })
    ids.push(body.id)
  }
  const read = async (index: number) => (await api.get(`/tracks/${ids[index]}`)).body
  const page = await open(`/albums/${album.id}`)
  await page.getByRole('button', { name: 'Edit in the table' }).click()
  const cell = (field: string, title: string) =>
    page.getByRole('textbox', { name: `${field} of ${title}`, exact: true })
  await cell('Title', 'So Wat').fill('So What')
  // Enter saves, and leads to the next row.
  await page.keyboard.press('Enter')
  await page.keyboard.type('Freddie Freeloader')
  await page.keyboard.press('Tab')
  const saved = page.getByText('The track “So What” was saved.')
  await saved.waitFor()
  await cell('Length', 'So What').fill('9:022')
  await page.keyboard.press('ArrowDown')
  await page.getByText('Write the length as 4:05').waitFor()
  await cell('Length', 'So What').focus()
  await page.keyboard.press('Escape')
  await page.keyboard.type('9:22')
  await page.keyboard.press('Enter')
  await saved.nth(1).waitFor()
  expect(await read(0)).toMatchObject({ title: 'So What', duration_seconds: 562 })
  expect(await read(1)).toMatchObject({ title: 'Freddie Freeloader', duration_seconds: null })
  await checkScreen(page, 'album-edit-table')
  // A title that the server rejects stays in its cell, with the reason.
  await cell('Title', 'Blue in Green').fill('')
  await page.keyboard.press('ArrowUp')
  await page.getByText('The title is required.').waitFor()
  expect(await read(2)).toMatchObject({ title: 'Blue in Green' })
  await cell('Title', 'Blue in Green').focus()
  await page.keyboard.press('Escape')
  // What somebody else has changed meanwhile is not overwritten.
  await cell('Title', 'Blue in Green').fill('Blue in green')
  await api.put(`/tracks/${ids[2]}`, { title: 'Blue In Green' })
  await page.keyboard.press('ArrowUp')
  await page.getByText('Somebody else has changed it meanwhile.').waitFor()
  expect(await read(2)).toMatchObject({ title: 'Blue In Green' })
})
