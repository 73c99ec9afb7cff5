import { UsageError } from '../base/errors.ts'
import { fromKeys } from '../base/objects.ts'
import { findClosest } from '../base/spelling.ts'
import { type RawValue, resolveSecret } from './rawValue.ts'
import type { Setting } from './setting.ts'
import { nameInFile, settingNames, settings } from './settings.ts'

// The environment is read only here. Each variable has two names: `PORT`, and `MUSIC_LIBRARY_PORT` for an environment in which the short
// one is that of another program. The long one takes precedence.

const prefix = 'MUSIC_LIBRARY_'

const configVariable = `${prefix}CONFIG`

/** The variable in which the command of the operator that runs after each backup gets the path of the backup. */
const backupVariable = `${prefix}BACKUP`

/**
 * The variables with the prefix that are no settings: the configuration file, what the launcher and the test helper read, and what a
 * command after a backup gets, which may run this program.
 */
const programVariables = [configVariable, `${prefix}EXECUTABLE`, backupVariable]

const allSettings: readonly Setting[] = Object.values(settings)

/** The names of a setting's variable, the one that takes precedence first. */
const namesOf = (variable: string) => [prefix + variable, variable]

/** The value that the environment has for a setting. @throws UsageError for a secret that can't be read, or is set twice */
export const readEnvironment = ({
  variable,
  flag,
  secret,
}: Pick<Setting, 'variable' | 'flag' | 'secret'>): RawValue | undefined => {
  if (variable === undefined) return
  // An empty variable of a setting without a flag counts as unset: service managers often pass optional ones empty.
  const read = (name: string) => (flag || process.env[name] ? readVariable(name) : undefined)
  for (const name of namesOf(variable)) {
    const value = secret ? resolveSecret(read(name), read(`${name}_FILE`)) : read(name)
    if (value) return value
  }
}

/** The variables that are set and name the library, or a file that may name it. */
export const setLibraryVariables = (): string[] =>
  [configVariable, ...namesOf(settings.database.variable)].filter((name) => process.env[name])

/** The path of the configuration file that the environment names. */
export const readConfigVariable = (): RawValue | undefined => readVariable(configVariable)

const readVariable = (name: string): RawValue | undefined => {
  const text = process.env[name]
  if (text === undefined || isServiceLink(name, text)) return
  return { text, label: name, source: { kind: 'environment', where: name } }
}

/**
 * Kubernetes sets such variables for a service with the name music-library in all containers beside it, among them
 * `MUSIC_LIBRARY_PORT=tcp://10.0.0.1:3000`.
 */
const isServiceLink = (name: string, text: string) =>
  name.startsWith(prefix) &&
  (/_SERVICE_(HOST|PORT(_\w+)?)$|_PORT_\d+_/.test(name) ||
    (name.endsWith('_PORT') && /^(tcp|udp|sctp):\/\//.test(text)))

/**
 * Looks for misspelled variables. Others with the prefix that no setting has are left alone: they may be those of a script.
 * @throws UsageError with the right spelling
 */
export const rejectMisspelledVariables = (): void => {
  for (const [name, text = ''] of Object.entries(process.env)) {
    if (!name.startsWith(prefix) || knownVariables.has(name) || isServiceLink(name, text)) continue
    // More edits make another word of a short name, such as HOME of HOST.
    const closest = findClosest(name.slice(prefix.length), variablesBySpelling.keys(), 1)
    const suggestion = closest && variablesBySpelling.get(closest)
    if (suggestion) throw new UsageError(`There is no variable ${name}. Did you mean ${prefix}${suggestion}?`)
  }
}

const withFile = ({ variable, secret }: Setting) => {
  if (variable === undefined) return []
  return secret ? [variable, `${variable}_FILE`] : [variable]
}

const shortVariables = allSettings.flatMap(withFile)

const knownVariables = new Set([...programVariables, ...shortVariables.map((variable) => prefix + variable)])

/** The variables without the prefix. Those of some settings differ from their names: `CACHE_MEGABYTES` is `cache`. */
const variablesBySpelling = new Map([
  ...[...shortVariables, ...programVariables.map((variable) => variable.slice(prefix.length))].map(
    (variable) => [variable, variable] as const,
  ),
  ...settingNames.flatMap((name) => {
    const { variable }: Setting = settings[name]
    return variable === undefined ? [] : [[nameInFile(name), variable] as const]
  }),
])

/**
 * The environment for a child process of this program that gets its settings as flags. It has no configuration file, since
 * a changed one must not make the child fail, and no secrets but the password in the URL of a database, which must not be on a command line.
 * @param databaseUrl - of PostgreSQL
 */
export const environmentForChild = (databaseUrl: string | undefined): Record<string, string | undefined> => {
  const secrets = allSettings.filter(({ secret }) => secret).flatMap(withFile)
  return {
    ...process.env,
    ...fromKeys([configVariable, ...secrets.flatMap(namesOf)], () => undefined),
    ...(databaseUrl !== undefined && { [prefix + settings.database.variable]: databaseUrl }),
  }
}

/** What programs need to find other programs and their files, to speak a language, and to show times. */
const plainVariables = ['PATH', 'HOME', 'USER', 'LOGNAME', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR']
const windowsVariables = ['SystemRoot', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA', 'TEMP', 'TMP', 'PATHEXT']

/** The environment for the command of the operator that runs after a backup: none of the settings, and no secret. */
export const environmentForBackupCommand = (backup: string): Record<string, string | undefined> => ({
  ...fromKeys(
    [...plainVariables, ...(process.platform === 'win32' ? windowsVariables : [])],
    (name) => process.env[name],
  ),
  [backupVariable]: backup,
})
