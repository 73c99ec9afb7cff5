import { expect, test } from 'bun:test'
import { codeBlocks } from '../support/codeBlocks.ts'

test('no example has the declaration `using`, which is a SyntaxError in Node before 24', async () => {
  for (const page of ['README.md', ...new Bun.Glob('docs/*.md').scanSync('.')])
    for (const { code, language, line } of await codeBlocks(page))
      if (['js', 'ts', 'tsx'].includes(language)) expect(`${page}:${line} ${code}`).not.toMatch(/^\s*(await )?using /m)
})
