import { isIPv6 } from 'node:net'
import { resolve } from 'node:path'
import { InvalidArgumentError } from 'commander'
import { type Instant, parseInstant } from '../database/clock.ts'
import { type AllowedOrigins, parseOrigins } from '../http/cors.ts'
import { isPrefix } from '../http/prefix.ts'
import { parseTrustedProxies, type TrustedProxies } from '../security/clientIp.ts'
import type { RateLimit } from '../security/rateLimit.ts'
import { describeUrlProblem, redactUrl } from '../storage/locate.ts'
import { emailProblem, passwordProblem } from '../validation/rules.ts'
import {
  explainWildcard,
  type NumberUnit,
  suggestBasePath,
  suggestHost,
  suggestNumber,
  suggestOrigin,
  suggestProxy,
  suggestRateLimit,
  suggestTime,
  suggestWord,
} from './suggestions.ts'

/** Parses the text of a setting, which has the same form in a flag, a variable and a configuration file. */
export interface ValueParser<Value> {
  /** The TOML type of the value in a configuration file. */
  tomlType: 'number' | 'string'
  /** All valid texts, where these are few. */
  choices?: readonly string[]
  /** @throws InvalidArgumentError that describes a valid value; it never quotes a text that may be secret */
  parse(text: string): Value
  /** The text for messages, if the whole may contain a password. */
  redact?(text: string): string
  /** Resolves a path in a configuration file against the file's folder, so that the working directory does not matter. */
  resolvePath?(folder: string, text: string): string
}

interface Form<Value> {
  tomlType: 'number' | 'string'
  /** Returns undefined for a wrong text. */
  read(text: string): Value | undefined
  /** What a value has to be. */
  form: string
  /** What follows `form` in the message, such as an example. */
  example?: string
  /** Returns sentences that take the place of `form`, for a wrong text of a common kind. */
  explain?(text: string): string | undefined
  /** Returns what a wrong text probably means. It is left out of the message unless `read` accepts it. */
  suggest(text: string): string | undefined
}

export const createParser = <Value>({
  tomlType,
  read,
  form,
  example = '',
  explain,
  suggest,
}: Form<Value>): ValueParser<Value> => ({
  tomlType,
  parse: (text) => {
    const value = read(text)
    if (value !== undefined) return value
    // A suggestion could contain a part of the password before an @.
    const suggestion = text.includes('@') ? undefined : suggest(text)
    const isValid = suggestion !== undefined && read(suggestion) !== undefined
    const rule = explain?.(text) ?? `Give ${form}${isValid ? '' : example}.`
    throw new InvalidArgumentError(isValid ? `${rule} Did you mean ${suggestion}?` : rule)
  },
  redact: redactUserInformation,
})

/** Leaves out the name and the password before an @. A password may contain any character. */
const redactUserInformation = (text: string) => text.replace(/^(\s*[a-z][a-z0-9+.-]*:\/\/)?.*@/is, '$1…@')

/** @param unit - what the number counts, where values with a unit are a likely mistake */
export const integer = (min: number, max: number, unit?: NumberUnit): ValueParser<number> =>
  createParser({
    tomlType: 'number',
    read: (text) => {
      const number = /^\d+$/.test(text) ? Number(text) : Number.NaN
      return number >= min && number <= max ? number : undefined
    },
    form: `a whole number${unit ? ` of ${unit}` : ''} from ${min} to ${max}`,
    suggest: (text) => suggestNumber(text, unit),
  })

const day = 86_400_000
const millisecondsPerUnit: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: day, y: 365 * day }

/** Parses a number and a unit to milliseconds. Returns undefined for any other text, and for a time out of bounds. */
const parseTime = (text: string, units: string, max: number) => {
  const [, number, unit = ''] = /^(\d{1,9})([smhdy])$/.exec(text) ?? []
  const time = units.includes(unit) ? Number(number) * (millisecondsPerUnit[unit] ?? Number.NaN) : Number.NaN
  return time > 0 && time <= max ? time : undefined
}

const readDuration = (text: string) => parseTime(text, 'smhd', 24 * day)

/** A duration such as 24h, in milliseconds. The maximum is 24 days: `setTimeout` takes at most 2^31 - 1 milliseconds. */
export const duration: ValueParser<number> = createParser({
  tomlType: 'string',
  read: readDuration,
  form: 'a number and s, m, h or d',
  example: ', such as 24h, up to 24d',
  suggest: suggestTime,
})

/** An instant in UTC. A date alone is not one. */
export const instant: ValueParser<Instant> = createParser({
  tomlType: 'string',
  read: parseInstant,
  form: 'a time in UTC',
  example: ', such as 2026-01-01T00:00:00Z',
  suggest: (text) => ['Z', 'T00:00:00Z'].map((end) => text.trim().replace(' ', 'T') + end).find(parseInstant),
})

/** The maximum time that a demo waits before a response, in milliseconds: clients give up soon after. */
const maxLatencyMs = 30_000

/** A short duration such as 300ms or 2s, in milliseconds. */
export const latency: ValueParser<number> = createParser({
  tomlType: 'string',
  read: (text) => {
    const [, number, unit] = /^(\d{1,9})(ms|s)$/.exec(text) ?? []
    const time = Number(number) * (unit === 's' ? 1_000 : 1)
    return time > 0 && time <= maxLatencyMs ? time : undefined
  },
  form: 'a number and ms or s',
  example: ', such as 300ms, up to 30s',
  suggest: (text) => (/^\d+$/.test(text) ? `${text}ms` : suggestTime(text)),
})

/** A percentage such as 5% or 0.5%. */
export const percentage: ValueParser<number> = createParser({
  tomlType: 'string',
  read: (text) => {
    const number = Number(/^(\d{1,3}(?:\.\d{1,3})?)%$/.exec(text)?.[1])
    return number > 0 && number <= 100 ? number : undefined
  },
  form: 'a number and %',
  example: ', such as 5%, up to 100%',
  suggest: (text) => `${text.trim()}%`,
})

const maxLongDuration = 100 * 365 * day

/** A duration in whole hours, days or years, in milliseconds; at most a hundred years. */
export const longDuration: ValueParser<number> = createParser({
  tomlType: 'string',
  read: (text) => parseTime(text, 'hdy', maxLongDuration),
  form: 'a number and h, d or y',
  example: ', such as 90d, up to 100y',
  suggest: suggestTime,
})

/** How long something is valid, in milliseconds; at most a hundred years. */
export const lifetime: ValueParser<number> = createParser({
  tomlType: 'string',
  read: (text) => parseTime(text, 'smhdy', maxLongDuration),
  form: 'a number and s, m, h, d or y',
  example: ', such as 90d, up to 100y',
  suggest: suggestTime,
})

/** A number of requests and a duration, such as 20/1m. */
export const rateLimit: ValueParser<RateLimit> = createParser({
  tomlType: 'string',
  read: (text) => {
    const [, maxRequests = '', window = ''] = /^(\d{1,9})\/(\w+)$/.exec(text) ?? []
    const windowMs = readDuration(window)
    return Number(maxRequests) > 0 && windowMs ? { maxRequests: Number(maxRequests), windowMs } : undefined
  },
  form: 'a number and a time',
  example: ', such as 20/1m',
  suggest: suggestRateLimit,
})

const splitAtCommas = (text: string) =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')

export const proxies: ValueParser<TrustedProxies> = createParser({
  tomlType: 'string',
  read: (text) => parseTrustedProxies(splitAtCommas(text)),
  form: 'addresses or networks with commas between them',
  example: ', such as 127.0.0.1,10.0.0.0/8',
  suggest: (text) => splitAtCommas(text).map(suggestProxy).join(','),
})

export const origins: ValueParser<AllowedOrigins> = createParser({
  tomlType: 'string',
  read: (text) => {
    const entries = splitAtCommas(text)
    return entries.length > 0 ? parseOrigins(entries) : undefined
  },
  form: 'origins without a path, with commas between them',
  example: ', such as https://example.com; localhost for all ports of this machine; or *',
  explain: (text) => explainWildcard(splitAtCommas(text)),
  suggest: (text) => {
    const suggestions = splitAtCommas(text).map(suggestOrigin)
    return suggestions.includes(undefined) ? undefined : [...new Set(suggestions)].join(',')
  },
})

/** Patterns of paths, in which * stands for any characters. */
export const pathPatterns: ValueParser<readonly string[]> = createParser({
  tomlType: 'string',
  read: (text) => {
    const entries = splitAtCommas(text)
    return entries.length > 0 && entries.every((entry) => /^\/[^\s?#]*$/.test(entry)) ? entries : undefined
  },
  form: 'paths that begin with a slash, with commas between them',
  example: ', such as /api/tracks*',
  suggest: (text) =>
    splitAtCommas(text)
      .map((entry) => (entry.startsWith('/') ? entry : `/${entry}`))
      .join(','),
})

export const nonEmptyText: ValueParser<string> = {
  tomlType: 'string',
  parse: (text) => {
    if (text.trim() === '') throw new InvalidArgumentError('It must not be empty.')
    return text
  },
}

export const oneOf = <Word extends string>(...allowed: readonly Word[]): ValueParser<Word> => ({
  ...createParser({
    tomlType: 'string',
    read: (text) => allowed.find((candidate) => candidate === text),
    form: `one of ${allowed.join(', ')}`,
    suggest: (text) => suggestWord(text, allowed),
  }),
  choices: allowed,
})

const address = createParser({
  tomlType: 'string',
  read: (text) => (/^[^\s:/[\]*]+$/.test(text) || isIPv6(text) ? text : undefined),
  form: 'an address or a name, without a port',
  example: ', such as 127.0.0.1',
  suggest: suggestHost,
})

/** An address or a name, without a port. */
export const host: ValueParser<string> = { ...address, parse: (text) => address.parse(nonEmptyText.parse(text)) }

/** A path below which the service is, such as /music. */
export const basePath: ValueParser<string> = createParser({
  tomlType: 'string',
  read: (text) => (isPrefix(text) ? text : undefined),
  form: 'a path that begins with a slash and does not end with one',
  example: ', such as /music',
  suggest: suggestBasePath,
})

export const path: ValueParser<string> = { ...nonEmptyText, resolvePath: resolve }

/** A path, a `file:` URL or `:memory:`. Any other URL may contain a password. */
export const libraryUrl: ValueParser<string> = {
  tomlType: 'string',
  parse: (text) => {
    nonEmptyText.parse(text)
    const problem = describeUrlProblem(text)
    if (problem) throw new InvalidArgumentError(problem)
    return text
  },
  redact: redactUrl,
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
