import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { openPage } from '../../support/browser.ts'
import { waitForFocus } from '../../support/console.ts'
import { checkScreen, consoleTest } from '../../support/consoleTest.ts'
import { inLongForm } from '../../support/longForm.ts'

const test = consoleTest({ registration: 'invite' })

const register = async (page: Page, name: string) => {
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('E-mail').fill(`${name}@example.com`)
  await page.getByLabel('Password', { exact: true }).fill('a long secret')
  await page.getByLabel('Repeat the password').fill('a long secret')
  await page.getByRole('button', { name: 'Create an account' }).first().click()
}

test('an invitation is made, its code is shown once, and it is revoked', async ({ served, open }) => {
  const page = await open('/invitations')
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
  // Who opens the link creates an account. The code is in no address, and its field has it until then.
  await using other = await openPage(link)
  await other.page.getByLabel('Name').fill('Grace')
  expect(other.page.url()).not.toContain('minv_')
  await register(other.page, 'Grace')
  await other.page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
  expect(new URL(other.page.url()).pathname).toBe('/console')
  await using late = await openPage(link)
  expect(await late.page.getByLabel('Invitation code').inputValue()).toBe((await secret.textContent()) ?? '')
  expect([other.problems, late.problems]).toEqual([[], []])
  await page.getByRole('button', { name: 'Done' }).press('Enter')
  await page.getByRole('cell', { name: '#1' }).waitFor()
  await checkScreen(page, 'invitations')
  await page.getByRole('button', { name: 'Revoke invitation 1' }).press('Enter')
  await waitForFocus(page.getByRole('dialog'))
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).press('Enter')
  await page.getByText('There are no invitations').waitFor()
  // The page with the link says it at the field of the code.
  await register(late.page, 'Eve')
  const field = late.page.getByLabel('Invitation code')
  await field.and(late.page.locator('[aria-invalid=true]')).waitFor()
})

const openTest = inLongForm(consoleTest())

openTest('where anybody can register, the screen says that invitations are not asked for', async ({ open }) => {
  const page = await open('/invitations')
  await page.getByText('Anybody can register without an invitation.').waitFor()
})
