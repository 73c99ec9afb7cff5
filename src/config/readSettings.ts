import { UsageError } from '../base/errors.ts'
import { fromKeys } from '../base/objects.ts'
import { readConfigFile } from './configFile.ts'
import { resolveDatabaseUrl } from './databaseUrl.ts'
import { readConfigVariable, readEnvironment, rejectMisspelledVariables } from './environment.ts'
import { findInstalledConfig } from './installedConfig.ts'
import { parseValue, type RawValue, type Source } from './rawValue.ts'
import { removedSettings, type Setting } from './setting.ts'
import { nameInFile, type SettingName, type Settings, settings } from './settings.ts'
import { nonEmptyText } from './valueParsers.ts'

// A flag takes precedence over the variable, the variable over the configuration file, and the file over the default.

/** The value of a setting that is in effect. */
export interface Resolved<Value = unknown> {
  value: Value
  /** The value as text, as a configuration file could hold it; undefined if the setting has no value. */
  text: string | undefined
  source: Source
}

export type ResolvedSettings<Name extends SettingName = SettingName> = { [Key in Name]: Resolved<Settings[Key]> }

/** The flags of the command line: their texts under the names of the settings. */
export type Flags = Record<string, unknown>

/**
 * Reads settings from all sources. A configuration file is checked as a whole, even if only some settings are read, and so are the names
 * of variables.
 * @param warn - called with a sentence for each setting that has no effect, or that the next version does not know
 * @throws UsageError for a value that is wrong, with its place
 */
export const readSettings = <Name extends SettingName>(
  names: readonly Name[],
  flags: Flags,
  warn: (warning: string) => void = () => {},
): ResolvedSettings<Name> => {
  rejectMisspelledVariables()
  const path = configFilePath(flags)
  const readFromFile = path && readConfigFile(path)
  const readRaw = (name: string, setting: Pick<Setting, 'variable' | 'flag' | 'secret'>) =>
    readFlag(name, flags) ?? readEnvironment(setting) ?? readFromFile?.(name, setting)
  for (const [name, setting] of Object.entries(removedSettings)) {
    const raw = readRaw(name, setting)
    if (raw) warn(`${raw.label} has no effect any more. ${setting.reason} Remove it: the next version rejects it.`)
  }
  const resolve = (name: Name): Resolved => {
    const setting: Setting = settings[name]
    const raw = readRaw(name, setting)
    if (!raw) return resolveDefault(setting)
    if (flags.demo && setting.unusedInDemo) {
      const sentence = `${raw.label} has no effect in a demo. Leave it out.`
      if (raw.source.kind === 'flag') throw new UsageError(sentence)
      warn(sentence)
    }
    if (setting.replacement) warn(`${raw.label} is removed in the next version. ${setting.replacement}`)
    const value = parseValue(setting, raw)
    if (name === 'database')
      return { ...raw, ...resolveDatabaseUrl(raw, () => readRaw('databasePassword', settings.databasePassword)) }
    return { ...raw, value }
  }
  // `Settings` derives the type of each value from the parser and the default that `resolve` uses.
  return fromKeys(names, resolve) as ResolvedSettings<Name>
}

/**
 * The path of the configuration file: the one that is named, or else that of the installed program. The latter has the settings of one
 * library, so it is left out where the command line or a variable names a library. @throws UsageError for an empty one
 */
export const configFilePath = (flags: Flags): RawValue | undefined => {
  const path = readFlag('config', flags) ?? readConfigVariable()
  if (path) parseValue({ parser: nonEmptyText }, path)
  if (path || flags.demo || readFlag('database', flags) || readEnvironment(settings.database)) return path
  return findInstalledConfig()
}

const readFlag = (name: string, flags: Flags): RawValue | undefined => {
  const text = flags[name]
  return typeof text === 'string' ? { text, label: `--${nameInFile(name)}`, source: { kind: 'flag' } } : undefined
}

const resolveDefault = ({ default: value, defaultText }: Setting): Resolved => ({
  value,
  text: defaultText ?? (value === undefined ? undefined : String(value)),
  source: { kind: 'default' },
})
