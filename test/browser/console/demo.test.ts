import { expect } from 'bun:test'
import { serveBinary } from '../../support/binary.ts'
import { browserTest } from '../../support/browser.ts'
import { client } from '../../support/client.ts'
import { openConsole, waitForFocus } from '../../support/console.ts'
import { checkScreen } from '../../support/consoleTest.ts'
import { emptyFolder } from '../../support/folder.ts'

const accountOf = (role: string) => ({ email: `${role}@example.com`, password: `demo ${role}` })

browserTest('an admin resets the demo, and sees it at once without a further login', async () => {
  using folder = emptyFolder()
  await using server = await serveBinary(['--demo'], { cwd: folder.path })
  const served = { origin: new URL(server.url).origin }
  const { token } = (await client(server.url).post('/login', accountOf('admin'))).body
  await client(server.url, token).post('/genres', { name: 'Zydeco of mine', exact: true })
  await using opened = await openConsole(served, '/genres?q=zydeco', { account: accountOf('admin') })
  const { page, problems } = opened
  await page.getByRole('link', { name: 'Zydeco of mine', exact: true }).waitFor()
  await page.getByRole('button', { name: 'My account' }).click()
  await page.getByRole('menuitem', { name: 'Reset the demo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reset the demo?' })
  await waitForFocus(dialog)
  await checkScreen(page, 'demo-reset')
  await dialog.getByRole('button', { name: 'Reset', exact: true }).press('Enter')
  await page.getByText('The demo is as it was at the start.').waitFor()
  await page.getByRole('link', { name: 'Zydeco of mine', exact: true }).waitFor({ state: 'detached' })
  expect(await page.getByRole('dialog').count()).toBe(0)

  await page.getByRole('button', { name: 'My account' }).click()
  await page.getByRole('menuitem', { name: 'Reset the demo' }).click()
  await dialog.getByRole('button', { name: 'Reset', exact: true }).press('Enter')
  await dialog.getByText(/The demo was reset just now\. Try again in \d+ seconds?\./).waitFor()

  // A page that is opened with a token from before a reset offers the accounts.
  await server.waitForOutput('The demo was reset.')
  const from = server.output.length
  process.kill(server.pid, 'SIGUSR2')
  await server.waitForOutput('The demo was reset.', from)
  await page.reload()
  await page.getByRole('button', { name: 'Log in as admin@example.com' }).click()
  await page.getByRole('heading', { name: 'Genres', level: 1 }).waitFor()
  // The browser reports each response that is an error: sessions have ended, the log of changes begins anew, and a reset came too soon.
  expect(problems.filter((problem) => !/status of 4(01|10|29)/.test(problem))).toEqual([])

  await using other = await openConsole(served, '', { account: accountOf('user') })
  await other.page.getByRole('button', { name: 'My account' }).click()
  await other.page.getByRole('menuitem', { name: 'Log out' }).waitFor()
  expect(await other.page.getByRole('menuitem', { name: 'Reset the demo' }).count()).toBe(0)
})
