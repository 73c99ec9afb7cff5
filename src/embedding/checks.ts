import { isObject } from '../base/objects.ts'
import { askForWord, findClosest } from '../base/spelling.ts'
import { parseInstant } from '../library/clock.ts'

// The checks of options, for createMusicLibrary and for startMusicLibrary. Each describes a wrong value in words, and the caller throws it.

export interface Check {
  isValid: (value: unknown) => boolean
  /** What a valid value is, as a sentence without its subject. */
  expected: string
  /** What to do with a wrong value of a common kind. */
  adviceFor?: (value: unknown) => string | undefined
}

/** Describes the first option that is unknown or has a wrong value; undefined if there is none. Options that are undefined are left out. */
export const describeWrongOptions = (options: unknown, checks: Record<string, Check>): string | undefined => {
  if (!isObject(options)) return "The options are an object, such as { catalogue: 'sample' }."
  const unknown = describeUnknown(options, Object.keys(checks), 'option')
  if (unknown !== undefined) return unknown
  for (const [name, check] of Object.entries(checks)) {
    const value = options[name]
    const wrong = value === undefined ? undefined : describeWrong(`The option ${name}`, check, value)
    if (wrong !== undefined) return wrong
  }
}

/** Describes a wrong value; undefined for a valid one. @param subject - the beginning of the sentence, such as `The catalogue` */
export const describeWrong = (
  subject: string,
  { isValid, expected, adviceFor }: Check,
  value: unknown,
): string | undefined => {
  if (isValid(value)) return
  const advice = value === null ? 'Leave it out for the default.' : adviceFor?.(value)
  return [`${subject} has a wrong value. It is ${expected}.`, advice].filter(Boolean).join(' ')
}

/** Describes the first unknown member; undefined if there is none. @param kind - what the members are, such as `option` */
export const describeUnknown = (options: object, known: string[], kind: string): string | undefined => {
  const name = Object.keys(options).find((name) => !known.includes(name))
  if (name === undefined) return
  return `There is no ${kind} "${name}". ${askForWord(findClosest(name, known, 3), `There are ${known.join(', ')}.`)}`
}

/** Other objects, such as a promise or a file, have no members that JSON contains: they would make an empty catalogue. */
const isPlainObject = (value: unknown) => {
  if (!isObject(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/** The catalogues that have names. */
export const catalogueNames = ['sample', 'empty']

const adviceForCatalogue = (value: unknown) => {
  if (value instanceof Promise) return 'Give what the promise resolves to, with await.'
  if (value instanceof Blob) return 'Give its content: await file.json().'
  if (typeof value !== 'string') return
  if (/^\s*[{[]/.test(value)) return 'For a text in JSON, give JSON.parse(text).'
  if (/^file:/i.test(value)) return 'For a file: URL, give new URL(text).'
  const name = findClosest(value, catalogueNames, 2)
  if (name !== undefined) return `Did you mean '${name}'?`
  return "For a file, give new URL('./catalogue.json', import.meta.url), or pathToFileURL(path)."
}

/** A catalogue, where a text is never a path. */
export const catalogueCheck: Check = {
  isValid: (value) => value === 'sample' || value === 'empty' || value instanceof URL || isPlainObject(value),
  expected: "'sample', 'empty', an object or a URL",
  adviceFor: adviceForCatalogue,
}

/** A catalogue, where a text may be the path of a file. */
export const catalogueOrPathCheck: Check = {
  isValid: (value) => (typeof value === 'string' ? !/^\s*([{[]|file:|$)/i.test(value) : catalogueCheck.isValid(value)),
  expected: "'sample', 'empty', an object, or the path or URL of a file",
  adviceFor: adviceForCatalogue,
}

export const usersCheck: Check = {
  isValid: Array.isArray,
  expected: "an array of accounts, such as [{ email: 'ada@example.com', password: '…' }]",
}

export const nowCheck: Check = {
  isValid: (value) => typeof value === 'string' && parseInstant(value) !== undefined,
  expected: "a time in UTC, such as '2026-01-01T00:00:00Z'",
  adviceFor: (value) => (value instanceof Date ? 'Give the text of the date: date.toISOString().' : undefined),
}

export const libraryCheck: Check = {
  isValid: (value) => value instanceof URL || (typeof value === 'string' && value !== ''),
  expected: "the path or URL of a library or a backup, such as 'backup.db'",
}

export const accountsCheck: Check = { isValid: (value) => typeof value === 'boolean', expected: 'true or false' }

/** Describes options of a copy that do not go together; undefined if they do. */
export const describeCopy = ({ library, accounts }: { library?: unknown; accounts?: unknown }): string | undefined =>
  accounts !== undefined && library === undefined
    ? 'The option accounts is only for a copy of a library. For accounts of your own, give users.'
    : undefined
