import type { Page } from 'playwright-core'

/** Chooses a file at the seeding screen. @param content - its bytes or its text; any other value becomes JSON */
export const chooseFile = (page: Page, content: unknown, name = 'catalogue.json'): Promise<void> =>
  page.locator('input[type=file]').setInputFiles({
    name,
    mimeType: name.endsWith('.json') ? 'application/json' : 'text/csv',
    buffer: Buffer.isBuffer(content)
      ? content
      : Buffer.from(typeof content === 'string' ? content : JSON.stringify(content, null, 2)),
  })
