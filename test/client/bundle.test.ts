import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { bundle } from './bundle.ts'

const maxKilobytes = 5.5

const source = join(import.meta.dir, '../../client')

test('the client is as large as README.md and its page say, minified and compressed', async () => {
  const text = await bundle('../../client/index.ts')
  expect(text).toContain('createClient')
  const kilobytes = Bun.gzipSync(text, { level: 9 }).length / 1_000
  expect(kilobytes).toBeLessThanOrEqual(maxKilobytes)
  for (const [page, sentence] of [
    ['README.md', /takes ([\d.]+) KB, and depends on nothing/],
    ['docs/building-on-it.md', /([\d.]+) KB minified and compressed/],
  ] as const) {
    const said = Number(sentence.exec(await Bun.file(join(source, '..', page)).text())?.[1])
    expect(kilobytes).toBeGreaterThan(said * 0.95)
    expect(kilobytes).toBeLessThan(said * 1.05)
  }
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
