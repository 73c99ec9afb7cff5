import { expect } from 'bun:test'
import { browserTest, openPage } from '../../support/browser.ts'
import { client } from '../../support/client.ts'
import { admin, expectGoodScreen, logIn, openConsole, serveConsole } from '../../support/console.ts'

browserTest('the session stays when the page is loaded again, and ends with a log-out', async () => {
  await using served = await serveConsole()
  await using opened = await openPage(`${served.origin}/console/albums`)
  const { page, problems } = opened
  await page.getByRole('heading', { name: 'music-library' }).waitFor()
  await expectGoodScreen(page, 'log-in')
  await logIn(page)
  await page.getByRole('heading', { name: 'Albums', level: 1 }).waitFor()
  const token = await page.evaluate<string>("localStorage.getItem('music-library token')")
  await page.reload()
  await page.getByRole('heading', { name: 'Albums', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'My account' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.getByLabel('E-mail').waitFor()
  expect((await client(served.server.url, token).get('/me')).status).toBe(401)
  expect(problems).toEqual([])
})

browserTest('a wrong password is said at the log-in', async () => {
  await using served = await serveConsole()
  await using opened = await openPage(`${served.origin}/console`)
  const { page } = opened
  await page.getByLabel('E-mail').fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill('a wrong one')
  await page.keyboard.press('Enter')
  await page.getByText('The provided credentials are incorrect.').waitFor()
})

browserTest('when the session has ended, the password is asked for, and the user goes on where they were', async () => {
  await using served = await serveConsole()
  await using opened = await openConsole(served, '/albums?q=blue')
  const { page } = opened
  await page.getByRole('link', { name: 'Blue Monday' }).waitFor()
  const token = await page.evaluate<string>("localStorage.getItem('music-library token')")
  await client(served.server.url, token).post('/logout')
  await page.getByLabel('Search albums').fill('kind')
  const dialog = page.getByRole('dialog', { name: 'Log in' })
  await dialog.getByLabel('Password', { exact: true }).fill(admin.password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('link', { name: 'Kind of Blue' }).waitFor()
  expect(page.url()).toEndWith('/console/albums?q=kind')
})
