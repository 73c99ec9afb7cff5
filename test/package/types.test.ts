import { expect, test } from 'bun:test'
import { run } from '../support/process.ts'
import { compiler, createConsumer } from './consumer.ts'
import { strictConfig, typeUse } from './typeUse.ts'

test.each([
  { module: 'Preserve', moduleResolution: 'bundler' },
  { module: 'NodeNext', moduleResolution: 'nodenext' },
])('a strict TypeScript 7 project type-checks with %p', async (resolution) => {
  using consumer = await createConsumer({ 'index.ts': typeUse, 'tsconfig.json': strictConfig(resolution) })
  expect(await run([compiler, '--project', '.'], consumer.path)).toEqual({ code: 0, out: '', err: '' })
})
