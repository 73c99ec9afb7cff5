import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { openPage } from '../../support/browser.ts'
import { expectGoodScreen, logIn, screensOf } from '../../support/console.ts'
import { consoleTest } from '../../support/consoleTest.ts'
import { inLongForm } from '../../support/longForm.ts'

const withGuests = { catalogue: 'sample', guest: 'read' } as const

const test = consoleTest(withGuests)
const longTest = inLongForm(test)

const asGuest = (page: Page) => page.getByText('You are a guest', { exact: true })

const storedToken = (page: Page) => page.evaluate("localStorage.getItem('music-library token')")

test('a guest searches and opens records, without likes, edits and administration', async ({ served }) => {
  await using opened = await openPage(`${served.origin}/console`)
  const { page, problems } = opened
  await page.getByText('You are looking at this library as a guest.').waitFor()
  await page.getByRole('link', { name: 'Blue Monday' }).first().waitFor()
  const navigation = page.getByRole('navigation').first()
  expect((await navigation.getByRole('link').allTextContents()).slice(1)).toEqual([
    'Overview',
    'Albums',
    'Artists',
    'Tracks',
    'Genres',
    'Labels',
  ])
  await expectGoodScreen(page, 'guest', screensOf(1))
  await page.setViewportSize({ width: 1440, height: 900 })

  await navigation.getByRole('link', { name: 'Tracks' }).click()
  await page.getByLabel('Search tracks').fill('so what')
  await page.getByRole('link', { name: 'So What', exact: true }).click()
  await page.getByRole('heading', { name: 'So What', level: 1 }).waitFor()
  await asGuest(page).waitFor()
  for (const name of [/like/i, 'My account', 'Edit', 'Delete', 'Changes'])
    expect(await page.getByRole('main').getByRole('button', { name }).count()).toBe(0)
  expect(
    await page
      .getByRole('main')
      .getByRole('link', { name: /^(Edit|Delete|Changes)$/ })
      .count(),
  ).toBe(0)
  // The path is one of the server.
  await page.getByRole('main').getByRole('code').waitFor()
  expect(await page.getByRole('button', { name: 'Copy the file path' }).count()).toBe(0)
  await page.getByRole('link', { name: 'Kind of Blue' }).first().click()
  await page.getByRole('heading', { name: 'Kind of Blue', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Freddie Freeloader' }).waitFor()
  expect(await page.getByRole('checkbox').count()).toBe(0)
  expect(await page.getByRole('button', { name: /like|add|edit/i }).count()).toBe(0)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('l')
  await page.getByRole('option', { name: 'Labels', exact: true }).waitFor()
  expect(await page.getByRole('option', { name: /Likes|My account|Health/ }).count()).toBe(0)
  await page.keyboard.press('Escape')
  expect(await storedToken(page)).toBeNull()
  expect(problems).toEqual([])
})

test('a guest logs in with one click, where the screen stays, and is a guest again after the logout', async ({
  served,
}) => {
  await using opened = await openPage(`${served.origin}/console/albums?q=kind`)
  const { page, problems } = opened
  const navigation = page.getByRole('navigation').first()
  await page.getByRole('link', { name: 'Kind of Blue' }).click()
  await page.getByRole('heading', { name: 'Kind of Blue', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('button', { name: 'Look around without an account' }).click()
  await page.getByRole('heading', { name: 'Kind of Blue', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Log in' }).click()
  await logIn(page)
  await page.getByRole('heading', { name: 'Kind of Blue', level: 1 }).waitFor()
  await page.getByRole('button', { name: /^Like/ }).first().waitFor()
  await page.getByRole('link', { name: 'Edit', exact: true }).waitFor()
  expect(await asGuest(page).count()).toBe(0)
  expect(await storedToken(page)).toStartWith('mlib_')
  await navigation.getByRole('link', { name: 'Users' }).click()
  await page.getByRole('heading', { name: 'Users', level: 1 }).waitFor()

  await page.getByRole('button', { name: 'My account' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await asGuest(page).waitFor()
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
  expect(await storedToken(page)).toBeNull()
  expect(problems).toEqual([])
})

longTest('the addresses of admins and accounts show the login to a guest, and then the screen', async ({ served }) => {
  for (const [path, heading] of [
    ['/users', 'Users'],
    ['/albums/1/edit', undefined],
  ] as const) {
    await using opened = await openPage(`${served.origin}/console${path}`)
    const { page, problems } = opened
    await page.getByRole('button', { name: 'Look around without an account' }).click()
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
    await asGuest(page).waitFor()
    await page.goto(`${served.origin}/console${path}`)
    await logIn(page)
    await (heading ? page.getByRole('heading', { name: heading, level: 1 }) : page.getByRole('dialog')).waitFor()
    expect(page.url()).toEndWith(path)
    expect(problems).toEqual([])
  }
})

test('the token of a guest that has ended is replaced, and without guests the login is shown', async ({ served }) => {
  await using opened = await openPage(`${served.origin}/console/albums`)
  const { page } = opened
  await page.getByRole('link', { name: 'Blue Monday' }).waitFor()
  let replaced = 0
  await page.route('**/search/**', async (route) => {
    const isFirst = replaced++ === 0
    await (isFirst
      ? route.fulfill({ status: 401, contentType: 'application/json', body: '{"message":"Unauthenticated."}' })
      : route.continue())
  })
  await page.getByLabel('Search albums').fill('kind')
  await page.getByRole('link', { name: 'Blue Monday' }).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Kind of Blue' }).waitFor()
  expect(replaced).toBeGreaterThan(1)
  await page.unroute('**/search/**')

  // As after a reload of the settings.
  const notFound = { status: 404, contentType: 'application/json', body: '{"message":"There is nothing."}' }
  await page.route('**/console/api/guest', (route) => route.fulfill(notFound))
  const ended = { status: 401, contentType: 'application/json', body: '{"message":"Unauthenticated."}' }
  await page.route('**/search/**', (route) => route.fulfill(ended))
  await page.getByLabel('Search albums').fill('blue')
  await page.getByLabel('E-mail').waitFor()
  expect(await page.getByRole('button', { name: 'Look around without an account' }).count()).toBe(0)
})
