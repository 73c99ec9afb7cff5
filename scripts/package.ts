// Builds the package that other programs install: `bun scripts/package.ts [folder] [--with-executable]`.
//   folder             a new or empty folder; by default dist/package, which is replaced
//   --with-executable  puts the executable of this machine into it. The package then installs on such machines only.
import { chmodSync, cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildAssets } from './buildAssets.ts'
import { licensesFile } from './buildLicenses.ts'
import { buildDeclarations } from './package/declarations.ts'
import { buildJavaScript } from './package/javascript.ts'
import { packageManifest, unsupportedModule } from './package/manifest.ts'

const { values, positionals } = parseArgs({
  options: { 'with-executable': { type: 'boolean', default: false } },
  allowPositionals: true,
})
const withExecutable = values['with-executable']
const root = resolve(import.meta.dir, '..')
const [given] = positionals
const folder = resolve(given ?? join(root, 'dist/package'))

if (given === undefined) rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
if (readdirSync(folder).length > 0) {
  console.error(`${folder} is not empty. Name a new folder.`)
  process.exit(1)
}

await buildAssets()
await buildJavaScript(root, folder)
await buildDeclarations(root, folder)
chmodSync(join(folder, 'launcher.js'), 0o755)

const names = Object.keys(await import(join(folder, 'index.js')))
await Bun.write(join(folder, 'unsupported.js'), unsupportedModule(names))
const platform = withExecutable ? { os: process.platform, cpu: process.arch } : undefined
await Bun.write(join(folder, 'package.json'), `${JSON.stringify(packageManifest({ platform }), null, 2)}\n`)
cpSync(licensesFile, join(folder, 'THIRD-PARTY-LICENSES.txt'))
for (const name of ['README.md', 'CHANGELOG.md', 'LICENSE', 'docs'])
  cpSync(join(root, name), join(folder, name), { recursive: true })
for (const name of ['catalogue.json', 'catalogue.schema.json']) cpSync(join(root, 'seed', name), join(folder, name))
if (withExecutable) {
  const file = join(folder, 'bin/music-library')
  const { exitCode } = Bun.spawnSync([process.execPath, join(root, 'scripts/build.ts'), file], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (exitCode !== 0) process.exit(1)
}
console.log(`${folder}: pack it with "npm pack ${folder}"`)
