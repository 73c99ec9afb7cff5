import { dirname, join } from 'node:path'
import { type BundledPackage, findPackages } from './packages.ts'

/** Licences of parts of Bun whose texts are not in its documentation. */
const licenses = ['LGPL-2.0', 'LGPL-2.1', 'Apache-2.0']

/**
 * The names, versions and licences of what the program is made of, as one text.
 * @param sources - the paths of the bundled files
 */
export const describeLicenses = async (sources: readonly string[]): Promise<string> => {
  const packages = await findPackages(sources)
  const texts = await Promise.all(
    licenses.map((name) => Bun.file(join(import.meta.dir, 'texts', `${name}.txt`)).text()),
  )
  const parts = [
    'music-library contains these packages.',
    ...packages.map(describePackage),
    await describeBun(),
    ...texts,
  ]
  return parts.map((part) => `${part.trim()}\n`).join(`\n${'-'.repeat(80)}\n\n`)
}

const describePackage = ({ name, version, license, texts }: BundledPackage) => {
  const described = texts.length > 0 ? texts : [`It names its licence, ${license}, without a text.`]
  return [`${name} ${version}`, ...described].join('\n\n')
}

/** What the executable contains beside packages: Bun with the libraries that it is linked with. Its documentation names them. */
const describeBun = async () => {
  const types = Bun.resolveSync('@types/bun/package.json', import.meta.dir)
  const folder = dirname(Bun.resolveSync('bun-types/package.json', dirname(types)))
  const page = await Bun.file(join(folder, 'docs/project/license.mdx')).text()
  const text = page.replace(/^---\n.*?\n---\n/s, '').trim()
  return `Bun ${Bun.version}

The executable also contains the runtime Bun. To put another build of Bun into it, run "bun scripts/build.ts" with this build in the
source code of music-library. The page "License" of Bun's documentation says:

${text}`
}
