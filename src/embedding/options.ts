import { InvalidArgumentError } from 'commander'
import type { Registration } from '../accounts/authPolicy.ts'
import { UsageError } from '../base/errors.ts'
import { isObject, mapValues, withoutUndefined } from '../base/objects.ts'
import { explainWildcard } from '../config/suggestedValues.ts'
import { rateLimit } from '../config/valueParsers.ts'
import { type AllowedOrigins, parseOrigins } from '../http/cors.ts'
import { isPrefix } from '../http/prefix.ts'
import type { RateLimit } from '../http/rateLimit.ts'
import { inMemory } from '../library/locate.ts'
import type { AccountEntry } from '../seeding/accounts/format.ts'
import type { GeneratedCatalogue } from '../seeding/generate/generateCatalogue.ts'
import {
  accountsCheck,
  type Check,
  catalogueCheck,
  describeCopy,
  describeUnknown,
  describeWrong,
  describeWrongOptions,
  libraryCheck,
  nowCheck,
  usersCheck,
} from './checks.ts'

export interface MusicLibraryOptions {
  /** A path, a `file:` URL, a URL of PostgreSQL, or `:memory:` (the default) for a library that is deleted when it is closed. */
  database?: string | undefined
  /** The path or `file:` URL of a library or a backup: the library in memory is a copy of it. The file is only read. */
  library?: string | URL | undefined
  /** Whether the copy has the accounts, the likes and the audit trail of the file; true by default. */
  accounts?: boolean | undefined
  /**
   * `sample`, `empty` (the default), a catalogue as an object, the numbers of one that is made up, such as `{ tracks: 10_000, seed: 7 }`, or the
   * URL of a catalogue file.
   */
  catalogue?: CatalogueSource | undefined
  /** Accounts, as in the file of accounts, with their likes. */
  users?: readonly AccountEntry[] | undefined
  /**
   * The instant of the first write, such as `2026-01-01T00:00:00Z`, for a library in memory: each further write is a microsecond later. By
   * default records have the time of the machine.
   */
  now?: string | undefined
  /** Serve over HTTP, too: `true` for a free port of 127.0.0.1. By default only `fetch` responds. */
  listen?: boolean | { host?: string | undefined; port?: number | undefined } | undefined
  /** The path at which a program mounts `fetch`, if it does not remove it from the path itself. */
  prefix?: string | undefined
  /** The origins whose pages may read responses, or `*`; none by default. `localhost` stands for all ports of this machine. */
  cors?: '*' | string[] | undefined
  /** Who may create an account; `open` by default. */
  registration?: Registration | undefined
  /** How often each client may send requests, such as `20/1m`; no limits by default. */
  limits?: { login?: string | undefined; register?: string | undefined; all?: string | undefined } | undefined
  /** Whether every token is read-only: it can read, and like tracks. */
  readOnly?: boolean | undefined
  /** Returns the IP address of a request's client. It is known without this only for requests of the port of `listen`. */
  clientAddress?: ((request: Request) => string | undefined) | undefined
}

export type CatalogueSource = 'sample' | 'empty' | GeneratedCatalogue | object | URL

const isBoolean = (value: unknown) => typeof value === 'boolean'

const checks: Record<keyof MusicLibraryOptions, Check> = {
  database: {
    isValid: (value) => typeof value === 'string',
    expected: 'a path, a file: URL, a URL of PostgreSQL or :memory:',
  },
  library: libraryCheck,
  accounts: accountsCheck,
  catalogue: catalogueCheck,
  users: usersCheck,
  now: nowCheck,
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
  const { listen, limits, library, database } = options ?? {}
  refuse(describeWrongOptions(options, checks))
  refuse(describeCopy(options))
  if (library !== undefined && database !== undefined && database !== inMemory)
    throw new UsageError('The option library is only for a library in memory. Leave out the option database.')
  if (isObject(listen)) refuse(describeUnknown(listen, ['host', 'port'], 'member of listen'))
  if (limits) refuse(describeUnknown(limits, ['login', 'register', 'all'], 'member of limits'))
}

/** @throws UsageError for a value that is no catalogue */
export const requireCatalogue = (value: unknown): void => refuse(describeWrong('The catalogue', catalogueCheck, value))

const refuse = (problem: string | undefined) => {
  if (problem !== undefined) throw new UsageError(problem)
}

/** The limits of an option. @throws UsageError for one that is not a number and a time */
export const parseLimits = (limits: MusicLibraryOptions['limits'] = {}): Record<string, RateLimit> =>
  mapValues<string, string, RateLimit>(withoutUndefined(limits), (text, name) => parseLimit(name, text))

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
