import { join } from 'node:path'
import { type Plugin, rollup } from 'rollup'
import { unsupportedMessage } from './manifest.ts'

/** The entries that `require` takes, too. */
const names = ['client', 'testing']

/** The URL of a module of CommonJS. That of Rollup is wrong where a `document` is defined, as some test environments do. */
const moduleUrl: Plugin = {
  name: 'module URL',
  resolveImportMeta: (property) =>
    property === 'url' ? `require('node:url').pathToFileURL(__filename).href` : undefined,
}

/**
 * Writes modules of CommonJS, with the extension `.cjs`, beside the modules of the package.
 * @param folder - has the bundled modules
 */
export const buildCommonJs = async (folder: string): Promise<void> => {
  const bundle = await rollup({
    input: Object.fromEntries(names.map((name) => [name, join(folder, `${name}.js`)])),
    external: (id) => id.startsWith('node:'),
    plugins: [moduleUrl],
  })
  await bundle.write({
    dir: folder,
    format: 'cjs',
    entryFileNames: '[name].cjs',
    // The entries import nothing but each other.
    chunkFileNames: () => {
      throw new Error('The modules of CommonJS have a part in common that is no entry.')
    },
  })
  await Bun.write(join(folder, 'unsupported.cjs'), `throw new Error(${JSON.stringify(unsupportedMessage)})\n`)
}
