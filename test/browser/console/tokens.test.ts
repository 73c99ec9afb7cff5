import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { client } from '../../support/client.ts'
import { waitForFocus } from '../../support/console.ts'
import { checkScreen, consoleTest } from '../../support/consoleTest.ts'

const test = consoleTest()

const ada = { name: 'Ada', email: 'ada@example.com', password: 'a long secret' }

const chosenAda = (page: Page) => page.locator('input[value="Ada (ada@example.com)"]')

/** The URLs of the page so far, and of all that it has asked for. */
const recordUrls = (page: Page) => {
  const urls: string[] = []
  page.on('request', (request) => urls.push(request.url()))
  page.on('framenavigated', (frame) => urls.push(frame.url()))
  return urls
}

test('a named token is made for a user, shown once, and revoked', async ({ served, api, open }) => {
  await api.post('/users', ada)
  const page = await open('/tokens')
  const urls = recordUrls(page)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('link', { name: 'New token' }).press('Enter')
  const drawer = page.getByRole('dialog', { name: 'New token' })
  await waitForFocus(drawer.getByLabel('Name'))
  await drawer.getByLabel('Name').fill('player')
  const user = drawer.getByRole('combobox', { name: 'User' })
  await user.click()
  // Enter comes before the options have arrived.
  await page.keyboard.type('ada@exa')
  await page.keyboard.press('Enter')
  await page.getByRole('listbox').waitFor({ state: 'hidden' })
  await user.and(chosenAda(page)).waitFor()
  await drawer.getByLabel('Read-only').press('Space')
  await drawer.getByLabel('Ends').selectOption('In 30 days')
  await drawer.getByRole('button', { name: 'Create the token' }).press('Enter')
  const secret = page.getByText(/^mlib_/)
  await secret.waitFor()
  await checkScreen(page, 'token-secret')
  const token = (await secret.textContent()) ?? ''
  await waitForFocus(page.getByRole('button', { name: 'Copy' }))
  await page.keyboard.press('Enter')
  const copied = () => page.evaluate<string>('navigator.clipboard.readText()')
  expect(await copied()).toBe(token)
  // A page of a network without TLS has no clipboard.
  await page.evaluate('navigator.clipboard.writeText("").then(() => { navigator.clipboard.writeText = undefined })')
  await page.getByRole('button', { name: 'Copied' }).press('Enter')
  expect(await copied()).toBe(token)
  // It is shown only once, so it does not go away by mistake.
  await page.keyboard.press('Escape')
  expect(await secret.isVisible()).toBe(true)
  expect((await client(served.server.url, token).get('/me')).body.email).toBe(ada.email)
  expect((await client(served.server.url, token).put('/me', { name: 'Eve' })).status).toBe(403)
  await page.getByRole('button', { name: 'Done' }).press('Enter')
  await secret.waitFor({ state: 'hidden' })
  await page.getByRole('cell', { name: 'player' }).getByText('Read-only').waitFor()
  await page.getByRole('button', { name: 'Revoke player' }).press('Enter')
  await waitForFocus(page.getByRole('dialog'))
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).press('Enter')
  await page.getByText('The token is revoked.').waitFor()
  expect((await client(served.server.url, token).get('/me')).status).toBe(401)
  expect(urls.filter((url) => url.includes('mlib_'))).toEqual([])
})
