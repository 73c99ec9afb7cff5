import { requireDifferentPorts } from '../../config/differentPorts.ts'
import { type Flags, type ResolvedSettings, readSettings } from '../../config/readSettings.ts'
import { nameInFile, type SettingName, type Settings, settingNames } from '../../config/settings.ts'
import { UsageError } from '../../errors.ts'
import { announceAlways, log } from '../../observability/log.ts'
import { fromKeys } from '../../records.ts'
import type { ChangeableSettings } from './serverOptions.ts'

/** The settings that take effect without a restart. */
const reloadable: readonly SettingName[] = [
  'logLevel',
  'limitLogin',
  'limitRegister',
  'limitAll',
  'trustedProxies',
  'corsOrigins',
] satisfies (keyof ReloadableSettings)[]

type ReloadableSettings = ChangeableSettings & Pick<Settings, 'logLevel'>

/** The first admin concerns only the start, and the file of its password may be gone. */
const names = settingNames.filter((name) => name !== 'adminEmail' && name !== 'adminPassword')

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
    const resolved = readSettings(names, flags)
    requireDifferentPorts(resolved)
    const differing = names.filter((name) => resolved[name].text !== textsInEffect[name])
    const changed = differing.filter((name) => reloadable.includes(name))
    apply({
      logLevel: resolved.logLevel.value,
      limitLogin: resolved.limitLogin.value,
      limitRegister: resolved.limitRegister.value,
      limitAll: resolved.limitAll.value,
      trustedProxies: resolved.trustedProxies.value,
      corsOrigins: resolved.corsOrigins.value,
    })
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

const describe = (changed: SettingName[], pending: SettingName[]) => {
  const parts = [
    changed.length > 0 ? `Changed: ${changed.map(nameInFile).join(', ')}.` : 'None has changed that takes effect now.',
  ]
  if (pending.length > 0) parts.push(`In effect only after a restart: ${pending.map(nameInFile).join(', ')}.`)
  return `The settings were reloaded. ${parts.join(' ')}`
}
