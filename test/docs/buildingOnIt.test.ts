import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { sampleCatalogue } from '../../src/seeding/sample.ts'
import { codeBlocks } from '../support/codeBlocks.ts'
import { startTestLibrary } from '../support/library.ts'
import { amount } from '../support/longForm.ts'
import { seedText } from '../support/seedText.ts'

const root = join(import.meta.dir, '../..')

/** The blocks of code that are marked to be run, with the line of the page on which each begins. */
const blocks = (await codeBlocks('docs/building-on-it.md'))
  .filter(({ language, code }) => language === 'ts' && code.startsWith('// run\n'))
  .map(({ line, code }): [line: number, code: string] => [line, code])

test('the page has blocks of code to run', () => {
  expect(blocks.length).toBeGreaterThan(1)
})

test.each(blocks)('the block on line %d of docs/building-on-it.md runs', async (_, code) => {
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
