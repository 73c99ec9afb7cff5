import { UsageError } from '../base/errors.ts'
import { isPostgresUrl, locate } from '../library/locate.ts'
import type { Flags, ResolvedSettings } from './readSettings.ts'
import { nameInFile } from './settings.ts'

const backupAdvice =
  'Back the database up with the tools of PostgreSQL, or run "music-library backup" with a timer of the machine.'

/** The settings that only a library in a file has, with what to do instead on PostgreSQL. */
const fileSettings = {
  backupEvery: backupAdvice,
  backupKeep: backupAdvice,
  keepSnapshots: 'An upgrade on PostgreSQL makes no snapshot: back the database up before.',
} as const

/** Whether a setting has an effect on the library with this address. */
export const isUsedBy = (url: string, name: string): boolean => !(isPostgresUrl(url) && name in fileSettings)

/** Makes sure that the other settings of a server go with its library. @throws UsageError if not */
export const requireLibrarySettings = (
  resolved: ResolvedSettings<'database' | keyof typeof fileSettings>,
  flags: Flags,
): void => {
  const { value: url } = resolved.database
  const { name } = locate(url)
  if (!isPostgresUrl(url)) return
  const isFor = `is for a library in a file, and this one is at ${name}`
  if (flags.new) throw new UsageError(`--new ${isFor}. Leave it out.`)
  for (const [key, advice] of Object.entries(fileSettings)) {
    // The keys are those of the literal above.
    const setting = key as keyof typeof fileSettings
    if (resolved[setting].source.kind === 'default') continue
    throw new UsageError(`${nameInFile(setting)} ${isFor}. Leave it out. ${advice}`)
  }
}
