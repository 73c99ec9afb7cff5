import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { consoleTest } from '../../support/consoleTest.ts'

const test = consoleTest()

test('a list and a record show what others change, and a form keeps what was entered', async ({ api, open }) => {
  const { body: label } = await api.post('/labels', { name: 'Aaa' })
  const { body: artist } = await api.post('/artists', { name: 'Nica', label_id: label.id })
  const list = await open('/labels')
  await list.getByRole('link', { name: 'Aaa', exact: true }).waitFor()
  const record = await open(`/artists/${artist.id}`)
  await record.getByRole('link', { name: 'Aaa', exact: true }).waitFor()
  for (const page of [list, record]) await waitUntilFollowing(page)
  await api.put(`/labels/${label.id}`, { name: 'Aab' })
  await list.getByRole('link', { name: 'Aab', exact: true }).waitFor()
  await record.getByRole('link', { name: 'Aab', exact: true }).waitFor()

  await record.getByRole('link', { name: 'Edit', exact: true }).click()
  const dialog = record.getByRole('dialog', { name: 'Edit' })
  await dialog.getByLabel('Name').fill('Pannonica')
  await api.put(`/artists/${artist.id}`, { duration: 90 })
  await dialog.getByText('admin@example.com has changed it meanwhile').waitFor()
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Pannonica')
  await dialog.getByRole('button', { name: 'Load these changes' }).click()
  await dialog.getByText('has changed it meanwhile').waitFor({ state: 'detached' })
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Pannonica')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect((await api.get(`/artists/${artist.id}`)).body).toMatchObject({ name: 'Pannonica', duration: 90 })

  // What was changed while the page was hidden is there when it is shown.
  await list.evaluate(show('hidden'))
  await api.put(`/labels/${label.id}`, { name: 'Aac' })
  await list.evaluate(show('visible'))
  await list.getByRole('link', { name: 'Aac', exact: true }).waitFor()
})

/** Whether a page knows from where on it follows changes, as a script. */
const isFollowing = "performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/changes?since=now'))"

const waitUntilFollowing = async (page: Page) => {
  // The policy of the page forbids `waitForFunction`.
  while (!(await page.evaluate<boolean>(isFollowing))) await page.waitForTimeout(20)
}

/** A script that makes the page believe that it is hidden, or visible again. */
const show = (state: string) =>
  `Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))`
