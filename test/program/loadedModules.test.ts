import { expect, test } from 'bun:test'
import { join, relative } from 'node:path'
import { runOk } from '../support/process.ts'

const root = join(import.meta.dir, '../..')

/** The modules that a program of one expression loads, below the root of the repository. A process of its own loads them. */
const listModules = async (expression: string) => {
  const program = `await ${expression}; console.log(JSON.stringify(Object.keys(require.cache)))`
  const paths: string[] = JSON.parse(await runOk([process.execPath, '-e', program], root))
  return paths.map((path) => relative(root, path).replaceAll('\\', '/'))
}

test('serve loads no code that few servers need before it needs it', async () => {
  const modules = await listModules("import('./src/program/serve/serve.ts')")
  expect(modules).toContain('src/app/app.ts')
  const lateModules = [
    'node_modules/@clack/prompts',
    'node_modules/@prometheus-io/client',
    'node_modules/csv-parse',
    'node_modules/jsonc-parser',
    'node_modules/taglib-wasm',
    'src/program/demo.ts',
    'src/program/readText.ts',
    'src/program/serve/control.ts',
    'src/console',
    'src/converters',
    'src/library/postgres/client.ts',
    'src/library/postgres/connect.ts',
    'src/observability/metrics.ts',
    'src/openapi',
    'src/seeding/format',
    'src/seeding/generate',
    'src/seeding/sample.ts',
    'src/seeding/seedCatalogue.ts',
    'src/library/postgres/open.ts',
  ]
  const isLate = (path: string) => lateModules.some((late) => path === late || path.startsWith(`${late}/`))
  expect(modules.filter(isLate)).toEqual([])
})

test('the version is printed without the code of a command', async () => {
  const modules = await listModules("(await import('./src/program/program.ts')).createProgram(['--version'])")
  expect(modules).toContain('src/program/program.ts')
  expect(modules.filter((path) => path.startsWith('src/program/commands/'))).toEqual([])
})

test('the help of all commands is printed without the code of a server', async () => {
  const modules = await listModules("(await import('./src/program/program.ts')).createProgram(['--help'])")
  expect(modules).toContain('src/program/commands/serve.ts')
  expect(modules).not.toContain('src/app/app.ts')
})
