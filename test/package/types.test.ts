import { expect, test } from 'bun:test'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { compiler } from '../support/compiler.ts'
import { run } from '../support/process.ts'
import { createConsumer } from './consumer.ts'
import { edenConfig, edenMistakes, edenUse } from './edenUse.ts'
import { createUse, startUse } from './optionsUse.ts'
import { strictConfig, typeUse } from './typeUse.ts'

test.each([
  { module: 'Preserve', moduleResolution: 'bundler' },
  { module: 'NodeNext', moduleResolution: 'nodenext' },
])('a strict TypeScript 7 project type-checks with %p', async (resolution) => {
  using consumer = await createConsumer({ 'index.ts': typeUse, 'tsconfig.json': strictConfig(resolution) })
  expect(await run([compiler, '--project', '.'], consumer.path)).toEqual({ code: 0, out: '', err: '' })
})

const checkWithEden = async (program: string) => {
  using consumer = await createConsumer({ 'index.ts': program, 'tsconfig.json': edenConfig('index.ts') })
  mkdirSync(join(consumer.path, 'node_modules/@elysiajs'))
  for (const name of ['elysia', '@elysiajs/eden'])
    symlinkSync(join(import.meta.dir, '../../node_modules', name), join(consumer.path, 'node_modules', name))
  return await run([compiler, '--project', '.'], consumer.path)
}

test('Eden knows the errors and the queries of App', async () => {
  expect(await checkWithEden(edenUse)).toEqual({ code: 0, out: '', err: '' })
})

test('a mistake in the use of Eden is an error', async () => {
  const { out } = await checkWithEden(edenMistakes)
  const found = [...out.matchAll(/^index\.ts\((\d+),/gm)].map(([, line]) => Number(line))
  const wrong = edenMistakes.split('\n').flatMap((line, index) => (line.endsWith('// wrong') ? [index + 1] : []))
  expect(found).toEqual(wrong)
})

test.each([
  ['createMusicLibrary', createUse],
  ['startMusicLibrary', startUse],
])(
  'the options of %s: a right module compiles, and each wrong line is an error',
  async (_, { imports, right, wrong }) => {
    const config = strictConfig({ module: 'NodeNext', moduleResolution: 'nodenext' })
    using consumer = await createConsumer({ 'right.ts': `${imports}\n${right}`, 'tsconfig.json': config })
    expect(await run([compiler, '--project', '.'], consumer.path)).toEqual({ code: 0, out: '', err: '' })
    await Bun.write(`${consumer.path}/wrong.ts`, [imports, ...wrong].join('\n'))
    const { code, out } = await run([compiler, '--project', '.', '--pretty', 'false'], consumer.path)
    expect(code).not.toBe(0)
    const lines = [...out.matchAll(/^wrong\.ts\((\d+),/gm)].map(([, line]) => Number(line))
    expect([...new Set(lines)]).toEqual(wrong.map((_, index) => index + 2))
  },
)
