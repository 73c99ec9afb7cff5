// Prints the words of each page of the documentation, the longest first: `bun scripts/countWords.ts`. A word has a letter or a digit.
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dir, '..')
const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...new Bun.Glob('docs/*.md').scanSync(root)]

const countWords = (text: string) => text.split(/\s+/).filter((part) => /[\p{L}\p{N}]/u.test(part)).length

const counts = await Promise.all(
  pages.map(async (page) => ({ page, words: countWords(await Bun.file(join(root, page)).text()) })),
)
const total = counts.reduce((sum, { words }) => sum + words, 0)
for (const { page, words } of [...counts.toSorted((a, b) => b.words - a.words), { page: 'all pages', words: total }])
  console.log(`${words.toLocaleString('en').padStart(7)} words  ${page}`)
