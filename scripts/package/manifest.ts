import manifest from '../../package.json'
import { projectHome } from '../../src/base/projectHome.ts'
import { targets } from '../release/targets.ts'
import { platformPackageName } from './platformPackage.ts'

const { name, version, description, license, type, dependencies } = manifest

export interface PackageOptions {
  /** Whether the package depends on those with the executables, which are optional: a package manager installs the one for the platform. */
  platformPackages: boolean
}

/** The `package.json` of the package. Everything that it imports is bundled, so it depends on nothing else. */
export const createPackageManifest = ({ platformPackages }: PackageOptions) => ({
  name,
  version,
  description,
  license,
  ...(projectHome && { homepage: projectHome, repository: { type: 'git', url: `git+${projectHome}/source.git` } }),
  type,
  engines: { node: '>=18' },
  bin: { 'music-library': './launcher.js' },
  exports: {
    '.': {
      import: { types: './index.d.ts', bun: './index.js', default: './unsupported.js' },
      require: { types: './index.d.cts', bun: './index.js', default: './unsupported.cjs' },
    },
    './client': bothFormats('client'),
    './testing': bothFormats('testing'),
    // Types only.
    './app': { import: { types: './app.d.ts' }, require: { types: './app.d.cts' } },
    './catalogue.json': './catalogue.json',
    './catalogue.schema.json': './catalogue.schema.json',
    './package.json': './package.json',
  },
  files: ['**/*'],
  sideEffects: false,
  // Only the types of `./app` need it.
  peerDependencies: { elysia: `^${dependencies.elysia}` },
  peerDependenciesMeta: { elysia: { optional: true } },
  ...(platformPackages && {
    optionalDependencies: Object.fromEntries(targets.map((target) => [platformPackageName(target), version])),
  }),
})

/** An entry for `import` and for `require`. */
const bothFormats = (entry: string) => ({
  import: { types: `./${entry}.d.ts`, default: `./${entry}.js` },
  require: { types: `./${entry}.d.cts`, default: `./${entry}.cjs` },
})

export const unsupportedMessage =
  'music-library runs inside a program only with Bun. In Node, music-library/testing starts its executable. In a browser, use music-library/client.'

/** The module that Node and bundlers get for `.`. It exports the names, since importing a missing one is another error. */
export const unsupportedModule = (
  names: string[],
): string => `${names.map((export_) => `export const ${export_} = undefined`).join('\n')}

throw new Error(${JSON.stringify(unsupportedMessage)})
`
