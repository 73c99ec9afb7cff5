import { expect } from 'bun:test'
import { postgresBrowserTest } from '../../support/browser.ts'
import { openConsole, serveConsole } from '../../support/console.ts'
import { checkScreen } from '../../support/consoleTest.ts'
import { inLongForm } from '../../support/longForm.ts'
import { createTestDatabase } from '../../support/testDatabase.ts'

inLongForm(postgresBrowserTest)(
  'health and backups of a library on PostgreSQL show its address, and neither a disk nor files',
  async () => {
    await using database = await createTestDatabase()
    const { host, pathname } = new URL(database.url)
    await using served = await serveConsole(['--database', database.url, '--sample'])
    await using opened = await openConsole(served, '/health')
    const { page, problems } = opened
    await page.getByText('on PostgreSQL', { exact: true }).waitFor()
    await page.getByText(`postgres://${host}${pathname}`).waitFor()
    expect(await page.getByText('Free disk space').count()).toBe(0)
    await page.getByRole('button', { name: 'Check now' }).press('Enter')
    await page.getByText('Nothing is wrong.').waitFor()
    await checkScreen(page, 'health-postgres')

    await page.goto(`${served.origin}/console/backups`)
    await page.getByText('The library is on PostgreSQL').waitFor()
    await page.getByRole('button', { name: /^Export/ }).waitFor()
    expect(await page.getByRole('button', { name: 'Back up now' }).isDisabled()).toBe(true)
    await checkScreen(page, 'backups-postgres')
    expect(problems).toEqual([])
  },
)
