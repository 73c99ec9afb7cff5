import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { binary } from '../support/binary.ts'
import { createConsumer, nodeFile, runOk } from './consumer.ts'

test('the code of "From Node" runs in Node, and prints what it says', async () => {
  const page = await Bun.file(join(import.meta.dir, '../../docs/building-on-it.md')).text()
  const [, section = ''] = page.split('\n## From Node\n')
  const code = /^```js\n(.*?)^```$/ms.exec(section)?.[1] ?? ''
  const output = [...code.matchAll(/console\.log\(.*\) \/\/ (.+)$/gm)].map(([, line]) => `${line}\n`)
  expect(output).not.toBeEmpty()
  using consumer = await createConsumer({ 'example.mjs': code })
  const env = { MUSIC_LIBRARY_EXECUTABLE: await binary() }
  expect(await runOk([nodeFile(), 'example.mjs'], consumer.path, { env })).toBe(output.join(''))
})
