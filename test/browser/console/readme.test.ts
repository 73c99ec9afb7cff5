import { expect } from 'bun:test'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { browserTest } from '../../support/browser.ts'
import { openConsole, startConsole } from '../../support/console.ts'
import { inLongForm } from '../../support/longForm.ts'

const folder = join(import.meta.dir, '../../../docs/images')

/** Shows the screen that an image of the docs has. With `DOCS_IMAGES=1` the image is made again. */
const saveImage = async (page: Page, name: string) => {
  const path = join(folder, `${name}.png`)
  if (process.env.DOCS_IMAGES) await page.screenshot({ path })
  const image = Bun.file(path)
  expect(image.size).toBeWithin(10_000, 400_000)
}

const size = { viewport: { width: 1200, height: 800 } }

const imageTest = process.env.DOCS_IMAGES ? browserTest : inLongForm(browserTest)

imageTest('the images show the albums, the page of one, and the preview of a file', async () => {
  await using served = await startConsole()
  await using opened = await openConsole(served, '/albums', size)
  const { page } = opened
  await page.getByText('The Magnetic Fields').first().waitFor()
  await saveImage(page, 'console-albums')

  await page.getByRole('link', { name: 'Kind of Blue' }).first().click()
  await page.getByText('Flamenco Sketches').waitFor()
  await saveImage(page, 'console-album')

  await page.getByRole('link', { name: 'Import' }).click()
  const catalogue = await Bun.file(join(import.meta.dir, '../../../seed/catalogue.json')).text()
  const edited = catalogue
    .replace('"title": "So What"', '"title": "So What (Take 1)"')
    .replace('"name": "Modal jazz"', '"name": "Modal Jazz", "formerly": "Modal jazz"')
    .replaceAll('"Modal jazz"]', '"Modal Jazz"]')
    .replace('"labels": [', '"labels": [\n    { "name": "Impulse! Records" },')
  await page.locator('input[type=file]').setInputFiles({
    name: 'catalogue.json',
    mimeType: 'application/json',
    buffer: Buffer.from(edited),
  })
  await page.getByText('1 to rename').waitFor()
  // The pointer has left the navigation.
  await page.getByRole('heading', { level: 1 }).hover()
  await saveImage(page, 'console-seeding')
})

imageTest('the image of a table shows its columns, and what will be added', async () => {
  await using served = await startConsole({})
  await using opened = await openConsole(served, '/seeding', size)
  const { page } = opened
  const table = /```csv\n(?<table>.*?)```/s.exec(
    await Bun.file(join(folder, '../import-a-spreadsheet.md')).text(),
  )?.groups
  await page.locator('input[type=file]').setInputFiles({
    name: 'records.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(table?.table ?? ''),
  })
  await page.getByRole('button', { name: 'An album' }).click()
  await page.getByText('2 albums, 2 tracks will be added.').waitFor()
  await page.getByRole('heading', { level: 1 }).hover()
  await saveImage(page, 'console-spreadsheet')
})
