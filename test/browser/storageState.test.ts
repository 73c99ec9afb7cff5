import type { BrowserContextOptions } from 'playwright-core'
import { createMusicLibrary } from '../../src/index.ts'
import { browserTest, openPage } from '../support/browser.ts'
import { blockUnder } from '../support/codeBlocks.ts'

browserTest('the recipe for a page that is logged in opens the console with a session', async () => {
  await using library = await createMusicLibrary({
    catalogue: 'sample',
    users: [{ email: 'ada@example.com', password: 'a long secret', name: 'Ada' }],
    listen: true,
  })
  const code = await blockUnder('docs/building-on-it.md', 'A page that is logged in', 'js')
  // The code opens a context, and these are its options.
  const browser = { newContext: async (options: BrowserContextOptions) => options }
  const run = new Function('library', 'browser', `return (async () => { ${code}; return context })()`)
  await using opened = await openPage(`${library.origin}/console`, await run(library, browser))
  await opened.page.getByText('Ada', { exact: false }).first().waitFor()
  await opened.page.getByRole('button', { name: 'My account' }).click()
  await opened.page.getByText('ada@example.com').waitFor()
})
