import { expect } from 'bun:test'
import { browserTest } from '../../support/browser.ts'
import { expectGoodScreen, openConsole, serveConsole } from '../../support/console.ts'

browserTest('a track is liked, found among the likes, unliked, and liked again', async () => {
  await using served = await serveConsole()
  await using opened = await openConsole(served, '/likes')
  const { page, problems } = opened
  await page.getByText('You like no tracks yet').waitFor()
  await expectGoodScreen(page, 'likes-empty')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('link', { name: 'Look at the tracks' }).click()
  await page.getByLabel('Search tracks').fill('so what')
  const liked = page.waitForResponse((response) => response.request().method() === 'POST')
  await page.getByRole('button', { name: 'Like So What' }).press('Space')
  await page.getByRole('button', { name: 'Unlike So What' }).waitFor()
  expect((await liked).status()).toBe(200)

  await page.getByRole('link', { name: 'Likes' }).click()
  await page.getByText('1 liked track').waitFor()
  await expectGoodScreen(page, 'likes')
  const unliked = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await page.getByRole('button', { name: 'Unlike So What' }).press('Space')
  // The track stays where it is, so that it can be liked again.
  const heart = page.getByRole('button', { name: 'Like So What' })
  await heart.waitFor()
  await unliked
  const again = page.waitForResponse((response) => response.request().method() === 'POST')
  await heart.press('Space')
  await page.getByRole('button', { name: 'Unlike So What' }).waitFor()
  await again
  await page.reload()
  await page.getByRole('button', { name: 'Unlike So What' }).waitFor()
  expect(problems).toEqual([])
})

browserTest('a like that the server refuses is taken back', async () => {
  await using served = await serveConsole()
  await using opened = await openConsole(served, '/tracks?q=so+what')
  const { page } = opened
  const refused = Promise.withResolvers<void>()
  await page.route('**/api/tracks/*/like', async (route) => {
    await refused.promise
    await route.fulfill({ status: 503, json: { message: 'The server is busy.' } })
  })
  await page.getByRole('button', { name: 'Like So What' }).click()
  await page.getByRole('button', { name: 'Unlike So What' }).waitFor()
  refused.resolve()
  await page.getByRole('button', { name: 'Like So What' }).waitFor()
  await page.getByText('The server is busy.').waitFor()
})
