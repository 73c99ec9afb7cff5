import { expect } from 'bun:test'
import { browserTest, openPage } from '../../support/browser.ts'
import { client } from '../../support/client.ts'
import { openConsole, startConsole, waitForFocus } from '../../support/console.ts'
import { checkScreen } from '../../support/consoleTest.ts'
import { inLongForm } from '../../support/longForm.ts'

const longBrowserTest = inLongForm(browserTest)

browserTest('an invitation is made, its code is shown once, and it is revoked', async () => {
  await using served = await startConsole({ registration: 'invite' })
  await using opened = await openConsole(served, '/invitations')
  const { page, problems } = opened
  await page.getByText('There are no invitations').waitFor()
  await page.getByRole('link', { name: 'New invitation' }).press('Enter')
  const drawer = page.getByRole('dialog', { name: 'New invitation' })
  await waitForFocus(drawer)
  await drawer.getByLabel('Accounts').fill('3')
  await drawer.getByRole('button', { name: 'Create the invitation' }).press('Enter')
  const secret = page.getByText(/^minv_/)
  await secret.waitFor()
  const link = (await page.getByLabel('The secret').or(page.locator('.code-block')).first().textContent()) ?? ''
  expect(link).toBe(`${served.origin}/console/register#${await secret.textContent()}`)
  const ada = {
    name: 'Ada',
    email: 'ada@example.com',
    password: 'a long secret',
    password_confirmation: 'a long secret',
  }
  const invited = { ...ada, invitation: await secret.textContent() }
  expect((await client(served.server.url).post('/register', invited)).status).toBe(201)

  // Who opens the link creates an account. The code is in no address, and its field has it until then.
  await using other = await openPage(link)
  await other.page.getByLabel('Name').fill('Grace')
  expect(other.page.url()).not.toContain('minv_')
  await other.page.getByLabel('E-mail').fill('grace@example.com')
  await other.page.getByLabel('Password', { exact: true }).fill('a long secret')
  await other.page.getByLabel('Repeat the password').fill('a long secret')
  await other.page.getByRole('button', { name: 'Create an account' }).first().click()
  await other.page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
  expect(new URL(other.page.url()).pathname).toBe('/console')
  await using late = await openPage(link)
  expect(await late.page.getByLabel('Invitation code').inputValue()).toBe(invited.invitation ?? '')
  expect([other.problems, late.problems]).toEqual([[], []])
  await page.getByRole('button', { name: 'Done' }).press('Enter')
  await page.getByRole('cell', { name: '#1' }).waitFor()
  await checkScreen(page, 'invitations')
  await page.getByRole('button', { name: 'Revoke invitation 1' }).press('Enter')
  await waitForFocus(page.getByRole('dialog'))
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).press('Enter')
  await page.getByText('There are no invitations').waitFor()
  const refused = await client(served.server.url).post('/register', { ...invited, email: 'eve@example.com' })
  expect(refused.body.errors.invitation).toHaveLength(1)
  // The page with the link says it at the field of the code.
  await late.page.getByLabel('Name').fill('Eve')
  await late.page.getByLabel('E-mail').fill('eve@example.com')
  await late.page.getByLabel('Password', { exact: true }).fill('a long secret')
  await late.page.getByLabel('Repeat the password').fill('a long secret')
  await late.page.getByRole('button', { name: 'Create an account' }).first().click()
  await late.page.getByText(refused.body.errors.invitation[0]).waitFor()
  expect(await late.page.getByLabel('Invitation code').getAttribute('aria-invalid')).toBe('true')
  expect(problems).toEqual([])
})

longBrowserTest('where anybody can register, the screen says that invitations are not asked for', async () => {
  await using served = await startConsole()
  await using opened = await openConsole(served, '/invitations')
  await opened.page.getByText('Anybody can register without an invitation.').waitFor()
})
