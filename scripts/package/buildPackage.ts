import { chmodSync, cpSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { buildAssets } from '../buildAssets.ts'
import { licensesFile } from '../buildLicenses.ts'
import { buildCommonJs } from './commonJs.ts'
import { copyPages } from './copyPages.ts'
import { buildDeclarations } from './declarations.ts'
import { buildJavaScript } from './javascript.ts'
import { createPackageManifest, type PackageOptions, unsupportedModule } from './manifest.ts'

const root = resolve(import.meta.dir, '../..')

/** Makes the package that other programs install. @param folder - an empty folder */
export const buildPackage = async (folder: string, options: PackageOptions): Promise<void> => {
  await buildAssets()
  await buildJavaScript(root, folder)
  await buildCommonJs(folder)
  await buildDeclarations(root, folder)
  chmodSync(join(folder, 'launcher.js'), 0o755)
  const names = Object.keys(await import(join(folder, 'index.js')))
  await Bun.write(join(folder, 'unsupported.js'), unsupportedModule(names))
  await Bun.write(join(folder, 'package.json'), `${JSON.stringify(createPackageManifest(options), null, 2)}\n`)
  cpSync(licensesFile, join(folder, 'THIRD-PARTY-LICENSES.txt'))
  await copyPages(root, folder)
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  for (const name of ['catalogue.json', 'catalogue.schema.json']) cpSync(join(root, 'seed', name), join(folder, name))
}
