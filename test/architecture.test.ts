import { expect, test } from 'bun:test'
import { dirname, join, relative } from 'node:path'
import { fileErrorCodes } from '../src/base/fileErrors.ts'

/**
 * The modules of src/ from the bottom to the top. A module imports only modules below it, types included: so there is no
 * cycle between folders, and each can be read without those above. docs/architecture.md explains the order.
 */
const layers = [
  ['base'],
  ['validation'],
  ['resources'],
  ['library'],
  ['audit'],
  ['http'],
  ['accounts'],
  ['cleanup'],
  ['catalogue'],
  ['cache'],
  ['search', 'history'],
  ['seeding'],
  ['converters'],
  ['observability'],
  ['console'],
  ['openapi'],
  ['app'],
  ['config'],
  ['embedding'],
  ['program'],
  ['index.ts'],
  ['main.ts'],
]

const source = join(import.meta.dir, '../src')

/** The module of a file: the folder in src/, or the file itself where it stands in src/. */
const moduleOf = (file: string) => {
  const [folder = '', ...rest] = file.split('/')
  return rest.length === 0 ? file : folder
}

const layerOf = (file: string) => layers.findIndex((modules) => modules.includes(moduleOf(file)))

const files = [...new Bun.Glob('**/*.ts').scanSync(source)]

test('every module of src/ has a layer', () => {
  expect(files.filter((file) => layerOf(file) < 0)).toEqual([])
})

test('every file of src/ imports only modules below its own', async () => {
  const violations: string[] = []
  for (const file of files) {
    const text = await Bun.file(join(source, file)).text()
    for (const [, path = ''] of text.matchAll(/(?:from|import) ?\(?'(\.[^']+)'/g)) {
      const imported = relative(source, join(source, dirname(file), path))
      if (imported.startsWith('..') || moduleOf(imported) === moduleOf(file)) continue
      if (layerOf(imported) >= layerOf(file)) violations.push(`${file} imports ${imported}`)
    }
  }
  expect(violations).toEqual([])
})

/** Files that read codes of other errors: of processes, and of ports. */
const otherErrors = ['library/temporaryFiles.ts', 'program/backupCommand.ts', 'http/port.ts']

test('only base/fileErrors.ts knows the codes of errors about files, so that each error gets the advice that fits it', async () => {
  const codes = new RegExp(`(?:['"\`|]|\\^\\(?)(?:${fileErrorCodes.join('|')})`)
  const violations: string[] = []
  for (const file of files.filter((file) => file !== 'base/fileErrors.ts' && !otherErrors.includes(file))) {
    const text = await Bun.file(join(source, file)).text()
    const isComment = (line: string) => /^\s*(?:\/?\*|\/\/)/.test(line)
    // Other constants of SQLite are flags.
    const lines = text.split('\n').filter((line) => !isComment(line) && !/constants\.SQLITE_/.test(line))
    for (const line of lines) if (codes.test(line)) violations.push(`${file}: ${line.trim()}`)
  }
  expect(violations).toEqual([])
})

/** The folders and files that the page of a module names, such as `guards.ts`, `session/` or `backup*.ts`. */
const namesIn = (page: string) =>
  [...page.matchAll(/`([\w*./-]+(?:\.ts|\.js|\.css|\/))`/g)].map(([, name = '']) => name)

test.each(layers.flat().filter((name) => !name.endsWith('.ts')))(
  'the README.md of src/%s is short, has each of its folders, and names no file that is not there',
  async (folder) => {
    const page = await Bun.file(join(source, folder, 'README.md')).text()
    expect(page.split('\n').length).toBeLessThanOrEqual(15)
    const names = namesIn(page)
    const paths = files.map((file) => relative(folder, file)).filter((path) => !path.startsWith('..'))
    const folders = new Set(paths.filter((path) => path.includes('/')).map((path) => `${path.split('/')[0]}/`))
    expect([...folders].filter((name) => !names.some((found) => found.startsWith(name)))).toEqual([])
    const exists = (name: string) =>
      [folder, '', '..'].some((start) =>
        name.endsWith('/')
          ? files.some((file) => join(source, file).startsWith(join(source, start, name)))
          : new Bun.Glob(name).scanSync(join(source, start)).next().done === false,
      )
    expect(names.filter((name) => !exists(name))).toEqual([])
  },
)
