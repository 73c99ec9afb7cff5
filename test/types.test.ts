import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { clientTypes } from '../scripts/types/clientTypes.ts'
import { consoleFields } from '../scripts/types/consoleFields.ts'
import { consoleTypes } from '../scripts/types/consoleTypes.ts'
import { searchQueries } from '../scripts/types/searchQueries.ts'

const files: [path: string, write: () => string | Promise<string>][] = [
  ['client/types.ts', clientTypes],
  ['web/resources/fields.ts', consoleFields],
  ['web/api/types.ts', consoleTypes],
  ['src/search/queryTypes.ts', searchQueries],
]

test.each(files)('%s is what `bun run generate` writes', async (path, write) => {
  expect(await Bun.file(join(import.meta.dir, '..', path)).text()).toBe(await write())
})
