import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { createMusicLibrary, type MusicLibrary } from '../../src/index.ts'
import { browserTest, openPage } from '../support/browser.ts'
import { blocksUnder, blockUnder } from '../support/codeBlocks.ts'

browserTest('the recipes open a page that is logged in, and show a request that fails in it', async () => {
  await using library = await createMusicLibrary({
    catalogue: 'sample',
    users: [{ email: 'ada@example.com', password: 'a long secret' }],
    listen: true,
  })
  const browser = { newContext: async (options: object) => options }
  const logIn = await blockUnder('docs/testing-with-it.md', 'A page that is logged in', 'js')
  const [, recipe = ''] = await blocksUnder('docs/testing-with-it.md', 'Requests that fail', 'js')
  const context = await new Function('library', 'browser', `return (async () => { ${logIn}; return context })()`)(
    library,
    browser,
  )
  await using opened = await openPage(`${library.origin}/console`, context)
  await opened.page.getByRole('link', { name: '22 albums' }).waitFor()
  await opened.page.getByRole('button', { name: 'My account' }).click()
  await opened.page.getByText('ada@example.com').waitFor()
  const run: (library: MusicLibrary, page: Page) => Promise<void> = new Function(
    'library',
    'page',
    `return (async () => { ${recipe} })()`,
  ) as never
  await run(library, opened.page)
  await library.reset()
  expect(await opened.page.getByRole('link', { name: 'Kind of Blue' }).count()).toBe(0)
})
