import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { browserTest, hasBrowser, type OpenPage, openPage } from '../../support/browser.ts'
import {
  type Console,
  expectGoodScreen,
  expectNoOverflow,
  openConsole,
  screensOf,
  startConsole,
} from '../../support/console.ts'
import { everyNth } from '../../support/longForm.ts'
import { askingFor } from '../../support/programs.ts'
import { browserProgram } from '../../support/shared/browser.ts'

/** A path of the console, and a text that is there when its screen is loaded. */
type Path = [path: string, text: string | RegExp]

const sample: Path[] = [
  ['', 'Latest changes'],
  ['/albums', 'Blue Monday'],
  ['/albums?view=table', 'Blue Monday'],
  ['/artists', 'Björk'],
  ['/genres', 'Ambient'],
  ['/labels', 'Columbia'],
  ['/duplicates', /likely/],
  ['/tracks?q=so+what', 'So What'],
  ['/albums/1', 'Add tracks'],
  ['/albums/1/edit', 'Cover path'],
  ['/albums/new', 'Cover path'],
  ['/albums/1/delete', 'Delete this album?'],
  ['/artists/1', 'Edit'],
  ['/genres/1', 'Edit'],
  ['/labels/1?tab=tracks', 'Edit'],
  ['/tracks/1', 'File path'],
  ['/tracks/1/edit', 'File path'],
  ['/users', 'admin@example.com'],
  ['/users/1', 'Session'],
  ['/users/1/edit', 'Edit Admin'],
  ['/users/new', 'New user'],
  ['/tokens', 'New token'],
  ['/tokens/new', 'Create the token'],
  ['/invitations', 'New invitation'],
  ['/invitations/new', 'Create the invitation'],
  ['/audit', 'The server created user Admin'],
  ['/seeding', 'Drop a file here'],
  ['/backups', 'The library is in memory'],
  ['/health', 'The server is ready'],
  ['/account', 'This session'],
  ['/nothing', 'There is nothing here'],
]

const empty: Path[] = [
  ['', 'The library is empty'],
  ['/albums', 'New album'],
  ['/tracks', 'New track'],
  ['/likes', 'You like no tracks yet'],
]

const numbered = (paths: Path[]) => paths.map(([path, text], index) => [path, text, index] as const)

for (const [name, catalogue, paths] of [
  ['the sample', 'sample', sample],
  ['an empty library', undefined, empty],
] as const) {
  // The screens change nothing, so they share a server and a profile.
  describe.skipIf(!hasBrowser)(`a screen of ${name} is accessible, and fits its window:`, () => {
    let served: Console
    let opened: OpenPage
    const open = async () => {
      served = await startConsole({ catalogue })
      opened = await openConsole(served)
    }
    beforeAll(askingFor([browserProgram], open))
    afterAll(async () => {
      await opened?.[Symbol.asyncDispose]()
      await served?.[Symbol.asyncDispose]()
    })
    test.each(everyNth(numbered(paths), 7))('%s', async (path, text, index) => {
      const { page, problems } = opened
      await page.goto(`${served.origin}/console${path}`)
      await page.getByText(text).filter({ visible: true }).first().waitFor()
      await expectGoodScreen(page, `${name}${path}`.replaceAll(/\W+/g, '-'), screensOf(index))
      await expectNoOverflow(page, 390)
      expect(problems.splice(0)).toEqual([])
    })
  })
}

browserTest('the login is accessible, and fits its window', async () => {
  await using served = await startConsole()
  await using opened = await openPage(`${served.origin}/console`)
  await opened.page.getByLabel('E-mail').waitFor()
  await expectGoodScreen(opened.page, 'login', screensOf(1))
  expect(opened.problems).toEqual([])
})

browserTest('the screens in German are accessible, and fit their windows', async () => {
  await using served = await startConsole()
  await using opened = await openConsole(served, '', { locale: 'de-DE' })
  const { page, problems } = opened
  for (const [path, , index] of everyNth(numbered(sample), sample.length)) {
    await page.goto(`${served.origin}/console${path}`)
    await page.locator('main :is(h1, h2), [role=dialog] h2').filter({ visible: true }).first().waitFor()
    await page.locator('body:not(:has([aria-busy=true], .mantine-Skeleton-root[data-visible]))').waitFor()
    await expectGoodScreen(page, `german${path}`.replaceAll(/\W+/g, '-'), screensOf(index))
    await expectNoOverflow(page, 390)
  }
  expect(problems).toEqual([])
})
