import { expect } from 'bun:test'
import { serveBinary } from '../../support/binary.ts'
import { browserTest } from '../../support/browser.ts'
import { client } from '../../support/client.ts'
import { admin, openConsole, waitForFocus } from '../../support/console.ts'
import { checkScreen, consoleTest } from '../../support/consoleTest.ts'
import { emptyFolder } from '../../support/folder.ts'
import { inLongForm } from '../../support/longForm.ts'

const test = consoleTest()
const longTest = inLongForm(test)
const longBrowserTest = inLongForm(browserTest)

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

longTest('a user ends one session, and then all others but this one', async ({ served, open }) => {
  const { url } = served.server
  const [first, ...others] = [await register(url), await again(url), await again(url)]
  const page = await open('/account', { account: ada })
  const ends = page.getByRole('button', { name: /^End / })
  await ends.nth(2).waitFor()
  await ends.last().focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'End this session?' })
  await waitForFocus(dialog)
  await checkScreen(page, 'account-end')
  await dialog.getByRole('button', { name: 'End', exact: true }).press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await ends.nth(2).waitFor({ state: 'hidden' })
  const states = await Promise.all([first, ...others].map(async (session) => (await session.get('/me')).status))
  expect(states.toSorted()).toEqual([200, 200, 401])
  await page.getByRole('button', { name: 'Log out elsewhere', disabled: false }).press('Enter')
  await page.getByText('2 other sessions end.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.locator(':focus', { hasText: 'Log out elsewhere' }).waitFor()
  await page.keyboard.press('Enter')
  await waitForFocus(page.getByRole('dialog'))
  await page.getByRole('button', { name: 'End 2 sessions' }).press('Enter')
  await page.getByText('2 sessions have ended.').waitFor()
  for (const session of [first, ...others]) expect((await session.get('/me')).status).toBe(401)
  await page.reload()
  await page.getByText('This session', { exact: true }).waitFor()
})

const again = async (url: string) => client(url, (await client(url).post('/login', ada)).body.token)

longBrowserTest('the locked account of a demo says why it can not be changed', async () => {
  using folder = emptyFolder()
  await using server = await serveBinary(['--demo', '--database', ':memory:'], { cwd: folder.path })
  const account = { email: 'user@example.com', password: 'demo user' }
  await using opened = await openConsole({ origin: new URL(server.url).origin }, '/account', { account })
  const { page, problems } = opened
  await page.getByText('This account is locked').waitFor()
  await checkScreen(page, 'account-locked')
  expect(await page.getByLabel('Name').isDisabled()).toBe(true)
  expect(await page.getByRole('button', { name: 'Change the password' }).isDisabled()).toBe(true)
  expect(problems).toEqual([])
})

longTest('a user sees no screen of admins, and no link to one', async ({ served, open }) => {
  await register(served.server.url)
  const page = await open('/account', { account: ada })
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  const records = [
    'users',
    'users/new',
    'users/1',
    'users/1/edit',
    'tokens',
    'tokens/new',
    'invitations',
    'invitations/new',
  ]
  for (const path of [...records, 'audit', 'seeding', 'backups', 'health']) {
    await page.goto(`${served.origin}/console/${path}`)
    await page.getByText('Only admins may see this').waitFor()
  }
  await checkScreen(page, 'only-admins')
  expect(await page.getByText('Administration').count()).toBe(0)
  for (const name of ['Users', 'Tokens', 'Invitations', 'Audit trail']) {
    expect(await page.getByRole('link', { name }).count()).toBe(0)
  }
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('option', { name: 'Albums' }).waitFor()
  expect(await page.getByRole('option', { name: 'Backups' }).count()).toBe(0)
  expect(requests.filter((path) => path.startsWith('/console/api') || path === '/api/users')).toEqual([])
})
