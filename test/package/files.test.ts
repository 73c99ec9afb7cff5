import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createConsumer } from './consumer.ts'

test('the modules of the package for Node and browsers have source maps', async () => {
  using consumer = await createConsumer({})
  for (const name of ['client.js', 'testing.js']) {
    const file = join(consumer.packageFolder, name)
    expect(await Bun.file(file).text()).toMatch(new RegExp(`//# sourceMappingURL=${name}.map\\s*$`))
    const { sources, sourcesContent } = await Bun.file(`${file}.map`).json()
    expect(sources.filter((source: string) => source.includes(`${name.replace('.js', '')}/`))).not.toBeEmpty()
    expect(sourcesContent).toHaveLength(sources.length)
  }
})

test('the pages of the package have no pictures, and their links lead to pages that it has', async () => {
  using consumer = await createConsumer({})
  const pages = ['*.md', 'docs/*.md'].flatMap((pattern) => [...new Bun.Glob(pattern).scanSync(consumer.packageFolder)])
  expect(pages).toContain('docs/building-on-it.md')
  expect(pages.filter((page) => /architecture|development|adding-a/.test(page))).toEqual([])
  const missing: string[] = []
  for (const page of pages) {
    const text = await Bun.file(join(consumer.packageFolder, page)).text()
    for (const [, picture, target = ''] of text.matchAll(/(!?)\[[^\]]*\]\(([^)\s#]+)[^)]*\)/g)) {
      const path = join(consumer.packageFolder, dirname(page), target)
      if (picture || !(/^\w+:/.test(target) || existsSync(path))) missing.push(`${page}: ${target}`)
    }
  }
  expect(missing).toEqual([])
})
