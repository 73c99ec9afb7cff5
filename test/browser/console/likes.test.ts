import { expect } from 'bun:test'
import { checkScreen, consoleTest } from '../../support/consoleTest.ts'
import { contrastOf } from '../../support/contrast.ts'
import { inLongForm } from '../../support/longForm.ts'

const test = consoleTest()
const longTest = inLongForm(test)

/** The colours of the first liked heart, and of its row. */
const heartColours = `(() => {
  const heart = document.querySelector('.row-button[data-liked]')
  return [getComputedStyle(heart).color, getComputedStyle(heart.closest('tr')).backgroundColor]
})()`

test('a track is liked, found among the likes, unliked, and liked again', async ({ open }) => {
  const page = await open('/likes')
  await page.getByText('You like no tracks yet').waitFor()
  await page.getByRole('link', { name: 'Look at the tracks' }).click()
  await page.getByLabel('Search tracks').fill('so what')
  const liked = page.waitForResponse((response) => response.request().method() === 'POST')
  await page.getByRole('button', { name: 'Like So What' }).press('Space')
  await page.getByRole('button', { name: 'Unlike So What' }).waitFor()
  expect((await liked).status()).toBe(200)

  await page.getByRole('link', { name: 'Likes' }).click()
  await page.getByText('1 liked track').waitFor()
  await checkScreen(page, 'likes')
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor()
    const [colour = '', ground = ''] = await page.evaluate<string[]>(heartColours)
    const [red = 0, ...others] = (colour.match(/\d+/g) ?? []).map(Number)
    expect([colorScheme, contrastOf(colour, ground) >= 3, red > 1.5 * Math.max(...others)]).toEqual([
      colorScheme,
      true,
      true,
    ])
  }
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
})

longTest('a like that the server refuses is taken back', async ({ open, allow }) => {
  allow(/status of 503/)
  const page = await open('/tracks?q=so+what')
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
