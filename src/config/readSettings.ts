import { fromKeys } from '../records.ts'
import { readConfigFile } from './configFile.ts'
import { parseValue, type RawValue, type Source } from './rawValue.ts'
import { resolveSecret } from './secret.ts'
import type { Setting } from './setting.ts'
import { nameInFile, type SettingName, type Settings, settings } from './settings.ts'
import { nonEmptyText } from './valueParsers.ts'

// Settings are read from the environment only here. A flag takes precedence over the variable, the variable over the
// configuration file, and the file over the default.

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
 * Reads settings from all sources. A configuration file is checked as a whole, even if only some settings are read.
 * @throws UsageError for a value that is wrong, with its place
 */
export const readSettings = <Name extends SettingName>(
  names: readonly Name[],
  flags: Flags,
): ResolvedSettings<Name> => {
  const path = configFilePath(flags)
  const readFromFile = path && readConfigFile(path)
  const resolve = (name: Name): Resolved => {
    const setting: Setting = settings[name]
    const raw = readFlag(name, flags) ?? readEnvironment(setting) ?? readFromFile?.(name, setting)
    return raw ? { ...raw, value: parseValue(setting, raw) } : resolveDefault(setting)
  }
  // `Settings` derives the type of each value from the parser and the default that `resolve` uses.
  return fromKeys(names, resolve) as ResolvedSettings<Name>
}

const fileVariable = 'MUSIC_LIBRARY_CONFIG'

/** The path of the configuration file, if one is set. @throws UsageError for an empty one */
export const configFilePath = (flags: Flags): RawValue | undefined => {
  const path = readFlag('config', flags) ?? readVariable(fileVariable)
  if (path) parseValue({ parser: nonEmptyText }, path)
  return path
}

/**
 * The environment for a child process of this program that gets its settings as flags. It has no configuration file, since
 * a changed one must not make the child fail, and no secrets.
 */
export const environmentForChild = () => {
  const secrets = Object.values<Setting>(settings).filter(({ secret }) => secret)
  const variables = [fileVariable, ...secrets.flatMap(({ variable }) => [variable, `${variable}_FILE`])]
  return { ...process.env, ...fromKeys(variables, () => undefined) }
}

const readFlag = (name: SettingName | 'config', flags: Flags): RawValue | undefined => {
  const text = flags[name]
  return typeof text === 'string' ? { text, label: `--${nameInFile(name)}`, source: { kind: 'flag' } } : undefined
}

const readEnvironment = ({ variable, flag, secret }: Setting) => {
  // An empty variable of a setting without a flag counts as unset: service managers often pass optional ones empty.
  const read = (name: string) => (flag || process.env[name] ? readVariable(name) : undefined)
  return secret ? resolveSecret(read(variable), read(`${variable}_FILE`)) : read(variable)
}

const readVariable = (name: string): RawValue | undefined => {
  const text = process.env[name]
  return text === undefined ? undefined : { text, label: name, source: { kind: 'environment', where: name } }
}

const resolveDefault = ({ default: value, defaultText }: Setting): Resolved => ({
  value,
  text: defaultText ?? (value === undefined ? undefined : String(value)),
  source: { kind: 'default' },
})
