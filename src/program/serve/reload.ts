import { statSync } from 'node:fs'
import { UsageError } from '../../base/errors.ts'
import { fromKeys } from '../../base/objects.ts'
import { configFilePath, type Flags, type ResolvedSettings, readSettings } from '../../config/readSettings.ts'
import { requireServerSettings, type ServerSettingName } from '../../config/serveChecks.ts'
import { nameInFile, type SettingName, settingNames } from '../../config/settings.ts'
import { announceAlways, log } from '../../observability/log.ts'
import { type ReloadableSettings, reloadable } from './serverOptions.ts'

const names = settingNames.filter(
  (name): name is ServerSettingName => name !== 'adminEmail' && name !== 'adminPassword',
)

interface ReloadOptions {
  /** The flags of the start, which keep their precedence. */
  flags: Flags
  /** The settings of the start. */
  started: ResolvedSettings
  apply(settings: ReloadableSettings): void
}

/**
 * Creates a function that reads the settings again, applies what a running server can change, and logs the names of the settings
 * that differ. After an error, nothing is changed.
 */
export const createReload = ({ flags, started, apply }: ReloadOptions): (() => void) => {
  const textsInEffect = fromKeys(names, (name) => started[name].text)

  const reload = () => {
    requireReadableAgain(flags)
    const resolved = readSettings(names, flags, (warning) => log.warn(warning))
    requireServerSettings(resolved, flags)
    const differing = names.filter((name) => resolved[name].text !== textsInEffect[name])
    const changed = differing.filter((name) => isReloadable(name))
    // `ResolvedSettings` has the type of each value.
    apply(fromKeys(reloadable, (name) => resolved[name].value) as ReloadableSettings)
    for (const name of changed) textsInEffect[name] = resolved[name].text
    announceAlways(
      describe(
        changed,
        differing.filter((name) => !changed.includes(name)),
      ),
    )
  }

  return () => {
    try {
      reload()
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
      log.error(`The settings were not reloaded: all stay as they are. ${error.message}`)
    }
  }
}

const isReloadable = (name: SettingName) => (reloadable as readonly SettingName[]).includes(name)

/** @throws UsageError for a configuration file that is a pipe: it is empty the second time, or blocks until something writes to it */
const requireReadableAgain = (flags: Flags) => {
  const path = configFilePath(flags)
  if (path && isSpecialFile(path.text)) {
    throw new UsageError(
      `${path.text}, which ${path.label} names, is not a regular file, and can't be read again. Restart the server.`,
    )
  }
}

const isSpecialFile = (path: string) => {
  try {
    return !statSync(path).isFile()
  } catch {
    // `readSettings` has the message for a file that is missing or can't be read.
    return false
  }
}

const describe = (changed: SettingName[], pending: SettingName[]) => {
  const parts = [
    changed.length > 0
      ? `Changed: ${changed.map(nameInFile).join(', ')}.`
      : 'No setting that takes effect now has changed.',
  ]
  if (pending.length > 0) parts.push(`In effect only after a restart: ${pending.map(nameInFile).join(', ')}.`)
  return `The settings were reloaded. ${parts.join(' ')}`
}
