import { resolve } from 'node:path'
import { InvalidArgumentError } from 'commander'
import { type AllowedOrigins, parseOrigins } from '../http/cors.ts'
import { parseTrustedProxies, type TrustedProxies } from '../security/clientIp.ts'
import type { RateLimit } from '../security/rateLimit.ts'
import { emailProblem, passwordProblem } from '../validation/rules.ts'

/** Parses the text of a setting, which has the same form in a flag, a variable and a configuration file. */
export interface ValueParser<Value> {
  /** The TOML type of the value in a configuration file. */
  tomlType: 'number' | 'string'
  /** All valid texts, where these are few. */
  choices?: readonly string[]
  /** @throws InvalidArgumentError that describes a valid value; it never quotes the text, which may be secret */
  parse(text: string): Value
  /** Resolves a path in a configuration file against the file's folder, so that the working directory does not matter. */
  resolvePath?(folder: string, text: string): string
}

export const integer = (min: number, max: number): ValueParser<number> => ({
  tomlType: 'number',
  parse: (text) => {
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN
    if (number >= min && number <= max) return number
    throw new InvalidArgumentError(`Give a whole number from ${min} to ${max}.`)
  },
})

const day = 86_400_000
const millisecondsPerUnit: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: day, y: 365 * day }

/** Parses a number and a unit to milliseconds. Returns NaN for any other text. */
const parseTime = (text: string) => {
  const [, number, unit = ''] = /^(\d{1,9})([smhdy])$/.exec(text) ?? []
  return Number(number) * (millisecondsPerUnit[unit] ?? Number.NaN)
}

/** A duration such as 24h, in milliseconds. The maximum is 24 days: `setTimeout` takes at most 2^31 - 1 milliseconds. */
export const duration: ValueParser<number> = {
  tomlType: 'string',
  parse: (text) => {
    const time = parseTime(text)
    if (time > 0 && time <= 24 * day) return time
    throw new InvalidArgumentError('Give a number and s, m, h or d, such as 24h, up to 24d.')
  },
}

const maxLongDuration = 100 * 365 * day

/** A duration in whole hours, days or years, in milliseconds; at most a hundred years. */
export const longDuration: ValueParser<number> = {
  tomlType: 'string',
  parse: (text) => {
    const time = /[hdy]$/.test(text) ? parseTime(text) : Number.NaN
    if (time > 0 && time <= maxLongDuration) return time
    throw new InvalidArgumentError('Give a number and h, d or y, such as 90d, up to 100y.')
  },
}

/** How long something is valid, in milliseconds; at most a hundred years. */
export const lifetime: ValueParser<number> = {
  tomlType: 'string',
  parse: (text) => {
    const time = parseTime(text)
    if (time > 0 && time <= maxLongDuration) return time
    throw new InvalidArgumentError('Give a number and s, m, h, d or y, such as 90d, up to 100y.')
  },
}

/** A number of requests and a duration, such as 20/1m. */
export const rateLimit: ValueParser<RateLimit> = {
  tomlType: 'string',
  parse: (text) => {
    const [, maxRequests = '', window = ''] = /^(\d{1,9})\/(\w+)$/.exec(text) ?? []
    if (Number(maxRequests) > 0) return { maxRequests: Number(maxRequests), windowMs: duration.parse(window) }
    throw new InvalidArgumentError('Give a number and a time, such as 20/1m.')
  },
}

const splitAtCommas = (text: string) =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')

export const proxies: ValueParser<TrustedProxies> = {
  tomlType: 'string',
  parse: (text) => {
    const trusted = parseTrustedProxies(splitAtCommas(text))
    if (trusted) return trusted
    throw new InvalidArgumentError('Give addresses or networks with commas between them, such as 127.0.0.1,10.0.0.0/8.')
  },
}

export const origins: ValueParser<AllowedOrigins> = {
  tomlType: 'string',
  parse: (text) => {
    const allowed = parseOrigins(splitAtCommas(text))
    if (allowed) return allowed
    throw new InvalidArgumentError(
      'Give origins without a path, with commas between them, such as https://example.com; or *.',
    )
  },
}

export const nonEmptyText: ValueParser<string> = {
  tomlType: 'string',
  parse: (text) => {
    if (text.trim() === '') throw new InvalidArgumentError('It must not be empty.')
    return text
  },
}

export const oneOf = <Word extends string>(...allowed: readonly Word[]): ValueParser<Word> => ({
  tomlType: 'string',
  choices: allowed,
  parse: (text) => {
    const word = allowed.find((candidate) => candidate === text)
    if (word) return word
    throw new InvalidArgumentError(`Give one of ${allowed.join(', ')}.`)
  },
})

export const path: ValueParser<string> = { ...nonEmptyText, resolvePath: resolve }

/** A path, a `file:` URL or `:memory:`. `locate` checks the form when the library is opened. */
export const libraryUrl: ValueParser<string> = {
  ...nonEmptyText,
  resolvePath: (folder, text) => {
    // A `file:` URL with a relative path is resolved like a path.
    const [, file = text] = /^file:([^/?#][^?#]*)$/.exec(text) ?? []
    return file === ':memory:' || /^[a-z][a-z0-9+.-]+:/i.test(file) ? text : resolve(folder, file)
  },
}

export const email: ValueParser<string> = {
  tomlType: 'string',
  parse: (text) => {
    rejectIf(emailProblem(text))
    return text.trim()
  },
}

export const newPassword: ValueParser<string> = {
  tomlType: 'string',
  parse: (text) => {
    rejectIf(passwordProblem(text))
    return text
  },
}

const rejectIf = (problem: string | undefined) => {
  if (problem) throw new InvalidArgumentError(`It ${problem}`)
}
