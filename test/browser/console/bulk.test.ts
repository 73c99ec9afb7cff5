import { expect } from 'bun:test'
import { logInAsAdmin } from '../../support/console.ts'
import { checkScreen, consoleTest } from '../../support/consoleTest.ts'

const test = consoleTest([])

test('albums of two pages get a label and a type at once, after a preview', async ({ served, open, readProblems }) => {
  const api = await logInAsAdmin(served)
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
  await dialog.getByRole('row', { name: 'Album 30 Label none Blue Note' }).waitFor()
  await checkScreen(page, 'bulk-preview')

  // One of them changes before the changes are applied: nothing is changed, and a new preview is shown.
  const [first] = (await api.get('/albums')).body
  await api.put(`/albums/${first.id}`, { label_id })
  await dialog.getByRole('button', { name: 'Change 2 albums' }).click()
  await dialog.getByText('The records have changed since the preview.').waitFor()
  await dialog.getByText('This changes 1 album. 1 of the selection has these values already.').waitFor()
  const labelsOf = async () =>
    (await api.get('/albums')).body.filter((album: { label_id: number | null }) => album.label_id)
  expect(await labelsOf()).toHaveLength(1)
  await dialog.getByRole('button', { name: 'Change 1 album' }).click()
  await page.getByText('1 album changed.').waitFor()
  await bar.waitFor({ state: 'detached' })
  expect(await labelsOf()).toHaveLength(2)
  // The 409 is the only response that is no success.
  expect(readProblems()).toEqual(['Failed to load resource: the server responded with a status of 409 (Conflict)'])
})

test('all albums that match are selected at once', async ({ served, open, readProblems }) => {
  const api = await logInAsAdmin(served)
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
  await dialog.getByRole('combobox', { name: 'Type', exact: true }).click()
  await page.getByRole('option', { name: 'Set to' }).click()
  await dialog.getByRole('combobox', { name: 'New type', exact: true }).click()
  await page.getByRole('option', { name: 'EP' }).click()
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByRole('button', { name: 'Change 30 albums' }).press('Enter')
  await page.getByText('30 albums changed.').waitFor()
  const types = (await api.get('/albums')).body.map((album: { type: string }) => album.type)
  expect(types.filter((type: string) => type === 'ep')).toHaveLength(30)
  expect(readProblems()).toEqual([])
})
