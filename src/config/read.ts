import { parseValue, type RawValue, type Source } from './rawValue.ts'
import { secretOf } from './secret.ts'
import { nameInFile, type Setting, type SettingName, type Settings, settings } from './settings.ts'
import { nonEmptyText } from './valueParsers.ts'

// The only reader of the environment. A flag wins over its variable, that over the configuration file, and that over
// the default.

/** What a setting comes to. */
export interface Resolved<Value = unknown> {
  value: Value
  /** The value as it is given, which a configuration file could hold; undefined for none. */
  text: string | undefined
  from: Source
}

/** What was given on the command line: texts, by the names of settings. */
export type Flags = Record<string, unknown>

/**
 * Reads settings from everywhere; and if there is a configuration file, the whole of it.
 * @throws UsageError for a value that is wrong, with its place.
 */
export const readSettings = async <Name extends SettingName>(
  names: readonly Name[],
  flags: Flags,
): Promise<{ [Each in Name]: Resolved<Settings[Each]> }> => {
  const named = configurationFile(flags)
  // Without a file, the code that reads one is not loaded.
  const file = named && (await import('./file.ts')).readConfiguration(named)
  const read = (name: Name): [Name, Resolved] => {
    const setting: Setting = settings[name]
    const given = inFlags(name, flags) ?? inEnvironment(setting) ?? file?.(name, setting)
    return [name, given ? { ...given, value: parseValue(setting, given) } : byDefault(setting)]
  }
  return Object.fromEntries(names.map(read)) as { [Each in Name]: Resolved<Settings[Each]> }
}

const fileVariable = 'MUSIC_LIBRARY_CONFIG'

/** The configuration file that is named. */
export const configurationFile = (flags: Flags): RawValue | undefined => {
  const named = inFlags('config', flags) ?? variable(fileVariable)
  if (named) parseValue({ parser: nonEmptyText }, named)
  return named
}

/** For another process of this program that is told all by flags: what the file holds by then must not stop it. */
export const environmentWithoutFile = () => ({ ...process.env, [fileVariable]: undefined })

const inFlags = (name: SettingName | 'config', flags: Flags): RawValue | undefined => {
  const text = flags[name]
  return typeof text === 'string' ? { text, label: `--${nameInFile(name)}`, from: { kind: 'flag' } } : undefined
}

const inEnvironment = ({ variable: name, flag, secret }: Setting) => {
  // What has no flag is often passed on by services that set it only sometimes, and then empty.
  const given = (each: string) => (flag || process.env[each] ? variable(each) : undefined)
  return secret ? secretOf(given(name), given(`${name}_FILE`)) : given(name)
}

const variable = (where: string): RawValue | undefined => {
  const text = process.env[where]
  return text === undefined ? undefined : { text, label: where, from: { kind: 'environment', where } }
}

const byDefault = ({ default: value }: Setting): Resolved => ({
  value,
  text: value === undefined ? undefined : String(value),
  from: { kind: 'default' },
})
