import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { createMusicLibrary } from '../../src/index.ts'
import { binary } from '../support/binary.ts'
import { blocksUnder } from '../support/codeBlocks.ts'
import { runOk } from '../support/process.ts'
import { createConsumer, nodeFile } from './consumer.ts'

const blocks = await blocksUnder('docs/testing-with-it.md', 'Testing with it', 'js')

/** Runs a block of the page in Node, in a folder with the backup that it reads. */
const runBlock = async (code: string) => {
  using consumer = await createConsumer({ 'example.mjs': code })
  if (code.includes('backup.db'))
    await (await createMusicLibrary({ database: join(consumer.path, 'backup.db'), catalogue: 'sample' })).close()
  return await runOk([nodeFile(), 'example.mjs'], consumer.path, { env: { MUSIC_LIBRARY_EXECUTABLE: await binary() } })
}

test.each(blocks.filter((code) => code.includes('console.log')))(
  'code of docs/testing-with-it.md runs in Node, and prints what it says: %#',
  async (code) => {
    const output = [...code.matchAll(/^( *)console\.log\(.*\) \/\/ (.+)$/gm)]
    // What is in the loop of two runs is printed twice.
    const printed = output.flatMap(([, indentation, line]) => (indentation ? [line, line] : [line]))
    expect(printed).not.toBeEmpty()
    expect(await runBlock(code)).toBe(printed.map((line) => `${line}\n`).join(''))
  },
)

test('the tests of "A reset before each test" pass in Node', async () => {
  const [code = ''] = await blocksUnder('docs/testing-with-it.md', 'A reset before each test', 'js')
  expect(await runBlock(code)).toMatch(/^\S+ pass 2$/m)
})
