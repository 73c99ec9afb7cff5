import { expect } from 'bun:test'
import { chooseItem } from '../../support/console.ts'
import { consoleTest } from '../../support/consoleTest.ts'

const test = consoleTest()

test('an album begins like another one, and the next one like it, without what is their own', async ({ api, open }) => {
  const [label] = (await api.get('/labels')).body
  const details = { type: 'single', label_id: label.id, release_date: '1999-01-02' }
  const { body: original } = await api.post('/albums', {
    title: 'First',
    cover_path: 'a.jpg',
    duration_seconds: 5,
    ...details,
  })
  const page = await open(`/albums/${original.id}`)
  await chooseItem(page, 'More', 'New album from this one')
  const dialog = page.getByRole('dialog', { name: 'New album' })
  const title = dialog.getByLabel('Title')
  await title.waitFor()
  const valuesOf = (...fields: string[]) =>
    Promise.all(fields.map((field) => dialog.getByLabel(field, { exact: true }).inputValue()))
  expect(await valuesOf('Release date', 'Cover path', 'Length')).toEqual(['1999-01-02', '', ''])
  await title.fill('Second')
  await dialog.getByLabel('Length').fill('1:05')
  // The list below is read again, which may take long.
  const shown = Promise.withResolvers<void>()
  await page.route('**/search/albums?sort=**', (route) => shown.promise.then(() => route.continue()))
  await dialog.getByRole('button', { name: 'Create and add another' }).click()
  await page.getByText('The album “Second” was created.').waitFor()
  // The form is empty but for what both share, with the focus in its first field.
  await page.keyboard.type('Third')
  expect(await title.inputValue()).toBe('Third')
  expect(await valuesOf('Release date', 'Length')).toEqual(['1999-01-02', ''])
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Third', level: 1 }).waitFor()
  shown.resolve()
  const albums = (await api.get('/albums')).body.filter(({ type }: { type: string }) => type === 'single')
  const [first, second, third] = albums.toSorted((a: { id: number }, b: { id: number }) => a.id - b.id).slice(-3)
  const shared = { type: 'single', label: { id: label.id }, release_date: '1999-01-02T00:00:00.000000Z' }
  expect(first).toMatchObject({ ...shared, title: 'First', duration_seconds: 5, cover_path: 'a.jpg' })
  expect(second).toMatchObject({ ...shared, title: 'Second', duration_seconds: 65, cover_path: null })
  expect(third).toMatchObject({ ...shared, title: 'Third', duration_seconds: null, cover_path: null })
})
