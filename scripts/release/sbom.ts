import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import manifest from '../../package.json'
import { readTagLibVersion } from '../../src/converters/scan/tagLib.ts'
import { readConsoleSources } from '../buildConsole.ts'
import { type BundledPackage, findPackages } from '../licenses/packages.ts'
import type { Step } from './release.ts'

/** `music-library-VERSION.cdx.json`: in the format CycloneDX 1.6, what the executables contain. */
export const writeSbom: Step = async ({ version, date, executables, folder }) => {
  const sources = executables.flatMap((executable) => executable.sources)
  const packages = await findPackages([...new Set([...sources, ...(await readConsoleSources())])])
  const components = [...runtimeComponents(), await tagLibComponent(), ...packages.map(packageComponent)]
  const application = {
    type: 'application',
    'bom-ref': `music-library@${version}`,
    name: 'music-library',
    version,
    description: manifest.description,
    licenses: licenseChoice(manifest.license),
    purl: npmUrl('music-library', version),
  }
  const document = {
    metadata: { timestamp: date.toISOString(), component: application },
    components,
    dependencies: [{ ref: application['bom-ref'], dependsOn: components.map((component) => component['bom-ref']) }],
  }
  const header = { bomFormat: 'CycloneDX', specVersion: '1.6', serialNumber: serialNumber(document), version: 1 }
  const text = `${JSON.stringify({ ...header, ...document }, null, 2)}\n`
  await Bun.write(join(folder, `music-library-${version}.cdx.json`), text)
}

/** Bun, and the SQLite in it: on Linux and Windows it is linked with it. On macOS it uses the system's. */
const runtimeComponents = () => {
  const [sqlite = ''] = new Database(':memory:').query('select sqlite_version()').values().flat().map(String)
  return [
    {
      type: 'platform',
      'bom-ref': `bun@${Bun.version}`,
      name: 'bun',
      version: Bun.version,
      licenses: licenseChoice('MIT'),
      purl: npmUrl('bun', Bun.version),
    },
    {
      type: 'library',
      'bom-ref': `sqlite@${sqlite}`,
      name: 'sqlite',
      version: sqlite,
      description: 'Part of the executables for Linux and Windows. The one for macOS uses the library of the system.',
      licenses: licenseChoice('blessing'),
      cpe: `cpe:2.3:a:sqlite:sqlite:${sqlite}:*:*:*:*:*:*:*`,
      purl: `pkg:generic/sqlite@${sqlite}`,
    },
  ]
}

/** The library in the WebAssembly module of the package taglib-wasm, which has a licence of its own. */
const tagLibComponent = async () => {
  const version = await readTagLibVersion()
  return {
    type: 'library',
    'bom-ref': `taglib@${version}`,
    name: 'taglib',
    version,
    description: 'Reads the tags of audio files. Compiled to WebAssembly, as a part of the package taglib-wasm.',
    licenses: licenseChoice('LGPL-2.1-or-later'),
    purl: `pkg:generic/taglib@${version}`,
  }
}

const packageComponent = ({ name, version, license }: BundledPackage) => ({
  type: 'library',
  'bom-ref': `${name}@${version}`,
  name,
  version,
  licenses: licenseChoice(license),
  purl: npmUrl(name, version),
})

/** An expression such as `MIT OR Apache-2.0` is no identifier of a licence. */
const licenseChoice = (license: string) =>
  /\s/.test(license) ? [{ expression: license }] : [{ license: { id: license } }]

/** The @ of a scope is escaped: https://github.com/package-url/purl-spec. */
const npmUrl = (name: string, version: string) => `pkg:npm/${name.replace('@', '%40')}@${version}`

/** A UUID of the version 8 (RFC 9562) from the content, since the same sources are to give the same bytes. */
const serialNumber = (document: object) => {
  const hash = new Bun.CryptoHasher('sha256').update(JSON.stringify(document)).digest('hex')
  const [, a, b, c, d, e] = /^(.{8})(.{4}).(.{3}).(.{3})(.{12})/.exec(hash) ?? []
  return `urn:uuid:${a}-${b}-8${c}-8${d}-${e}`
}
