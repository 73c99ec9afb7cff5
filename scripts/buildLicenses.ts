// Writes the licences of what the program contains: `music-library licenses` prints them, and every download has them.

import { mkdirSync, renameSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { readConsoleSources } from './buildConsole.ts'
import { external } from './external.ts'
import { describeLicenses } from './licenses/text.ts'

const root = resolve(import.meta.dir, '..')
const entries = ['src/main.ts', 'src/index.ts', 'client/index.ts', 'testing/index.ts', 'launcher/main.ts']

/** The file that `buildLicenses` writes. src/program/commands/licenses.ts imports it. */
export const licensesFile = join(root, 'dist/licenses/THIRD-PARTY-LICENSES.txt')

/** Writes `licensesFile`. The page of the console has to be built before. @throws AggregateError if the program can't be bundled */
export const buildLicenses = async (): Promise<void> => {
  const text = await describeLicenses([...(await listSources()), ...(await readConsoleSources())])
  mkdirSync(dirname(licensesFile), { recursive: true })
  // Several builds may run at the same time.
  const newFile = `${licensesFile}.${process.pid}`
  await Bun.write(newFile, text)
  renameSync(newFile, licensesFile)
}

/** The paths of all files that the program is bundled from. Nothing is written. */
export const listSources = async () => {
  const result = await Bun.build({
    entrypoints: entries.map((entry) => join(root, entry)),
    target: 'bun',
    metafile: true,
    // It may not be there yet.
    external: [...external, '*/THIRD-PARTY-LICENSES.txt'],
  })
  if (!result.success) throw new AggregateError(result.logs, "The program can't be bundled.")
  // The paths are relative to the working directory.
  return Object.keys(result.metafile?.inputs ?? {}).map((path) => resolve(path))
}
