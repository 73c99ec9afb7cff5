import { InvalidArgumentError } from 'commander'
import type { Registration } from '../accounts/authPolicy.ts'
import { UsageError } from '../base/errors.ts'
import { isObject } from '../base/objects.ts'
import { askForWord, findClosest } from '../base/spelling.ts'
import { explainWildcard } from '../config/suggestions.ts'
import { rateLimit } from '../config/valueParsers.ts'
import { type AllowedOrigins, parseOrigins } from '../http/cors.ts'
import { isPrefix } from '../http/prefix.ts'
import type { RateLimit } from '../http/rateLimit.ts'
import { parseInstant } from '../library/clock.ts'
import type { AccountEntry } from '../seeding/accounts/entry.ts'

export interface MusicLibraryOptions {
  /** A path, a `file:` URL, a URL of PostgreSQL, or `:memory:` (the default) for a library that is deleted when it is closed. */
  database?: string
  /** `sample`, `empty` (the default), a catalogue as an object, or the URL of a catalogue file. */
  catalogue?: CatalogueSource
  /** Accounts, as in the file of accounts, with their likes. */
  users?: readonly AccountEntry[]
  /**
   * The instant of the first write, such as `2026-01-01T00:00:00Z`, for a library in memory: each further write is a microsecond later. By
   * default records have the time of the machine.
   */
  now?: string
  /** Serve over HTTP, too: `true` for a free port of 127.0.0.1. By default only `fetch` responds. */
  listen?: boolean | { host?: string; port?: number }
  /** The path at which a program mounts `fetch`, if it does not remove it from the path itself. */
  prefix?: string
  /** The origins whose pages may read responses, or `*`; none by default. `localhost` stands for all ports of this machine. */
  cors?: '*' | string[]
  /** Who may create an account; `open` by default. */
  registration?: Registration
  /** How often each client may send requests, such as `20/1m`; no limits by default. */
  limits?: { login?: string; register?: string; all?: string }
  /** Whether every token is read-only: it can read, and like tracks. */
  readOnly?: boolean
  /** Returns the IP address of a request's client. It is known without this only for requests of the port of `listen`. */
  clientAddress?: (request: Request) => string | undefined
}

export type CatalogueSource = 'sample' | 'empty' | object | URL

interface Check {
  isValid: (value: unknown) => boolean
  /** What a valid value is, as a sentence without its subject. */
  expected: string
  /** What to do with a wrong value of a common kind. */
  adviceFor?: (value: unknown) => string | undefined
}

/** Other objects, such as a promise or a file, have no members that JSON contains: they would make an empty catalogue. */
const isPlainObject = (value: unknown) => {
  if (!isObject(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

const adviceForCatalogue = (value: unknown) => {
  if (value instanceof Promise) return 'Give what the promise resolves to, with await.'
  if (value instanceof Blob) return 'Give its content: await file.json().'
  if (typeof value !== 'string') return
  if (/^\s*[{[]/.test(value)) return 'For a text in JSON, give JSON.parse(text).'
  if (/^file:/i.test(value)) return 'For a file: URL, give new URL(text).'
  return "For a file, give new URL('./catalogue.json', import.meta.url), or pathToFileURL(path)."
}

const isBoolean = (value: unknown) => typeof value === 'boolean'

const checks: Record<keyof MusicLibraryOptions, Check> = {
  database: {
    isValid: (value) => typeof value === 'string',
    expected: 'a path, a file: URL, a URL of PostgreSQL or :memory:',
  },
  catalogue: {
    isValid: (value) => value === 'sample' || value === 'empty' || value instanceof URL || isPlainObject(value),
    expected: "'sample', 'empty', an object or a URL",
    adviceFor: adviceForCatalogue,
  },
  users: {
    isValid: Array.isArray,
    expected: "an array of accounts, such as [{ email: 'ada@example.com', password: '…' }]",
  },
  now: {
    isValid: (value) => typeof value === 'string' && parseInstant(value) !== undefined,
    expected: "a time in UTC, such as '2026-01-01T00:00:00Z'",
    adviceFor: (value) => (value instanceof Date ? 'Give the text of the date: date.toISOString().' : undefined),
  },
  listen: {
    isValid: (value) => isBoolean(value) || isObject(value),
    expected: 'true, false, or an object with host and port',
  },
  prefix: {
    isValid: (value) => typeof value === 'string' && isPrefix(value),
    expected: 'a path such as /music, without a slash at its end',
  },
  cors: {
    isValid: (value) => value === '*' || (Array.isArray(value) && parseOrigins(value) !== undefined),
    expected: "'*', or an array of origins without a path, such as ['https://example.com']",
    adviceFor: (value) => explainWildcard([value].flat().map(String)),
  },
  registration: {
    isValid: (value) => ['open', 'invite', 'closed'].includes(String(value)),
    expected: "'open', 'invite' or 'closed'",
  },
  limits: { isValid: isObject, expected: 'an object with login, register or all, such as { login: "20/1m" }' },
  readOnly: { isValid: isBoolean, expected: 'true or false' },
  clientAddress: { isValid: (value) => typeof value === 'function', expected: 'a function of the request' },
}

/** @throws UsageError for an unknown option, and for a value of the wrong form */
export const validateOptions = (options: MusicLibraryOptions): void => {
  requireKnown(options, Object.keys(checks), 'option')
  for (const [name, value] of Object.entries(options)) {
    if (value !== undefined) requireValid(`The option ${name}`, checks[name as keyof MusicLibraryOptions], value)
  }
  if (isObject(options.listen)) requireKnown(options.listen, ['host', 'port'], 'member of listen')
  if (options.limits) requireKnown(options.limits, ['login', 'register', 'all'], 'member of limits')
}

/** @throws UsageError for a value that is no catalogue */
export const requireCatalogue = (value: unknown): void => requireValid('The catalogue', checks.catalogue, value)

const requireValid = (subject: string, { isValid, expected, adviceFor }: Check, value: unknown) => {
  if (isValid(value)) return
  const advice = value === null ? 'Leave it out for the default.' : adviceFor?.(value)
  throw new UsageError([`${subject} has a wrong value. It is ${expected}.`, advice].filter(Boolean).join(' '))
}

const requireKnown = (options: object, known: string[], kind: string) => {
  for (const name of Object.keys(options)) {
    if (known.includes(name)) continue
    const advice = askForWord(findClosest(name, known, 3), `There are ${known.join(', ')}.`)
    throw new UsageError(`There is no ${kind} "${name}". ${advice}`)
  }
}

/** The limits of an option. @throws UsageError for one that is not a number and a time */
export const parseLimits = (limits: MusicLibraryOptions['limits'] = {}): Record<string, RateLimit> =>
  Object.fromEntries(Object.entries(limits).map(([name, text]) => [name, parseLimit(name, text)]))

const parseLimit = (name: string, text: string) => {
  try {
    return rateLimit.parse(String(text))
  } catch (error) {
    if (error instanceof InvalidArgumentError)
      throw new UsageError(`The option limits.${name} is "${text}". ${error.message}`)
    throw error
  }
}

export const parseCors = (cors: MusicLibraryOptions['cors']): AllowedOrigins | undefined =>
  cors === undefined ? undefined : parseOrigins([cors].flat())
