import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { readProse } from '../support/prose.ts'

const root = join(import.meta.dir, '../..')
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...[...new Bun.Glob('docs/*.md').scanSync(root)].toSorted(),
]

/** The anchors of the headings of a page, as they are displayed on the web. */
const anchorsOf = async (page: string): Promise<string[]> => {
  const counts = new Map<string, number>()
  return [...(await readProse(page)).matchAll(/^#{1,6} (.*)$/gm)].map(([, heading = '']) => {
    const slug = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-')
    const count = counts.get(slug) ?? 0
    counts.set(slug, count + 1)
    return count === 0 ? slug : `${slug}-${count}`
  })
}

for (const page of pages) {
  test(`the links of ${page} lead to files and headings that are there`, async () => {
    const prose = (await readProse(page)).replaceAll(/`[^`\n]*`/g, '')
    const broken: string[] = []
    for (const [, target = ''] of prose.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^\w+:/.test(target)) continue
      const [path = '', anchor] = target.split('#')
      const file = path === '' ? page : relative(root, join(root, dirname(page), path))
      const isThere = existsSync(join(root, file))
      if (!isThere || (anchor !== undefined && !(await anchorsOf(file)).includes(anchor))) broken.push(target)
    }
    expect(broken).toEqual([])
  })
}

test('README has at most 150 lines, and names every page of the docs', async () => {
  const readme = await Bun.file(join(root, 'README.md')).text()
  expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(150)
  for (const page of pages.filter((path) => path !== 'README.md')) expect(readme).toContain(`](${page})`)
})
