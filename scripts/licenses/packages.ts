import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** A package whose files were bundled. */
export interface BundledPackage {
  name: string
  version: string
  /** As its package.json names it: an identifier or an expression of SPDX. */
  license: string
  /** The texts of its notices and licences. */
  texts: string[]
}

/**
 * Finds the packages whose files were bundled, in the order of their paths.
 * @param sources - the paths of these files, and of others
 */
export const findPackages = async (sources: readonly string[]): Promise<BundledPackage[]> => {
  const files = new Map<string, string[]>()
  for (const source of sources) {
    const folder = packageFolder(source)
    if (folder) files.set(folder, [...(files.get(folder) ?? []), source])
  }
  const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1))
  return Promise.all(sorted.map(([folder, bundled]) => readPackage(folder, bundled)))
}

/** The texts of packages that come without the licence of what they contain: names of files in texts/. */
const textFiles: Record<string, string> = { '@iconify-json/tabler': 'Tabler-Icons.txt' }

/** The folder of the package that a file in node_modules belongs to. */
const packageFolder = (file: string) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0]

const readPackage = async (folder: string, sources: string[]): Promise<BundledPackage> => {
  const { name, version, license } = await Bun.file(join(folder, 'package.json')).json()
  const find = (pattern: RegExp) => {
    const file = readdirSync(folder).find((entry) => pattern.test(entry))
    return file ? [join(folder, file)] : []
  }
  // Apache-2.0, 4 (d), asks for the text of a notice, too. A file that is itself bundled names its parts in a file beside it.
  const parts = sources.map((source) => `${source}.LICENSE.txt`).filter((file) => existsSync(file))
  const ownFile = textFiles[name]
  const own = ownFile === undefined ? [] : [join(import.meta.dir, 'texts', ownFile)]
  const paths = [...find(/^notice/i), ...find(/^(licen[cs]e|copying)/i), ...own, ...parts]
  const texts = await Promise.all(paths.map(async (path) => (await Bun.file(path).text()).trim()))
  return { name, version, license, texts }
}
