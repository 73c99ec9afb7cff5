import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { UsageError } from '../errors.ts'
import { parseValue, type RawValue } from './rawValue.ts'
import { secretOf } from './secret.ts'
import { nameInFile, type Setting, type SettingName, settingNames, settings } from './settings.ts'
import { suggest } from './suggest.ts'
import { parseToml } from './toml.ts'
import { path as pathParser, type ValueParser } from './valueParsers.ts'

/** Gives what a configuration file says about a setting. */
export type Configuration = (name: SettingName, setting: Setting) => RawValue | undefined

/**
 * Reads a configuration file, and checks all of it, also what the command that was called does not take: a file is
 * right or wrong as a whole.
 */
export const readConfiguration = ({ text: path, label }: RawValue): Configuration => {
  const { text, mode } = contentsOf(path, label)
  const values = new Map<string, RawValue>()
  for (const [name, value] of Object.entries(parseToml(text, path))) {
    const entry = entries.get(name)
    if (!entry) throw new UsageError(`${path}: ${unknown(name, value)}`)
    if (entry.secret && (mode & 0o077) !== 0) {
      throw new UsageError(`${path} holds ${name}, and others may read it. Keep it to yourself: chmod 600 ${path}`)
    }
    values.set(name, given(name, value, entry, path))
  }
  return (name, { secret }) => {
    const inFile = nameInFile(name)
    return secret ? secretOf(values.get(inFile), values.get(`${inFile}-file`)) : values.get(inFile)
  }
}

interface Entry {
  parser: ValueParser<unknown>
  secret?: true
}

/** All that a configuration file may hold. */
const entries = new Map<string, Entry>(
  settingNames.flatMap((name): [string, Entry][] => {
    const setting: Setting = settings[name]
    const entry: [string, Entry] = [nameInFile(name), setting]
    return setting.secret ? [entry, [`${nameInFile(name)}-file`, { parser: pathParser }]] : [entry]
  }),
)

/** Far more than all settings take: what is longer was named by mistake. */
const longest = 65_536

const contentsOf = (path: string, label: string) => {
  const open = () => {
    try {
      return openSync(path, 'r')
    } catch (error) {
      const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
      throw new UsageError(missing ? `There is no file ${path}, which ${label} names.` : unreadable(path, label))
    }
  }
  const file = open()
  try {
    const { mode, size } = fstatSync(file)
    if (size > longest) throw new UsageError(`${path}, which ${label} names, is too long for a configuration file.`)
    return { mode, text: new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file)) }
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(error instanceof TypeError ? `${path} is not UTF-8 text.` : unreadable(path, label))
  } finally {
    closeSync(file)
  }
}

const unreadable = (path: string, label: string) =>
  `${path}, which ${label} names, can't be read. Check that it is a file, and that you may read it.`

const given = (name: string, value: unknown, { parser, secret }: Entry, path: string): RawValue => {
  const label = `${path}: ${name}`
  if (typeof value !== parser.type)
    throw new UsageError(`${label} is ${kindOf(value)}. It takes ${wanted[parser.type]}.`)
  const from = { kind: 'file' as const, where: resolve(path) }
  const asWritten = { text: String(value), label, from }
  parseValue({ parser, secret }, asWritten)
  return { ...asWritten, text: parser.from?.(dirname(resolve(path)), asWritten.text) ?? asWritten.text }
}

const wanted = { number: 'a number, without quotes', string: 'a text, in quotes' }

const kindOf = (value: unknown) => {
  if (typeof value === 'number') return 'a number'
  if (typeof value === 'string') return 'a text'
  if (typeof value === 'boolean') return 'true or false'
  if (Array.isArray(value)) return 'a list'
  return isSection(value) ? 'a section' : 'a date or a time'
}

/** Dates are objects of a class, and sections are none. */
const isSection = (value: unknown) => Object.prototype.toString.call(value) === '[object Object]'

const unknown = (name: string, value: unknown) => {
  if (isSection(value)) return `There are no sections such as [${name}]. Settings stand by themselves.`
  const forms = new Map([...entries.keys()].map((known) => [known, known]))
  for (const each of settingNames) forms.set(settings[each].variable, nameInFile(each))
  const meant = suggest(name, forms)
  const advice = meant ? `Did you mean ${meant}?` : `There are ${[...entries.keys()].join(', ')}.`
  return `There is no setting ${name}. ${advice}`
}
