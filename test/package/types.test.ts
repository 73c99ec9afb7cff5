import { expect, test } from 'bun:test'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { readClientPage, readClientReadme } from '../client/docsCode.ts'
import { compiler } from '../support/compiler.ts'
import { inLongForm } from '../support/longForm.ts'
import { run } from '../support/process.ts'
import { type Consumer, createConsumer } from './consumer.ts'
import { edenConfig, edenUse } from './edenUse.ts'
import { readClientUse, strictConfig, typeUse } from './typeUse.ts'

/** Type-checks a project. @returns the lines with an error, and what else the compiler prints */
const findErrors = async ({ path }: Consumer) => {
  const { out, err } = await run([compiler, '--project', '.', '--pretty', 'false'], path)
  return [...new Set(`${out}${err}`.split('\n').flatMap((line) => (/^( |$)/.test(line) ? [] : [line.split(',')[0]])))]
}

test('strict modules of TypeScript 7 compile, also those of CommonJS and the code of the docs, and each mistake is an error', async () => {
  const config = strictConfig({ module: 'NodeNext', moduleResolution: 'nodenext', verbatimModuleSyntax: false })
  const modules = {
    ...{ 'index.ts': typeUse, 'index.cts': typeUse, 'client.ts': await readClientUse() },
    ...{ 'page.ts': await readClientPage(), 'readme.ts': await readClientReadme() },
  }
  using consumer = await createConsumer({ ...modules, 'tsconfig.json': config })
  expect(await findErrors(consumer)).toEqual([])
})

inLongForm(test)('a strict project of TypeScript 7 compiles with the resolution of bundlers', async () => {
  const config = strictConfig({ module: 'Preserve', moduleResolution: 'bundler' })
  using consumer = await createConsumer({ 'index.ts': typeUse, 'tsconfig.json': config })
  expect(await findErrors(consumer)).toEqual([])
})

test('Eden knows the errors and the queries of App: a mistake is an error', async () => {
  const config = edenConfig(['use.ts'])
  using consumer = await createConsumer({ 'use.ts': edenUse, 'tsconfig.json': config })
  mkdirSync(join(consumer.path, 'node_modules/@elysiajs'))
  for (const name of ['elysia', '@elysiajs/eden'])
    symlinkSync(join(import.meta.dir, '../../node_modules', name), join(consumer.path, 'node_modules', name))
  expect(await findErrors(consumer)).toEqual([])
})
