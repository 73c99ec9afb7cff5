import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseSentences, readProse } from '../support/prose.ts'
import promises from './promises.json'

// A sentence of these pages that says "never", "always", "every", "stays" or "kept" is a promise, and promises.json names the tests that
// fail when it is broken. Who writes such a sentence adds its test; one that nothing can hold is better said in other words, or left out.

const root = join(import.meta.dir, '../..')

const promising = /\b(?:never|always|every|stays?|keeps?|kept)\b/i

type Tests = string | string[]

/** Whether a file defines a test with a title, which is written as in the source. */
const definesTest = async (file: string, title: string) => {
  if (!existsSync(join(root, file))) return false
  const source = await Bun.file(join(root, file)).text()
  return new RegExp(`\\(\\s*(['"\`])${RegExp.escape(title)}\\1,`).test(source)
}

const findProblems = async (page: string, rows: Record<string, Tests>) => {
  const sentences = parseSentences(await readProse(page)).filter(({ words }) => promising.test(words))
  const texts = new Set(sentences.map(({ text }) => text))
  const problems = [...texts.difference(new Set(Object.keys(rows)))].map(
    (text) => `No row of promises.json says which test holds: ${text}`,
  )
  for (const [text, tests] of Object.entries(rows)) {
    if (!texts.has(text)) problems.push(`The page has no such sentence: ${text}`)
    for (const held of [tests].flat()) {
      const [, file = '', title = ''] = /^(\S+): (.+)$/.exec(held) ?? []
      if (!(await definesTest(file, title))) problems.push(`There is no such test: ${held}`)
    }
  }
  return [...new Set(problems)]
}

for (const [page, rows] of Object.entries<Record<string, Tests>>(promises)) {
  test(`each promise of ${page} names the tests that hold it`, async () => {
    expect(await findProblems(page, rows)).toEqual([])
  })
}
