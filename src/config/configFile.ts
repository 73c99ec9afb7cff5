import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { TomlDate } from 'smol-toml'
import { ClosedToUser, errorMessage, UsageError } from '../base/errors.ts'
import { fileErrorKind } from '../base/fileErrors.ts'
import { askForWord, findClosest } from '../base/spelling.ts'
import { quoteForShell } from '../base/visibleText.ts'
import { describeFileError } from '../library/describeFileError.ts'
import { userName } from '../library/fileOwner.ts'
import { isExposed } from '../library/secretFile.ts'
import type { ValueParser } from './createParser.ts'
import { isUrlWithPassword } from './databaseUrl.ts'
import { installedConfigPath } from './installedConfig.ts'
import { parseValue, type RawValue, resolveSecret } from './rawValue.ts'
import { removedSettings, type Setting } from './setting.ts'
import { nameInFile, settingNames, settings } from './settings.ts'
import { suggestWord } from './suggestedValues.ts'
import { parseToml } from './toml.ts'
import { path as pathParser } from './valueParsers.ts'

/** Reads the value that the configuration file has for a setting. */
type ReadFromFile = (name: string, setting: Pick<Setting, 'secret'>) => RawValue | undefined

/** Far more than all settings take. A longer file was probably named by mistake. */
const maxFileBytes = 65_536

/**
 * Reads a configuration file and checks all of it, including settings that the current command does not use: one file
 * is shared by all commands, so it has to be valid for each of them.
 * @throws UsageError with the place of the error; it never quotes a value that may be secret
 */
export const readConfigFile = ({ text: path, label }: RawValue): ReadFromFile => {
  const { text, mode } = readText(path, label)
  const values = new Map<string, RawValue>()
  for (const [key, value] of Object.entries(parseToml(text, path))) {
    if (removedKeys.includes(key)) {
      values.set(key, toRawValue(key, String(value), path))
      continue
    }
    const entry = entries.get(key)
    if (!entry) throw new UsageError(`${path}: ${describeUnknownKey(key, value)}`)
    const isSecret = entry.secret || (typeof value === 'string' && isUrlWithPassword(value))
    if (isSecret && isExposed(mode)) {
      throw new UsageError(`${path} holds ${key}, and others may read it. ${adviceToHide(path, key)}`)
    }
    if (entry.isCommand && (mode & 0o002) !== 0)
      throw new UsageError(
        `${path} has ${key}, and everybody may write it. Keep it to yourself: chmod o-w ${quoteForShell(path)}`,
      )
    values.set(key, checkValue(key, value, entry, path))
  }
  return (name, { secret }) => {
    const key = nameInFile(name)
    return secret ? resolveSecret(values.get(key), values.get(`${key}-file`)) : values.get(key)
  }
}

/** A file of root, such as /etc/music-library.toml, is read by a service that is not root, and has to stay readable for it. */
const adviceToHide = (path: string, key: string) =>
  `Put the password into a file of the server's user, and name it with ${key === 'database' ? 'database-password' : key}-file. If that user owns this file, this is enough: chmod 600 ${quoteForShell(path)}`

type Entry = Pick<Setting, 'parser' | 'secret' | 'unsetText' | 'isCommand'>

/** The keys that a configuration file may have. */
const entries = new Map<string, Entry>(
  settingNames.flatMap((name): [string, Entry][] => {
    const setting: Setting = settings[name]
    const entry: [string, Entry] = [nameInFile(name), setting]
    return setting.secret ? [entry, [`${nameInFile(name)}-file`, { parser: pathParser }]] : [entry]
  }),
)

const removedKeys = Object.keys(removedSettings).map(nameInFile)

const readText = (path: string, label: string) => {
  const file = openFile(path, label)
  try {
    const { mode, size } = fstatSync(file)
    if (size > maxFileBytes)
      throw new UsageError(`${path}, which ${label} names, is too long for a configuration file.`)
    return { mode, text: new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file)) }
  } catch (error) {
    if (error instanceof UsageError) throw error
    if (error instanceof TypeError) throw new UsageError(`${path} is not UTF-8 text.`)
    throw describeUnreadable(error, path, label)
  } finally {
    closeSync(file)
  }
}

const openFile = (path: string, label: string) => {
  try {
    return openSync(path, 'r')
  } catch (error) {
    if (path === installedConfigPath && fileErrorKind(error) === 'forbidden')
      throw new ClosedToUser(`${path} can't be read by the user ${userName()}.`)
    throw describeUnreadable(error, path, label)
  }
}

const describeUnreadable = (error: unknown, path: string, label: string) =>
  new UsageError(
    fileErrorKind(error) === 'missing'
      ? `There is no file ${path}, which ${label} names.`
      : errorMessage(describeFileError(error, path, 'read', { name: `${path} (${label})` })),
  )

const checkValue = (key: string, value: unknown, entry: Entry, path: string): RawValue => {
  const { parser } = entry
  const label = `${path}: ${key}`
  if (typeof value !== parser.tomlType)
    throw new UsageError(
      `${label} is ${describeType(value)}. It takes ${expected[parser.tomlType]}.${suggestFor(value, parser)}`,
    )
  const raw = toRawValue(key, String(value), path)
  parseValue(entry, raw)
  return { ...raw, text: parser.resolvePath?.(dirname(resolve(path)), raw.text) ?? raw.text }
}

const toRawValue = (key: string, text: string, path: string): RawValue => ({
  text,
  label: `${path}: ${key}`,
  source: { kind: 'file', where: resolve(path) },
})

/** `true` of a setting that is on or off. */
const suggestFor = (value: unknown, { choices }: ValueParser<unknown>) => {
  const word = typeof value === 'boolean' && choices ? suggestWord(String(value), choices) : undefined
  return word === undefined ? '' : ` Did you mean "${word}"?`
}

const expected: Record<ValueParser<unknown>['tomlType'], string> = {
  number: 'a number, without quotes',
  string: 'a text, in quotes',
}

const describeType = (value: unknown) => {
  if (typeof value === 'number') return 'a number'
  if (typeof value === 'string') return 'a text'
  if (typeof value === 'boolean') return 'true or false'
  if (Array.isArray(value)) return 'a list'
  return value instanceof TomlDate ? 'a date or a time' : 'a section'
}

const describeUnknownKey = (key: string, value: unknown) => {
  if (describeType(value) === 'a section')
    return `There are no sections such as [${key}] in a configuration file. Leave this line out.`
  return `There is no setting ${key}. ${askForWord(suggestKey(key), `There are ${[...entries.keys()].join(', ')}.`)}`
}

/** The key whose own name, or whose variable, is spelled most like an unknown key. */
const suggestKey = (unknownKey: string): string | undefined => {
  const keysBySpelling = new Map([
    ...[...entries.keys()].map((key) => [key, key] as const),
    ...settingNames.flatMap((name) => {
      const { variable }: Setting = settings[name]
      return variable === undefined ? [] : [[variable, nameInFile(name)] as const]
    }),
  ])
  const closest = findClosest(unknownKey, keysBySpelling.keys(), 3)
  return closest && keysBySpelling.get(closest)
}
