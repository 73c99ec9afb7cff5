import { readFileSync } from 'node:fs'
import { consoleTest } from '../../support/consoleTest.ts'
import { chooseFile } from './chooseFile.ts'
const test = consoleTest({})
test('try', async ({ open }) => {
  const page = await open('/seeding', { locale: 'de-DE' })
  await page.setViewportSize({ width: 1280, height: 1500 })
  const shot = async (name: string) => { await page.waitForTimeout(900); await page.screenshot({ path: `/tmp/w/shots71/try-${name}.png` }) }
  await chooseFile(page, readFileSync('/tmp/w/try71/vinyl.csv', 'utf8'), 'vinyl.csv')
  await shot('1-question')
  await page.getByRole('button', { name: 'Album', exact: true }).first().click().catch(() => page.getByRole('button', { name: /Alb/ }).last().click())
  await shot('2-albums')
  await page.getByRole('button', { name: 'Zur Bibliothek hinzufügen' }).click().catch(() => {})
  await shot('3-done')
  await page.goto(page.url().replace(/seeding.*/, 'albums'))
  await page.getByText('Blue Train').first().click()
  await shot('4-album')
  await page.goto(page.url().replace(/albums.*/, 'tracks'))
  await shot('5-tracks')
})
