import { expect } from 'bun:test'
import { browserTest } from '../../support/browser.ts'
import { logInAsAdmin } from '../../support/cliFolder.ts'
import { admin, openConsole, serveConsole } from '../../support/console.ts'
import { checkScreen } from '../../support/consoleTest.ts'

browserTest('a backup is made, downloaded with the password, and has the command that restores it', async () => {
  await using served = await serveConsole(['--database', 'library.db', '--sample', '--backup-every', '1d'])
  await using opened = await openConsole(served, '/backups')
  const { page, problems } = opened
  await page.getByText(/^A backup is made every 24 hours, the next one in \d+ hours\. The newest 7/).waitFor()
  await page.getByRole('button', { name: 'Back up now' }).press('Enter')
  await page.getByText('The library is backed up').waitFor()
  const [file = '', sha256] = await page.getByRole('status').locator('code').allTextContents()
  expect(new Bun.CryptoHasher('sha256').update(await Bun.file(file).bytes()).digest('hex')).toBe(sha256 ?? '')
  await checkScreen(page, 'backups')
  await page.getByText(/^The last backup was made /).waitFor()

  await page.getByRole('button', { name: `Download ${file.slice(file.lastIndexOf('/') + 1)}` }).press('Enter')
  const form = page.getByRole('dialog', { name: 'Download a backup' })
  await form.getByLabel('Current password').fill('wrong password')
  await form.getByRole('button', { name: 'Download', exact: true }).click()
  await form.getByText('The current_password is incorrect.').waitFor()
  await checkScreen(page, 'backups-download')
  await form.getByLabel('Current password').fill(admin.password)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    form.getByRole('button', { name: 'Download', exact: true }).click(),
  ])
  expect([download.suggestedFilename(), await download.failure()]).toEqual([
    file.slice(file.lastIndexOf('/') + 1),
    null,
  ])
  await form.waitFor({ state: 'detached' })
  // The browser reports each response with an error.
  expect(problems.splice(0)).toEqual([expect.stringContaining('400')])

  await page.getByRole('button', { name: `Restore ${file.slice(file.lastIndexOf('/') + 1)}` }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Restore a backup' })
  await dialog.getByText('Stop the server.', { exact: true }).waitFor()
  await checkScreen(page, 'backups-restore')
  const command = (await dialog.locator('pre').textContent()) ?? ''
  const { body } = await (await logInAsAdmin(served.server)).get('/../console/api/backups')
  expect(command).toBe(body.backups[0].restore_command)
  expect(problems).toEqual([])
})
