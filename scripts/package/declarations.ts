import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Plugin, rollup } from 'rollup'
import { dts } from 'rollup-plugin-dts'
import { resourceNames } from '../../src/catalogue/resources.ts'
import { Report } from '../../src/seeding/report/report.ts'
import { declareTypes } from '../types/declareTypes.ts'

/** The entries of the package with types, and the sources of their types. */
const entries = {
  index: 'src/index',
  client: 'client/index',
  testing: 'testing/index',
  app: 'scripts/package/app',
}

/**
 * Writes one declaration file for each entry, with the types that it needs and no others.
 * @throws Error if the sources have type errors, or a declaration file needs a package that the entry must not need
 */
export const buildDeclarations = async (root: string, folder: string): Promise<void> => {
  const emitted = join(folder, 'emitted')
  const { exitCode, stdout } = Bun.spawnSync(
    [
      join(root, 'node_modules/.bin/tsc'),
      '--project',
      join(root, 'scripts/package/tsconfig.json'),
      '--outDir',
      emitted,
    ],
    { cwd: root },
  )
  if (exitCode !== 0) throw new Error(`The declarations can't be emitted: ${stdout}`)
  const input = Object.fromEntries(
    Object.entries(entries).map(([name, source]) => [name, join(emitted, `${source}.d.ts`)]),
  )
  const bundle = await rollup({ input, plugins: [writtenOut, dts()], external: (id) => !/^[./]/.test(id) })
  const { output } = await bundle.write({
    dir: folder,
    entryFileNames: '[name].d.ts',
    chunkFileNames: 'types/[hash].d.ts',
    // `await using` needs it, and projects with older libraries don't load it.
    banner: '/// <reference lib="esnext.disposable" />',
  })
  rmSync(emitted, { recursive: true })
  for (const file of output) {
    if (file.type !== 'chunk') continue
    requireKnown(file.fileName, file.imports)
    const code = file.isEntry ? markTypes(file.code, await valuesOf(join(folder, `${file.name}.js`))) : file.code
    await Bun.write(join(folder, file.fileName), code)
    await Bun.write(join(folder, commonJsName(file.fileName)), forCommonJs(code))
  }
}

/** The names that a module exports at run time; none if it has only types. */
const valuesOf = async (module: string): Promise<string[]> =>
  (await Bun.file(module).exists()) ? Object.keys(await import(module)) : []

/** Marks what is exported only as a type. The bundler leaves out `type` where the sources have it, such as in `export type { AppError }`. */
const markTypes = (code: string, values: string[]) =>
  code.replaceAll(/^export \{ (.*) \}/gm, (_, list: string) => {
    const marked = list
      .split(', ')
      .map((item) => (values.includes(item.split(' ').at(-1) ?? '') ? item : `type ${item}`))
    return `export { ${marked.join(', ')} }`
  })

const commonJsName = (fileName: string) => fileName.replace(/\.d\.ts$/, '.d.cts')

/** The same declarations for programs of CommonJS. Those of a module would be an error there. */
const forCommonJs = (code: string) =>
  code.replaceAll(/ from '(\.[^']*)\.js';$/gm, (_, path: string) => ` from '${path}.cjs';`)

/** Types that follow from the tables of the database or from schemas, written out, by the ends of their paths. */
const typesOfFiles = {
  '/src/catalogue/resources.d.ts': () =>
    `export type ResourceName = ${resourceNames.map((name) => `'${name}'`).join(' | ')}`,
  '/src/seeding/report/report.d.ts': () => declareTypes([Report]).join('\n'),
}

const writtenOut: Plugin = {
  name: 'types written out',
  load: (id) => Object.entries(typesOfFiles).find(([end]) => id.endsWith(end))?.[1]() ?? null,
}

/** Consumers install no packages for these types, except for those of Eden, who have Elysia. */
const requireKnown = (file: string, imports: string[]) => {
  const packages = imports.filter((name) => !/\.d\.ts$/.test(name))
  const unknown = packages.filter((name) => !(file === 'app.d.ts' && name === 'elysia'))
  if (unknown.length > 0) throw new Error(`The types in ${file} need ${unknown.join(', ')}.`)
}
