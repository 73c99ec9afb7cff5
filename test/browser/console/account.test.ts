import { expect } from 'bun:test'
import { client } from '../../support/client.ts'
import { admin } from '../../support/console.ts'
import { consoleTest } from '../../support/consoleTest.ts'

const test = consoleTest()

const ada = { name: 'Ada', email: 'ada@example.com', password: 'a long secret' }

const register = async (url: string) => {
  const { body } = await client(url).post('/register', { ...ada, password_confirmation: ada.password })
  return client(url, body.token)
}

test('a user changes the name, the address and the password, which ends the other sessions', async ({
  served,
  open,
  allow,
}) => {
  allow(/status of 400/)
  const other = await register(served.server.url)
  const page = await open('/account', { account: ada })
  await page.getByText('This session', { exact: true }).waitFor()
  await page.getByLabel('Name').fill('Ada Lovelace')
  await page.getByLabel('E-mail').fill(admin.email)
  await page.getByLabel('Current password').first().fill('a wrong one')
  await page.keyboard.press('Enter')
  await page.getByText('The current_password is incorrect.').waitFor()
  await page.getByLabel('Current password').first().fill(ada.password)
  await page.keyboard.press('Enter')
  await page.getByText('The email has already been taken.').waitFor()
  await page.getByLabel('E-mail').fill('lovelace@example.com')
  await page.getByLabel('Current password').first().fill(ada.password)
  await page.keyboard.press('Enter')
  await page.getByText('Your profile is saved.').waitFor()
  await page.getByRole('button', { name: 'My account' }).click()
  await page.getByText('lovelace@example.com').waitFor()
  const { body } = await client(served.server.url).post('/login', { ...ada, email: 'lovelace@example.com' })
  expect(body.user.name).toBe('Ada Lovelace')
  await page.keyboard.press('Escape')

  await page.getByLabel('Current password').fill(ada.password)
  await page.getByLabel('New password', { exact: true }).fill('another secret')
  await page.getByLabel('Repeat the new password').fill('another one')
  await page.keyboard.press('Enter')
  await page.getByText('The passwords are not the same.').waitFor()
  expect((await other.get('/me')).status).toBe(200)
  await page.getByLabel('Repeat the new password').fill('another secret')
  await page.keyboard.press('Enter')
  await page.getByText('Your password is changed.').waitFor()
  expect((await other.get('/me')).status).toBe(401)
  expect(await page.getByLabel('Current password').inputValue()).toBe('')
})
