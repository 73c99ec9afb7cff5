import { expect, test } from 'bun:test'
import { binary } from '../support/binary.ts'
import { blockUnder } from '../support/codeBlocks.ts'
import { runOk } from '../support/process.ts'
import { createConsumer, nodeFile } from './consumer.ts'

test('the code of "From Node" runs in Node, and prints what it says', async () => {
  const code = await blockUnder('docs/building-on-it.md', 'From Node', 'js')
  const output = [...code.matchAll(/console\.log\(.*\) \/\/ (.+)$/gm)].map(([, line]) => `${line}\n`)
  expect(output).not.toBeEmpty()
  using consumer = await createConsumer({ 'example.mjs': code })
  const env = { MUSIC_LIBRARY_EXECUTABLE: await binary() }
  expect(await runOk([nodeFile(), 'example.mjs'], consumer.path, { env })).toBe(output.join(''))
})
