import { expect, test } from 'bun:test'
import { dirname, join, relative } from 'node:path'

/**
 * The modules of src/ from the bottom to the top. A module imports only modules below it, types included: so there is no
 * cycle between folders, and each can be read without those above. docs/architecture.md explains the order.
 */
const layers = [
  ['errors.ts', 'eventLoop.ts', 'records.ts'],
  ['database'],
  ['library'],
  ['validation'],
  ['http'],
  ['security'],
  ['auth'],
  ['catalogue'],
  ['likes'],
  ['cache'],
  ['routeDeps.ts', 'routes.ts'],
  ['seeding'],
  ['observability'],
  ['app.ts'],
  ['server.ts'],
  ['config'],
  ['cli', 'index.ts'],
  ['main.ts'],
]

const source = join(import.meta.dir, '../src')

/** The module of a file: its name where it stands in src/ itself, `routes.ts` for every file of routes, else its folder. */
const moduleOf = (file: string) => {
  const [folder = '', ...rest] = file.split('/')
  return file.endsWith('/routes.ts') ? 'routes.ts' : rest.length === 0 ? file : folder
}

const layerOf = (file: string) => layers.findIndex((modules) => modules.includes(moduleOf(file)))

const files = [...new Bun.Glob('**/*.ts').scanSync(source)]

test('every module of src/ has a layer', () => {
  expect(files.filter((file) => layerOf(file) < 0)).toEqual([])
})

test.each(files)('%s imports only modules below its own', async (file) => {
  const text = await Bun.file(join(source, file)).text()
  const imports = [...text.matchAll(/(?:from|import) ?\(?'(\.[^']+)'/g)].map(([, path = '']) =>
    relative(source, join(source, dirname(file), path)),
  )
  const others = imports.filter((path) => !path.startsWith('..') && moduleOf(path) !== moduleOf(file))
  expect(others.filter((path) => layerOf(path) >= layerOf(file))).toEqual([])
})
