import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { strictConfig } from '../../package/typeUse.ts'
import { maxMs } from '../../support/bounds.ts'
import { compiler } from '../../support/compiler.ts'
import { emptyFolder } from '../../support/folder.ts'
import { inLongForm } from '../../support/longForm.ts'
import { readDocument } from '../../support/openApiDocument.ts'
import { runOk } from '../../support/process.ts'
import { readAnswers } from './exchanges.ts'

// The tools that developers run on the document. They come from the registry, into a temporary folder.

const longTest = inLongForm(test)

const timeoutMs = maxMs(300_000)

/** Creates a folder that has the document, and the packages. */
const createProject = async (packages: Record<string, string>) => {
  const folder = emptyFolder()
  const manifest = { private: true, type: 'module', devDependencies: packages }
  await Bun.write(join(folder.path, 'package.json'), JSON.stringify(manifest))
  await Bun.write(join(folder.path, 'openapi.json'), JSON.stringify(await readDocument()))
  await runOk([process.execPath, 'install', '--no-progress'], folder.path, { timeoutMs })
  return folder
}

const runTool = (folder: string, command: string[]) =>
  runOk([process.execPath, 'x', '--no-install', ...command], folder, { timeoutMs })

/** What docs/building-on-it.md generates schemas with. */
const generator = { '@hey-api/openapi-ts': '0.99.0', typescript: '5.9.3', zod: '4.6.7' }

/** A module that parses each answer with its schema, and each body that was sent. It returns what is rejected, and which control characters are not. */
const parsingModule = (answers: Awaited<ReturnType<typeof readAnswers>>) => {
  const entries = answers.flatMap(({ id, sent }, index) => [
    `    [schemas.z${id}Response, answers[${index}]?.answer, '${id}'],`,
    ...(sent ? [`    [schemas.z${id}Body, answers[${index}]?.sent, '${id}, sent'],`] : []),
  ])
  return `import type { z } from 'zod'
import * as schemas from './music-library/zod.gen'

export const check = (answers: { sent?: unknown; answer: unknown }[]) => {
  const parsed: [schema: z.ZodType, value: unknown, name: string][] = [
${entries.join('\n')}
    [schemas.zCreateLabelBody, { name: 'Röyksopp\\n👩‍🚀\\t' }, 'text'],
  ]
  const rejected = parsed.flatMap(([schema, value, name]) => {
    const { error } = schema.safeParse(value)
    return error ? [\`\${name}: \${error.message}\`] : []
  })
  const names = ['\\0', '\\r', '\\x1b', '\\x7f', '\\x85']
  return { rejected, accepted: names.filter((name) => schemas.zCreateLabelBody.safeParse({ name }).success) }
}
`
}

const runProgram = `import { check } from './index.ts'
console.log(JSON.stringify(check(await Bun.file('answers.json').json())))
`

longTest(
  'the zod schemas of hey-api compile, and accept what a server answers',
  async () => {
    using project = await createProject(generator)
    const { path } = project
    const answers = await readAnswers(await readDocument())
    expect(answers.length).toBeGreaterThan(60)
    const config = strictConfig({ module: 'Preserve', moduleResolution: 'bundler' })
    await Bun.write(join(path, 'tsconfig.json'), config)
    await Bun.write(join(path, 'answers.json'), JSON.stringify(answers))
    await Bun.write(join(path, 'index.ts'), parsingModule(answers))
    await Bun.write(join(path, 'run.js'), runProgram)
    await runTool(path, ['openapi-ts', '-i', 'openapi.json', '-o', 'music-library', '-p', 'zod'])
    await runOk([compiler, '--project', '.'], path, { timeoutMs })
    const printed = await runOk([process.execPath, 'run.js'], path)
    expect(JSON.parse(printed)).toEqual({ rejected: [], accepted: [] })
  },
  timeoutMs,
)

longTest(
  'Spectral finds no error and no warning',
  async () => {
    using project = await createProject({ '@stoplight/spectral-cli': '6.16.3' })
    await Bun.write(join(project.path, '.spectral.yaml'), 'extends: ["spectral:oas"]\n')
    const printed = await runTool(project.path, ['spectral', 'lint', 'openapi.json', '--format', 'json', '--quiet'])
    expect(JSON.parse(printed)).toEqual([])
  },
  timeoutMs,
)
