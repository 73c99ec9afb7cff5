import { expect } from 'bun:test'
import { browserTest } from '../../support/browser.ts'
import { client } from '../../support/client.ts'
import {
  admin,
  expectGoodScreen,
  logInAsAdmin,
  openConsole,
  serveConsole,
  waitForFocus,
} from '../../support/console.ts'

const ada = { name: 'Ada', email: 'ada@example.com', password: 'a long secret' }

browserTest('an admin creates and changes a user by keyboard alone', async () => {
  await using served = await serveConsole()
  await using opened = await openConsole(served, '/users')
  const { page, problems } = opened
  await page.getByRole('link', { name: 'New user' }).press('Enter')
  const drawer = page.getByRole('dialog', { name: 'New user' })
  await waitForFocus(drawer.getByLabel('Name'))
  await expectGoodScreen(page, 'user-new')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.keyboard.type('Ada')
  await page.keyboard.press('Tab')
  await page.keyboard.type(admin.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type('short')
  await page.keyboard.press('Enter')
  await drawer.getByText('The password must be at least 8 characters long.').waitFor()
  await waitForFocus(drawer.getByRole('textbox', { name: 'Password' }))
  await drawer.getByRole('textbox', { name: 'Password' }).fill(ada.password)
  await page.keyboard.press('Enter')
  await drawer.getByText('The email has already been taken.').waitFor()
  // The focus moves to the field right after its error is shown.
  await waitForFocus(drawer.locator('input[type=email]'))
  await page.keyboard.press('Control+A')
  await page.keyboard.type(ada.email)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Ada', level: 1 }).waitFor()
  expect(page.url()).toEndWith('/console/users/2')
  await page.getByRole('link', { name: 'Edit', exact: true }).press('Enter')
  await page.getByRole('dialog', { name: 'Edit Ada' }).getByText('Admin', { exact: true }).waitFor()
  await waitForFocus(page.getByRole('dialog', { name: 'Edit Ada' }))
  await page.getByLabel('Name').fill('Ada Lovelace')
  await page.getByRole('radio', { name: 'User' }).focus()
  await page.keyboard.press('ArrowRight')
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  expect((await sent).postDataJSON()).toEqual({ name: 'Ada Lovelace', role_id: 1 })
  await page.getByText('Ada Lovelace is saved.').waitFor()
  await page.getByRole('heading', { name: 'Ada Lovelace', level: 1 }).waitFor()
  const { body } = await client(served.server.url).post('/login', ada)
  expect(body.user).toMatchObject({ name: 'Ada Lovelace', role: { name: 'admin' } })
  expect(problems.filter((problem) => !problem.includes('400'))).toEqual([])
})

browserTest('users are searched by name and address, and one is shown with tokens and what it did last', async () => {
  await using served = await serveConsole()
  const as = await logInAsAdmin(served)
  await as.post('/users', ada)
  await client(served.server.url).post('/login', ada)
  await using opened = await openConsole(served, '/users')
  const { page, problems } = opened
  await page.getByRole('link', { name: 'Ada', exact: true }).waitFor()
  await expectGoodScreen(page, 'users')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByLabel('Search users').fill('ada@ex')
  await page.getByText('1 user', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Ada', exact: true }).click()
  await page.getByRole('cell', { name: 'Session', exact: true }).waitFor()
  await page.getByText('logged in', { exact: false }).first().waitFor()
  await expectGoodScreen(page, 'user')
  expect(problems).toEqual([])
})

browserTest('a deletion says what is lost with the user', async () => {
  await using served = await serveConsole()
  const as = await logInAsAdmin(served)
  await as.post('/users', ada)
  const { body } = await client(served.server.url).post('/login', ada)
  const asAda = client(served.server.url, body.token)
  await asAda.post('/tracks/1/like')
  await asAda.post('/tracks/2/like')
  await using opened = await openConsole(served, '/users/2')
  const { page, problems } = opened
  await page.getByRole('button', { name: 'Delete', exact: true }).press('Enter')
  await page.getByText('1 session or token').waitFor()
  await page.getByText('2 likes').waitFor()
  await expectGoodScreen(page, 'user-delete')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Delete Ada' }).press('Enter')
  await page.getByText('Ada is deleted.').waitFor()
  await page.waitForURL('**/console/users')
  expect((await as.get('/users/2')).status).toBe(404)
  expect(problems).toEqual([])
})

browserTest('the last admin keeps the role and the account, and the console says why', async () => {
  await using served = await serveConsole()
  await using opened = await openConsole(served, '/users/1/edit')
  const { page } = opened
  const drawer = page.getByRole('dialog', { name: 'Edit Admin' })
  await drawer.getByText('User', { exact: true }).click()
  await drawer.getByText('This is your own account.').waitFor()
  await drawer.getByRole('button', { name: 'Save' }).click()
  await drawer.getByText('This is the last admin. Make somebody else an admin first.').waitFor()
  await page.keyboard.press('Escape')
  // The change is not saved.
  await page.getByRole('button', { name: 'Discard the changes' }).click()
  await drawer.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('button', { name: 'Delete Admin' }).click()
  await page.getByText('This is the last admin. Make somebody else an admin first.').waitFor()
})
