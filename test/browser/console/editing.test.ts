import { expect } from 'bun:test'
import type { Page, Request } from 'playwright-core'
import type { Client } from '../../support/client.ts'
import { admin, chooseItem, waitForFocus } from '../../support/console.ts'
import { checkScreen, consoleTest } from '../../support/consoleTest.ts'
import { everyNth, inLongForm } from '../../support/longForm.ts'

const test = consoleTest()
const longTest = inLongForm(test)

const isWrite = (request: Request) => ['PUT', 'POST', 'DELETE'].includes(request.method())

const findAlbum = async (api: Client, title: string) =>
  (await api.get('/albums')).body.find((album: { title: string }) => album.title === title)

const drawer = (page: Page) => page.getByRole('dialog', { name: 'Edit' })

test('a drawer has a URL of its own, and only the fields that were changed are sent', async ({ api, open }) => {
  const { id } = await findAlbum(api, 'Kind of Blue')
  // The length that an album shows without one of its own is that of its tracks.
  await api.put(`/albums/${id}`, { duration_seconds: null })
  const page = await open(`/albums/${id}`)
  await page.getByText(/ 45:44 in all$/).waitFor()
  await page.getByText(/^Added .+ · Changed .+$/).waitFor()
  const writes: Request[] = []
  page.on('request', (request) => isWrite(request) && writes.push(request))

  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.waitForURL(`**/albums/${id}/edit`)
  await page.reload()
  const dialog = page.getByRole('dialog', { name: 'Edit Kind of Blue' })
  await dialog.getByLabel('Title').waitFor()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(page.url()).toEndWith(`/albums/${id}`)
  expect(writes).toEqual([])

  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await dialog.getByLabel('Length').fill('46:00')
  await dialog.getByLabel('Release date').fill('1959-08-18')
  await dialog.getByLabel('Cover path').fill('covers/blue.jpg')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('was saved').waitFor()
  expect(writes.map((request) => request.postDataJSON())).toEqual([
    { release_date: '1959-08-18', duration_seconds: 2760, cover_path: 'covers/blue.jpg' },
  ])
  await page.getByText(/ 46:00$/).waitFor()
  await page.getByText(/ · Cover path: covers\/blue\.jpg$/).waitFor()
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await dialog.waitFor()
  await page.goBack()
  await dialog.waitFor({ state: 'detached' })
})

longTest('Tab passes the buttons that clear a field, to which its arrow keys lead', async ({ served, api, open }) => {
  const { id } = await findAlbum(api, 'Kind of Blue')
  const page = await open(`/albums/${id}/edit`)
  const label = drawer(page).getByRole('combobox', { name: 'Label' })
  await label.and(page.locator('[value="Columbia"]')).waitFor()
  await waitForFocus(drawer(page).getByLabel('Title'))
  await label.focus()
  await page.keyboard.press('Tab')
  await waitForFocus(drawer(page).getByLabel('Release date'))
  await page.keyboard.press('Shift+Tab')
  // The first press leads to the end of the name, which is selected.
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await waitForFocus(drawer(page).getByRole('button', { name: 'Clear Label' }))
  await page.keyboard.press('ArrowLeft')
  await waitForFocus(label)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await label.and(page.locator('[value=""]')).waitFor()
  await waitForFocus(label)
  await page.keyboard.press('Control+s')
  await page.getByText('was saved').waitFor()
  expect((await api.get(`/albums/${id}`)).body.label).toBeNull()

  const { body: tracks } = await api.get('/tracks')
  const track = tracks.find(({ title }: { title: string }) => title === 'Blue in Green')
  await page.goto(`${served.origin}/console/tracks/${track.id}/edit`)
  const artists = drawer(page).getByRole('combobox', { name: 'Artists' })
  await drawer(page).getByRole('button', { name: 'Remove Jimmy Cobb' }).waitFor()
  const count = await drawer(page)
    .getByRole('button', { name: /^Remove/ })
    .count()
  // Neither on the way to the next field nor on that to the last one.
  await artists.focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await waitForFocus(artists)
  await page.keyboard.press('ArrowLeft')
  const last = drawer(page).locator(':focus')
  const name = (await last.getAttribute('aria-label')) ?? ''
  expect(name).toStartWith('Remove ')
  await page.keyboard.press('Enter')
  await drawer(page).getByRole('button', { name }).waitFor({ state: 'detached' })
  await waitForFocus(artists)
  expect(
    await drawer(page)
      .getByRole('button', { name: /^Remove/ })
      .count(),
  ).toBe(count - 1)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard the changes' }).click()
})

longTest('a mistaken pick never clears or changes a value', async ({ api, open }) => {
  const { id } = await findAlbum(api, 'Kind of Blue')
  const page = await open(`/albums/${id}/edit`)
  const dialog = drawer(page)
  const label = dialog.getByRole('combobox', { name: 'Label' })
  const writes: Request[] = []
  page.on('request', (request) => isWrite(request) && writes.push(request))
  const expectUnchanged = async () => label.and(page.locator('[value="Columbia"]')).waitFor()
  await waitForFocus(dialog)

  // Typed and left.
  await label.fill('Motown')
  await dialog.getByLabel('Title').focus()
  await expectUnchanged()
  // Typed, and Esc: the drawer stays.
  await label.fill('nothing like it')
  await label.press('Escape')
  await expectUnchanged()
  await dialog.waitFor()
  // All text removed, and left.
  await label.press('Control+a')
  await page.keyboard.press('Backspace')
  expect(await label.inputValue()).toBe('')
  await page.keyboard.press('Tab')
  await expectUnchanged()
  // All text removed, and Enter.
  await label.fill('')
  await label.press('Enter')
  await expectUnchanged()
  // The chosen option is chosen again.
  await label.click()
  await page.getByRole('option', { name: 'Columbia', exact: true }).click()
  await expectUnchanged()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(writes).toEqual([])
  expect((await api.get(`/albums/${id}`)).body.label.name).toBe('Columbia')

  // Only the button clears it.
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await dialog.getByRole('button', { name: 'Clear Label' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('was saved').waitFor()
  expect(writes.map((request) => request.postDataJSON())).toEqual([{ label_id: null }])
})

test('what somebody else has changed meanwhile is said, and never overwritten unasked', async ({ api, open }) => {
  const { id } = await findAlbum(api, 'Kind of Blue')
  const page = await open(`/albums/${id}/edit`)
  const dialog = drawer(page)
  await dialog.getByLabel('Title').fill('Kind of Blue (mine)')
  await dialog.getByLabel('Cover path').fill('mine.jpg')
  await api.put(`/albums/${id}`, { title: 'Kind of Blue (theirs)', type: 'ep', cover_path: 'theirs.jpg' })
  await dialog.getByRole('button', { name: 'Save' }).click()

  const conflict = page.getByRole('dialog', { name: 'This album was changed meanwhile' })
  await conflict.getByText('Take theirs: Kind of Blue (theirs)').waitFor()
  await conflict.getByText('Changed from Album to EP').waitFor()
  await conflict.getByText(admin.email).first().waitFor()
  await checkScreen(page, 'edit-conflict')
  // Esc returns to the form.
  await page.keyboard.press('Escape')
  await conflict.waitFor({ state: 'detached' })
  expect(await dialog.getByLabel('Title').inputValue()).toBe('Kind of Blue (mine)')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await conflict
    .getByRole('radiogroup', { name: 'Title' })
    .getByLabel(/Keep mine/)
    .check()
  await conflict
    .getByRole('radiogroup', { name: 'Cover path' })
    .getByLabel(/Take theirs/)
    .check()
  const update = page.waitForRequest((request) => request.method() === 'PUT')
  await conflict.getByRole('button', { name: 'Save' }).click()
  expect((await update).postDataJSON()).toEqual({ title: 'Kind of Blue (mine)' })
  await page.getByText('was saved').waitFor()
  const { title, type, cover_path } = (await api.get(`/albums/${id}`)).body
  expect({ title, type, cover_path }).toEqual({ title: 'Kind of Blue (mine)', type: 'ep', cover_path: 'theirs.jpg' })
})

test('unsaved changes are not lost without a question', async ({ api, open }) => {
  const { id } = await findAlbum(api, 'Kind of Blue')
  const page = await open(`/albums/${id}`)
  const dialog = drawer(page)
  const question = page.getByRole('dialog', { name: 'Unsaved changes' })
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await waitForFocus(dialog)
  await dialog.getByLabel('Title').fill('Something else')
  const leave = [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Cancel' }).click(),
    () => page.mouse.click(200, 600),
    () => page.goBack(),
  ]
  for (const attempt of everyNth(leave, 2)) {
    await attempt()
    await waitForFocus(question)
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    await waitForFocus(dialog)
    expect(await dialog.getByLabel('Title').inputValue()).toBe('Something else')
  }
  // The browser asks, since the tab would be closed.
  const asked = page.waitForEvent('dialog')
  await page.evaluate('void setTimeout(() => location.reload())')
  await (await asked).dismiss()
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Discard the changes' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect((await api.get(`/albums/${id}`)).body.title).toBe('Kind of Blue')
  await waitForFocus(page.getByRole('link', { name: 'Edit', exact: true }))
})

test('errors stand at their fields, and others above the form', async ({ api, open, allow }) => {
  allow(/status of 4/)
  const { id } = await findAlbum(api, 'Kind of Blue')
  const page = await open(`/albums/${id}/edit`)
  const dialog = drawer(page)
  await dialog.getByLabel('Title').fill('   ')
  await dialog.getByLabel('Length').fill('4:75')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Write the length as 4:05').waitFor()
  await dialog.getByLabel('Length').fill('90')
  await dialog.getByLabel('Title').focus()
  expect(await dialog.getByLabel('Length').inputValue()).toBe('1:30')
  const { body: label } = await api.post('/labels', { name: 'Label that goes' })
  await dialog.getByRole('combobox', { name: 'Label' }).fill('Label that')
  await page.getByRole('option', { name: 'Label that goes' }).click()
  await api.delete(`/labels/${label.id}`)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('The title is required.').waitFor()
  expect(await dialog.getByRole('combobox', { name: 'Label' }).getAttribute('aria-invalid')).toBe('true')
  expect(await dialog.getByText(`The label_id names records that do not exist: ${label.id}.`).count()).toBe(1)
  expect(await dialog.getByRole('alert').count()).toBe(0)
  await waitForFocus(dialog.getByLabel('Title'))
  await checkScreen(page, 'edit-errors')
  await dialog.getByLabel('Title').fill('Gone')
  await api.delete(`/albums/${id}`)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('alert').getByText('Somebody has deleted it').waitFor()
})

test('a deletion says first what refers to the record', async ({ api, open, allow }) => {
  allow(/status of 412/)
  const { id } = await findAlbum(api, 'Kind of Blue')
  const page = await open(`/albums/${id}`)
  await chooseItem(page, 'More', 'Delete')
  await page.waitForURL(`**/albums/${id}/delete`)
  const dialog = page.getByRole('dialog', { name: 'Delete this album?' })
  await dialog.getByRole('link', { name: '5 tracks, which will have no album' }).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await waitForFocus(page.getByRole('button', { name: 'More' }))
  await chooseItem(page, 'More', 'Delete')
  await waitForFocus(dialog)
  // It is disabled until the dialog has found what refers to the record. A key would go to the button that has the focus.
  await dialog.getByRole('button', { name: 'Delete Kind of Blue', disabled: false }).waitFor()
  await api.put(`/albums/${id}`, { title: 'Theirs' })
  await dialog.getByRole('button', { name: 'Delete Kind of Blue' }).press('Enter')
  await dialog.getByText('Somebody else has changed it meanwhile.').waitFor()
  await dialog.getByRole('button', { name: 'Delete Theirs', disabled: false }).press('Enter')
  await page.getByText('The album “Theirs” was deleted.').waitFor()
  await page.getByRole('heading', { name: 'Albums', level: 1 }).waitFor()
  expect((await api.get(`/albums/${id}`)).status).toBe(404)
})

test('users who are no admins have no controls that change records, and no screens of admins', async ({
  served,
  api,
  open,
}) => {
  const account = { email: 'user@example.com', password: 'correct horse' }
  await api.post('/users', { ...account, name: 'User' })
  const page = await open('/albums/1', { account })
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.getByRole('link', { name: /^(Edit|Delete)/ }).count()).toBe(0)
  for (const name of ['Users', 'Import']) expect(await page.getByRole('link', { name }).count()).toBe(0)
  for (const path of ['/albums/1/edit', '/albums/new', '/albums/1/delete', '/users', '/health']) {
    await page.goto(`${served.origin}/console${path}`)
    await page.getByText('Only admins may see this').waitFor()
  }
})

longTest('a track gets artists and genres by keyboard; Backspace removes none', async ({ api, open }) => {
  const { id } = (await api.get('/tracks')).body.find((track: { title: string }) => track.title === 'Blue in Green')
  const page = await open(`/tracks/${id}/edit`)
  const dialog = drawer(page)
  const artists = dialog.getByRole('combobox', { name: 'Artists' })
  await waitForFocus(dialog)
  await artists.focus()
  await page.keyboard.press('Backspace')
  await page.keyboard.type('wynton')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Remove Wynton Kelly' }).waitFor()
  await page.keyboard.type('Herbie Hancock')
  await page.getByRole('option', { name: 'Create “Herbie Hancock”' }).click()
  await dialog.getByRole('button', { name: 'Remove Herbie Hancock' }).waitFor()
  await dialog.getByRole('button', { name: 'Remove Jimmy Cobb' }).press('Enter')
  const update = page.waitForRequest((request) => request.method() === 'PUT')
  await dialog.getByRole('button', { name: 'Save' }).click()
  expect(Object.keys((await update).postDataJSON())).toEqual(['artist_ids'])
  await page.getByText('was saved').waitFor()
  const names = (await api.get(`/tracks/${id}`)).body.artists.map((artist: { name: string }) => artist.name)
  expect(names.toSorted()).toEqual([
    'Bill Evans',
    'Herbie Hancock',
    'John Coltrane',
    'Miles Davis',
    'Paul Chambers',
    'Wynton Kelly',
  ])
})
