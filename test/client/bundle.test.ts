import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { bundle } from './bundle.ts'

const source = join(import.meta.dir, '../../client')
const maxBytes = 6 * 1024

test('the client takes less than 6 KB, minified and compressed', async () => {
  const text = await bundle('../../client/index.ts')
  expect(text).toContain('createClient')
  expect(Bun.gzipSync(text, { level: 9 }).length).toBeLessThan(maxBytes)
})

test('the files of the client import only each other', async () => {
  const imports: string[] = []
  for (const file of new Bun.Glob('**/*.ts').scanSync(source)) {
    const text = await Bun.file(join(source, file)).text()
    for (const [, path = ''] of text.matchAll(/(?:from|import) ?\(?'([^']+)'/g)) imports.push(path)
  }
  expect(imports).not.toBeEmpty()
  expect(imports.filter((path) => !/^\.\/\w+\.ts$/.test(path))).toEqual([])
})
