import { afterAll, expect } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { png } from '../../console/covers/pictures.ts'
import type { Client } from '../../support/client.ts'
import { expectGoodScreen } from '../../support/console.ts'
import { consoleTest } from '../../support/consoleTest.ts'
import { emptyFolder } from '../../support/folder.ts'

const folder = emptyFolder()
afterAll(() => folder[Symbol.dispose]())

const test = consoleTest({ covers: folder.path })

writeFileSync(join(folder.path, 'cover.png'), png(400, 400))
writeFileSync(join(folder.path, 'text.jpg'), 'no picture')

const createAlbum = async (api: Client, title: string, cover_path: string | null) =>
  (await api.post('/albums', { title, cover_path })).body.id

/** The URLs of the pictures that a page asks for. */
const followPictures = (page: Page) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/covers/')) asked.push(request.url())
  })
  return asked
}

const loaded = 'img[data-loaded]'

test('a page of covers asks for each picture near the window once', async ({ api, open }) => {
  await Promise.all(Array.from({ length: 200 }, (_, n) => createAlbum(api, `Album ${n + 100}`, 'cover.png')))
  const page = await open('', { viewport: { width: 390, height: 844 } })
  const asked = followPictures(page)
  await page.goto(`${new URL(page.url()).origin}/console/albums?limit=100`)
  await page.locator('.album-card').nth(1).locator(loaded).waitFor()
  const last = page.locator('.album-card').nth(99)
  // Fifty rows of two: Chromium loads what is less than 3,000 pixels away.
  expect(asked.length).toBeLessThan(50)
  expect(await last.locator('img').count()).toBe(1)
  await last.scrollIntoViewIfNeeded()
  await last.locator(loaded).waitFor()
  expect(asked.length).toBeLessThanOrEqual(100)
  await last.click()
  await page.getByRole('heading', { name: 'Album 199', level: 1 }).waitFor()
  await page.getByRole('img', { name: 'Cover of Album 199', exact: true }).locator(loaded).waitFor()
  expect(new Set(asked).size).toBe(asked.length)
  const before = asked.length
  // The browser has the picture of the album: there is no frame with its cover alone.
  await page.evaluate(`(globalThis.drawn = 0, globalThis.check = () => {
    if (document.querySelectorAll('.album-card')[99]?.querySelector('img:not([data-loaded])')) drawn++
    requestAnimationFrame(check)
  }, requestAnimationFrame(check))`)
  await page.goBack()
  await last.locator(loaded).waitFor()
  expect(await page.evaluate('drawn')).toBe(0)
  // What it asks for again is in its cache for a day.
  expect(new Set(asked).size).toBe(before)
})

test('a cover is drawn where there is no picture, and where it fails', async ({ api, open, allow }) => {
  allow(/404/)
  const id = await createAlbum(api, 'Loaded', 'cover.png')
  await createAlbum(api, 'Missing', 'gone.jpg')
  await createAlbum(api, 'Wrong', 'text.jpg')
  await createAlbum(api, 'Without', null)
  await api.post('/artists', { name: 'Round', cover_path: 'cover.png' })
  const page = await open('/albums')
  await page
    .locator('.cover')
    .filter({ has: page.locator(loaded) })
    .waitFor()
  for (const name of ['Missing', 'Wrong', 'Without'])
    await page
      .getByRole('img', { name: `Drawn cover of ${name}` })
      .and(page.locator(':not(:has(img))'))
      .waitFor()
  await expectGoodScreen(page, 'covers', [
    ['light', 1440],
    ['dark', 390],
  ])
  await page.goto(page.url().replace('/albums', '/artists'))
  await page.locator(`.small-cover [data-round] ${loaded}`).waitFor()
  await page.getByRole('button', { name: 'Search', exact: false }).first().click()
  await page.keyboard.type('loaded')
  await page.getByRole('option', { name: 'Loaded' }).locator(loaded).waitFor()
  await page.keyboard.press('Escape')
  await page.goto(page.url().replace('/artists', '/albums?view=table'))
  await page.getByRole('row', { name: 'Loaded' }).locator(loaded).waitFor()
  // A new picture takes the place of the old one when the summaries are read again.
  await api.put(`/albums/${id}`, { cover_path: 'gone.jpg' })
  await page.getByRole('row', { name: 'Loaded' }).and(page.locator(':not(:has(img))')).waitFor()
})

test('the overview counts the albums without a cover, and leads to them', async ({ api, open }) => {
  await createAlbum(api, 'Loaded', 'cover.png')
  await createAlbum(api, 'Without', null)
  const page = await open()
  await page.getByRole('link', { name: '1 album without a cover' }).click()
  await page.getByRole('button', { name: 'Remove the filter No cover' }).waitFor()
  await page.getByRole('link', { name: 'Drawn cover of Without' }).waitFor()
  expect(await page.locator('.album-card').count()).toBe(1)
})

test('a form shows the picture of the path that is typed, or says that there is none', async ({ api, open, allow }) => {
  allow(/404/)
  const id = await createAlbum(api, 'Loaded', null)
  const page = await open(`/albums/${id}/edit`)
  const form = page.getByRole('dialog')
  const path = form.getByLabel('Cover path')
  await path.fill('cover')
  await form.getByText('The folder of covers has no such picture').waitFor()
  await path.fill('cover.png')
  await form.getByRole('img', { name: 'Cover', exact: true }).waitFor()
  expect(await form.getByText('The folder of covers has no such picture').count()).toBe(0)
  await expectGoodScreen(page, 'cover-form', [
    ['dark', 1440],
    ['light', 390],
  ])
  await form.getByRole('button', { name: 'Save' }).click()
  await page.locator(`main .cover ${loaded}`).waitFor()
})
