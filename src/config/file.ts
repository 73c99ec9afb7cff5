import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { Misuse } from '../errors.ts'
import { type Form, path as pathForm } from './valueParsers.ts'
import { type Given, parsed } from './rawValue.ts'
import { nearest } from './suggest.ts'
import { secretOf } from './secret.ts'
import { nameInFile, type Setting, type SettingName, settingNames, settings } from './settings.ts'
import { parseToml } from './toml.ts'

/** Gives what a configuration file says about a setting. */
export type Configuration = (name: SettingName, setting: Setting) => Given | undefined

/**
 * Reads a configuration file, and checks all of it, also what the command that was called does not take: a file is
 * right or wrong as a whole.
 */
export const readConfiguration = ({ text: path, label }: Given): Configuration => {
  const { text, mode } = contentsOf(path, label)
  const values = new Map<string, Given>()
  for (const [name, value] of Object.entries(parseToml(text, path))) {
    const entry = entries.get(name)
    if (!entry) throw new Misuse(`${path}: ${unknown(name, value)}`)
    if (entry.secret && (mode & 0o077) !== 0) {
      throw new Misuse(`${path} holds ${name}, and others may read it. Keep it to yourself: chmod 600 ${path}`)
    }
    values.set(name, given(name, value, entry, path))
  }
  return (name, { secret }) => {
    const inFile = nameInFile(name)
    return secret ? secretOf(values.get(inFile), values.get(`${inFile}-file`)) : values.get(inFile)
  }
}

interface Entry {
  form: Form<unknown>
  secret?: true
}

/** All that a configuration file may hold. */
const entries = new Map<string, Entry>(
  settingNames.flatMap((name): [string, Entry][] => {
    const setting: Setting = settings[name]
    const entry: [string, Entry] = [nameInFile(name), setting]
    return setting.secret ? [entry, [`${nameInFile(name)}-file`, { form: pathForm }]] : [entry]
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
      throw new Misuse(missing ? `There is no file ${path}, which ${label} names.` : unreadable(path, label))
    }
  }
  const file = open()
  try {
    const { mode, size } = fstatSync(file)
    if (size > longest) throw new Misuse(`${path}, which ${label} names, is too long for a configuration file.`)
    return { mode, text: new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file)) }
  } catch (error) {
    if (error instanceof Misuse) throw error
    throw new Misuse(error instanceof TypeError ? `${path} is not UTF-8 text.` : unreadable(path, label))
  } finally {
    closeSync(file)
  }
}

const unreadable = (path: string, label: string) =>
  `${path}, which ${label} names, can't be read. Check that it is a file, and that you may read it.`

const given = (name: string, value: unknown, { form, secret }: Entry, path: string): Given => {
  const label = `${path}: ${name}`
  if (typeof value !== form.type) throw new Misuse(`${label} is ${kindOf(value)}. It takes ${wanted[form.type]}.`)
  const from = { kind: 'file' as const, where: resolve(path) }
  const asWritten = { text: String(value), label, from }
  parsed({ form, secret }, asWritten)
  return { ...asWritten, text: form.from?.(dirname(resolve(path)), asWritten.text) ?? asWritten.text }
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
  const meant = nearest(name, forms)
  const advice = meant ? `Did you mean ${meant}?` : `There are ${[...entries.keys()].join(', ')}.`
  return `There is no setting ${name}. ${advice}`
}
