import { expect } from 'bun:test'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { browserTest } from '../../support/browser.ts'
import { openConsole, serveConsole } from '../../support/console.ts'
import { checkScreen } from '../../support/consoleTest.ts'
import { inLongForm } from '../../support/longForm.ts'

browserTest('health shows the state of the server, and the findings of a check', async () => {
  await using served = await serveConsole(['--database', 'library.db', '--sample'])
  chmodSync(join(served.folder, 'library.db'), 0o644)
  await using opened = await openConsole(served, '/health')
  const { page, problems } = opened
  await page.getByText('The server is ready').waitFor()
  await page.getByText('229', { exact: true }).waitFor()
  const bar = page.getByRole('progressbar', { name: /of the disk is used$/ })
  const usage = (await page.getByText('Used disk space').locator('..').textContent()) ?? ''
  const [used = 0, total = 0] = Array.from(
    usage.matchAll(/([\d.]+) ([MGT])B/g),
    ([, size, unit = '']) => Number(size) * 1000 ** 'MGT'.indexOf(unit),
  )
  expect(Number(await bar.getAttribute('aria-valuenow'))).toBeCloseTo((used * 100) / total, 0)
  await page.getByRole('button', { name: 'Check now' }).press('Enter')
  await page.getByText('Nothing is wrong.').waitFor()
  const rights = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'rights' }) })
  await rights.getByText('Note').waitFor()
  await page.getByRole('cell', { name: /^[\d.]+ [MGT]B are free$/ }).waitFor()
  expect(problems).toEqual([])
})

inLongForm(browserTest)('health shows the values of the last hour', async () => {
  await using served = await serveConsole()
  await using opened = await openConsole(served, '/health')
  const { page, problems } = opened
  // The server records the first values after ten seconds.
  await page.getByRole('img', { name: /^Requests in the last hour: \d+ now/ }).waitFor()
  await page.getByRole('rowheader').last().waitFor()
  await page.getByRole('table', { name: 'Response time' }).getByRole('cell', { name: /ms$/ }).first().waitFor()
  // The table of values has it a second time, for screen readers.
  expect(await page.getByText('Memory', { exact: true }).and(page.locator(':not(table *)')).count()).toBe(1)
  await page.getByRole('img', { name: /^Memory in the last hour: [\d.]+ MB now/ }).waitFor()
  await checkScreen(page, 'health')
  expect(problems).toEqual([])
})
