import manifest from '../../package.json'
import { targets } from '../release/targets.ts'
import { platformPackageName } from './platformPackage.ts'

const { name, version, description, license, homepage, repository, type, dependencies } = manifest

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
  homepage,
  repository,
  type,
  engines: { node: '>=18' },
  bin: { 'music-library': './launcher.js' },
  exports: {
    '.': { types: './index.d.ts', bun: './index.js', default: './unsupported.js' },
    './client': { types: './client.d.ts', default: './client.js' },
    './testing': { types: './testing.d.ts', default: './testing.js' },
    // Types only.
    './app': { types: './app.d.ts' },
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

/** The module that Node and bundlers get for `.`. It exports the names, since importing a missing one is another error. */
export const unsupportedModule = (
  names: string[],
): string => `${names.map((export_) => `export const ${export_} = undefined`).join('\n')}

throw new Error('music-library runs inside a program only with Bun. In Node, music-library/testing starts its executable. In a browser, use music-library/client.')
`
