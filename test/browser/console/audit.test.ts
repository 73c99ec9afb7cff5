import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { admin, chooseItem } from '../../support/console.ts'
import { checkScreen, consoleTest } from '../../support/consoleTest.ts'
import { inLongForm } from '../../support/longForm.ts'

const test = consoleTest()
const longTest = inLongForm(test)

const showDetails = async (page: Page) => {
  const buttons = page.getByRole('button', { name: /^Details of entry/ })
  await buttons.first().waitFor()
  for (const button of await buttons.all()) await button.press('Enter')
}

test('entries say who did what, with each changed member from its old to its new value', async ({
  served,
  api,
  open,
}) => {
  const { body: label } = await api.post('/labels', { name: 'Impulse!' })
  const { body: album } = await api.post('/albums', { title: 'Crescent', release_date: '1964-07-01' })
  await api.put(`/albums/${album.id}`, { label_id: label.id, release_date: '1964-07-15', title: 'Crescent (mono)' })
  const artists = await Promise.all(['Elvin Jones', 'McCoy Tyner'].map(async (name) => api.post('/artists', { name })))
  const [jones, tyner] = artists.map(({ body }) => body.id)
  const { body: track } = await api.post('/tracks', {
    title: 'Wise One',
    file_path: '/c/2.flac',
    duration_seconds: 539,
    artist_ids: [jones],
  })
  await api.put(`/tracks/${track.id}`, { artist_ids: [tyner], duration_seconds: 540 })
  await api.delete(`/tracks/${track.id}`)
  const page = await open('/audit')
  await page.getByText('deleted track Wise One').waitFor()
  await page.getByText('changed album Crescent (mono)').waitFor()
  await showDetails(page)
  const text = (await page.locator('main').textContent()) ?? ''
  for (const part of ['from Crescent to Crescent (mono)', 'Jul 1, 1964', 'Jul 15, 1964', '8:59', '9:00', 'Impulse!']) {
    expect(text.replaceAll(/\s+/g, ' ')).toContain(part)
  }
  await page.getByText('Removed').waitFor()
  await page.getByText('Added').waitFor()
  await page.getByText('The server created user Admin').first().waitFor()
  await checkScreen(page, 'audit')
  await page.getByRole('link', { name: 'Crescent (mono)' }).first().click()
  await page.getByRole('heading', { name: 'Crescent (mono)', level: 1 }).waitFor()
  await chooseItem(page, 'More', 'Changes')
  await page.getByText('Only album Crescent (mono)').waitFor()
  // A record that was deleted has the name that it had, also where an older entry refers to it.
  await api.delete(`/labels/${label.id}`)
  await page.goto(`${served.origin}/console/audit?record=albums/${album.id}&action=update`)
  await page.getByText('Only album Crescent (mono)').waitFor()
  await showDetails(page)
  // The change that set it, and the deletion that took it away.
  await page.getByText('Impulse!').nth(1).waitFor()
  // Logins are no changes.
  await page.goto(`${served.origin}/console/audit`)
  await page.getByText('deleted label Impulse!').waitFor()
  expect(await page.getByText('logged in').count()).toBe(0)
  await page.getByLabel('Search the changes').fill('ELVIN')
  await page.getByText('created artist Elvin Jones').waitFor()
  await page.getByText('deleted label Impulse!').waitFor({ state: 'detached' })
})

longTest(
  'each entry is one line, with the button that undoes it at its end, and a click shows its details',
  async ({ api, open }) => {
    for (let n = 1; n <= 20; n++) await api.post('/genres', { name: `Genre ${n}` })
    const { body: album } = await api.post('/albums', { title: 'Crescent' })
    const title = `Crescent ${'and all that was recorded with it '.repeat(7)}`.trim()
    await api.put(`/albums/${album.id}`, { title })
    const page = await open('/audit')
    const entries = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Details/ }) })
    await entries.filter({ hasText: 'changed album Crescent and' }).waitFor()
    const boxes = await Promise.all((await entries.all()).map((entry) => entry.boundingBox()))
    expect(Math.max(...boxes.map((box) => box?.height ?? 0))).toBeLessThan(40)
    expect(boxes.filter((box) => box && box.y + box.height < 900).length).toBeGreaterThanOrEqual(16)
    const entry = entries.filter({ hasText: 'changed album' })
    const line = await entry.boundingBox()
    const undo = await entry.getByRole('button', { name: /^Undo entry/ }).boundingBox()
    if (!line || !undo) throw new Error('The entry is not shown.')
    expect(undo.x).toBeGreaterThan(line.x + line.width - 150)
    expect(await entry.getByText('Title', { exact: true }).count()).toBe(0)
    // Beside the links and buttons.
    await page.mouse.click(undo.x - 12, line.y + line.height / 2)
    await entry.getByText('Title', { exact: true }).waitFor()
    expect((await entry.textContent())?.replaceAll(/\s+/g, ' ')).toContain(`from Crescent to ${title}`)
    await checkScreen(page, 'audit-lines')
    await page.setViewportSize({ width: 390, height: 844 })
    await entry.getByRole('button', { name: /^Undo entry/ }).click()
    await page.getByRole('dialog').waitFor()
  },
)

longTest('older entries are loaded on demand, and each is shown once', async ({ api, open }) => {
  for (let n = 1; n <= 60; n++) await api.post('/genres', { name: `Genre ${n}` })
  const page = await open('/audit?record=genres&action=create')
  await page.getByText('created genre Genre 60').waitFor()
  expect(await page.getByText('created genre Genre 1', { exact: true }).count()).toBe(0)
  await page.getByRole('button', { name: 'Older entries' }).press('Enter')
  await page.getByText(/created genre Genre 1$/).waitFor()
  expect(await page.getByText(/created genre Genre \d+$/).count()).toBe(60)
  expect(await page.getByRole('button', { name: 'Older entries' }).count()).toBe(0)
})

test('a change is undone where it was made, and later in the audit trail, which shows before what that changes', async ({
  served,
  api,
  open,
}) => {
  const { body: album } = await api.post('/albums', { title: 'Crescent' })
  const { body: track } = await api.post('/tracks', { title: 'Wise One', file_path: '/c/2.flac', album_id: album.id })
  const page = await open(`/albums/${album.id}/delete`)
  await page.getByText('You can undo this with all its effects').waitFor()
  await page.getByRole('button', { name: 'Delete Crescent' }).click()
  await page.getByText('The album “Crescent” was deleted.').waitFor()
  await checkScreen(page, 'undo-toast')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('The change is undone.').waitFor()
  expect((await api.get(`/tracks/${track.id}`)).body.album).toMatchObject({ id: album.id, title: 'Crescent' })
  await api.delete(`/albums/${album.id}`)
  await page.goto(`${served.origin}/console/audit`)
  await page
    .getByRole('button', { name: /^Undo entry/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Records: 1 brought back, 1 changed').waitFor()
  await dialog.getByText('Brings back album Crescent').waitFor()
  await checkScreen(page, 'undo-dialog')
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('The change is undone.').waitFor()
  expect((await api.get(`/albums/${album.id}`)).body.tracks).toMatchObject([{ id: track.id }])
  // A change of somebody else in between: the dialog says who.
  await api.put(`/albums/${album.id}`, { title: 'Crescent (mono)' })
  await page.goto(`${served.origin}/console/audit?record=albums/${album.id}&action=create`)
  await page
    .getByRole('button', { name: /^Undo entry/ })
    .last()
    .click()
  await dialog.getByText(new RegExp(`albums/${album.id} was changed since by ${admin.email}`)).waitFor()
})

longTest('the filters are in the URL, and can be set by keyboard alone', async ({ served, api, open }) => {
  await api.post('/labels', { name: 'Impulse!' })
  await api.post('/genres', { name: 'Dub' })
  const page = await open('/audit?record=labels')
  await page.getByText('created label Impulse!').waitFor()
  expect(await page.getByText('created genre Dub').count()).toBe(0)
  await page.getByRole('combobox', { name: 'Record' }).focus()
  await page.keyboard.press('Enter')
  // Keys that come right after the list has opened may begin at its end, in place of the current option.
  await page.getByRole('option', { name: 'Genres' }).waitFor()
  const marked = page.locator('[role=option][data-combobox-selected]')
  for (let presses = 0; presses < 40 && !(await marked.filter({ hasText: 'Genres' }).isVisible()); presses++) {
    await page.keyboard.press('ArrowUp')
    await marked.first().waitFor()
  }
  await page.keyboard.press('Enter')
  await page.getByText('created genre Dub').waitFor()
  expect(page.url()).toEndWith('/console/audit?record=genres')
  // An account that is deleted has no option.
  await page.goto(`${served.origin}/console/audit?record=genres&user=nobody@example.com`)
  await page.getByText('There is no such entry').waitFor()
  await page.getByRole('button', { name: 'Show the changes of everybody' }).press('Enter')
  await page.getByText('created genre Dub').waitFor()
  await page.goto(`${served.origin}/console/audit?since=9999-01-01`)
  await page.getByText('There is no such entry').waitFor()
  await page.goto(`${served.origin}/console/audit?record=labels/1&action=create`)
  await page.getByText(/Only label .*/).waitFor()
  await page.getByRole('button', { name: 'Show all records' }).press('Enter')
  await page.getByText('created genre Dub').waitFor()
  expect(page.url()).toEndWith('/console/audit?action=create')
  // Other screens link to the changes of a user by its id.
  await page.goto(`${served.origin}/console/audit?user=1`)
  await page.locator(`input[value="Admin (${admin.email})"]`).waitFor()
})
