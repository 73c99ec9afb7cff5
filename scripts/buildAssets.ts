// Builds the files that the program imports and the repository does not have: `bun scripts/buildAssets.ts`.
import { buildConsole } from './buildConsole.ts'
import { buildLicenses } from './buildLicenses.ts'

/** Builds the page of the console, and then the text of the licences. */
export const buildAssets = async (): Promise<void> => {
  await buildConsole()
  await buildLicenses()
}

if (import.meta.main) await buildAssets()
