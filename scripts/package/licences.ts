import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The names, versions and licences of the packages whose files were bundled, as one text.
 * @param sources - the paths of these files, and of others
 */
export const describeLicences = async (sources: string[]): Promise<string> => {
  const folders = new Set(sources.flatMap((source) => packageFolder(source) ?? []))
  const texts = await Promise.all([...folders].sort().map(describeLicence))
  return ['music-library contains these packages.', ...texts].join(`\n\n${'-'.repeat(80)}\n\n`)
}

/** The folder of the package that a file in node_modules belongs to. */
const packageFolder = (file: string) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0]

const describeLicence = async (folder: string) => {
  const { name, version, license } = await Bun.file(join(folder, 'package.json')).json()
  const read = async (pattern: RegExp) => {
    const file = readdirSync(folder).find((entry) => pattern.test(entry))
    return file && (await Bun.file(join(folder, file)).text()).trim()
  }
  const text = (await read(/^(licen[cs]e|copying)/i)) ?? `It names its licence, ${license}, without a text.`
  // Apache-2.0, 4 (d), asks for the text of this file, too.
  const notice = await read(/^notice/i)
  return `${[`${name} ${version}`, notice, text].filter(Boolean).join('\n\n')}\n`
}
