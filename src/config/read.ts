import { type Given, parsed, type Source } from './given.ts'
import { secretOf } from './secret.ts'
import { nameInFile, type Setting, type SettingName, type Settings, settings } from './settings.ts'

// The only reader of the environment. A flag wins over its variable, and a variable over the default.

/** What a setting comes to. */
export interface InForce<Value = unknown> {
  value: Value
  /** The value as it is given; undefined for none. */
  text: string | undefined
  from: Source
}

/** What was given on the command line: texts, by the names of settings. */
export type Flags = Record<string, unknown>

/**
 * Reads settings from everywhere.
 * @throws Misuse for a value that is wrong, with its place.
 */
export const readSettings = async <Name extends SettingName>(
  names: readonly Name[],
  flags: Flags,
): Promise<{ [Each in Name]: InForce<Settings[Each]> }> => {
  const read = (name: Name): [Name, InForce] => {
    const setting: Setting = settings[name]
    const given = inFlags(name, flags) ?? inEnvironment(setting)
    return [name, given ? { ...given, value: parsed(setting, given) } : byDefault(setting)]
  }
  return Object.fromEntries(names.map(read)) as { [Each in Name]: InForce<Settings[Each]> }
}

const inFlags = (name: SettingName, flags: Flags): Given | undefined => {
  const text = flags[name]
  return typeof text === 'string' ? { text, label: `--${nameInFile(name)}`, from: { kind: 'flag' } } : undefined
}

const inEnvironment = ({ variable: name, flag, secret }: Setting) => {
  // What has no flag is often passed on by services that set it only sometimes, and then empty.
  const given = (each: string) => (flag || process.env[each] ? variable(each) : undefined)
  return secret ? secretOf(given(name), given(`${name}_FILE`)) : given(name)
}

const variable = (where: string): Given | undefined => {
  const text = process.env[where]
  return text === undefined ? undefined : { text, label: where, from: { kind: 'environment', where } }
}

const byDefault = ({ default: value }: Setting): InForce => ({
  value,
  text: value === undefined ? undefined : String(value),
  from: { kind: 'default' },
})
