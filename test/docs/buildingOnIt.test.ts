import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { sampleCatalogue } from '../../src/seeding/sample.ts'
import { codeBlocks } from '../support/codeBlocks.ts'
import { startTestLibrary } from '../support/library.ts'
import { amount } from '../support/longForm.ts'
import { seedText } from '../support/seedText.ts'

const root = join(import.meta.dir, '../..')

const pages = ['docs/building-on-it.md', 'docs/testing-with-it.md']

/** The blocks of code that are marked to be run, with the page and the line on which each begins. */
const blocks = (await Promise.all(pages.map(codeBlocks)))
  .flat()
  .filter(({ language, code }) => language === 'ts' && code.startsWith('// run\n'))
  .map(({ page, line, code }): [place: string, code: string] => [`${page}:${line}`, code])

test('the pages have blocks of code to run', () => {
  for (const page of pages) expect(blocks.filter(([place]) => place.startsWith(page)).length).toBeGreaterThan(1)
})

test.each(blocks)('the block at %s runs', async (_, code) => {
  await using library = await startTestLibrary()
  await seedText(library.library, sampleCatalogue())
  const source = code
    .replaceAll('http://127.0.0.1:3000', new URL(library.url).origin)
    .replace('length: 50', `length: ${amount(5, 50)}`)
  // Run in this folder, so that the block imports the package by its name.
  const child = Bun.spawn([process.execPath, 'run', '-'], { cwd: root, stdin: new Blob([source]), stderr: 'pipe' })
  const [out, errors, exitCode] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  expect([exitCode, errors]).toEqual([0, ''])
  for (const printed of expectedOutput(code)) expect(out).toMatch(printed)
})

/** What the comments behind calls of `console.log` say that they print. `…` stands for any text. */
const expectedOutput = (code: string) =>
  [...code.matchAll(/^console\.log\(.*\) \/\/ (.+)$/gm)].map(
    ([, printed = '']) => new RegExp(`^${printed.split('…').map(escapePattern).join('.*')}$`, 'm'),
  )

const escapePattern = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')
