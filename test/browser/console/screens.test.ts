import { expect } from 'bun:test'
import { browserTest, openPage } from '../../support/browser.ts'
import { expectGoodScreen, expectNoOverflow, openConsole, screensOf, serveConsole } from '../../support/console.ts'

/** A path of the console, and a text that is there when its screen is loaded. */
type Path = [path: string, text: string | RegExp]

const lists: Path[] = [
  ['', '229 tracks'],
  ['/albums', 'Blue Monday'],
  ['/albums?view=table', 'Blue Monday'],
  ['/artists', 'Björk'],
  ['/genres', 'Ambient'],
  ['/labels', 'Columbia'],
  ['/labels/duplicates', /likely the same|duplicate/i],
  ['/tracks?q=so+what', 'So What'],
]

const records: Path[] = [
  ['/albums/1', 'Changes'],
  ['/albums/1/edit', 'Cover path'],
  ['/albums/new', 'Cover path'],
  ['/albums/1/delete', 'Delete this album?'],
  ['/artists/1', 'Changes'],
  ['/genres/1', 'Changes'],
  ['/labels/1?tab=tracks', 'Changes'],
  ['/tracks/1', 'File path'],
  ['/tracks/1/edit', 'File path'],
]

const administration: Path[] = [
  ['/users', 'admin@example.com'],
  ['/users/1', 'Session'],
  ['/users/1/edit', 'Edit Admin'],
  ['/users/new', 'New user'],
  ['/tokens', 'New token'],
  ['/tokens/new', 'Create the token'],
  ['/invitations', 'New invitation'],
  ['/invitations/new', 'Create the invitation'],
  ['/audit', 'The server created user Admin'],
  ['/seeding', 'Drop a catalogue file here'],
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

for (const [name, args, paths] of [
  ['lists of the sample', ['--sample'], lists],
  ['records of the sample', ['--sample'], records],
  ['administration', ['--sample'], administration],
  ['an empty library', [], empty],
] as const) {
  browserTest(`every screen is accessible, and fits its window: ${name}`, async () => {
    await using served = await serveConsole([...args])
    await using opened = await openConsole(served)
    const { page, problems } = opened
    for (const [index, [path, text]] of paths.entries()) {
      await page.goto(`${served.origin}/console${path}`)
      await page.getByText(text).filter({ visible: true }).first().waitFor()
      await expectGoodScreen(page, `${name}${path}`.replaceAll(/\W+/g, '-'), screensOf(index))
      await expectNoOverflow(page, 390)
    }
    expect(problems).toEqual([])
  })
}

browserTest('the log-in is accessible, and fits its window', async () => {
  await using served = await serveConsole([])
  await using opened = await openPage(`${served.origin}/console`)
  await opened.page.getByLabel('E-mail').waitFor()
  await expectGoodScreen(opened.page, 'log-in', screensOf(1))
  expect(opened.problems).toEqual([])
})
