import { resolve } from 'node:path'
import { InvalidArgumentError } from 'commander'
import { isIpv6, parseTrustedProxies, type TrustedProxies } from '../http/clientIp.ts'
import { type AllowedOrigins, parseOrigins } from '../http/cors.ts'
import { isPrefix } from '../http/prefix.ts'
import type { RateLimit } from '../http/rateLimit.ts'
import { describeUrlProblem, redactUrl } from '../library/locate.ts'
import { emailProblem, passwordProblem } from '../validation/rules.ts'
import { createParser, type ValueParser } from './createParser.ts'
import {
  explainWildcard,
  type NumberUnit,
  suggestBasePath,
  suggestHost,
  suggestNumber,
  suggestOrigin,
  suggestProxy,
  suggestRateLimit,
  suggestWord,
} from './suggestedValues.ts'
import { readDuration } from './timeParsers.ts'

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

/** A percentage such as 5% or 0.5%. */
export const percentage: ValueParser<number> = createParser({
  read: (text) => {
    const number = Number(/^(\d{1,3}(?:\.\d{1,3})?)%$/.exec(text)?.[1])
    return number > 0 && number <= 100 ? number : undefined
  },
  form: 'a number and %',
  example: ', such as 5%, up to 100%',
  suggest: (text) => `${text.trim()}%`,
})

/** A number of requests and a duration, such as 20/1m. */
export const rateLimit: ValueParser<RateLimit> = createParser({
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
  read: (text) => parseTrustedProxies(splitAtCommas(text)),
  form: 'addresses or networks with commas between them',
  example: ', such as 127.0.0.1,10.0.0.0/8',
  suggest: (text) => splitAtCommas(text).map(suggestProxy).join(','),
})

export const origins: ValueParser<AllowedOrigins> = createParser({
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

/** @param problemOf - returns the rest of a sentence about a wrong text */
const textWithout = (problemOf: (text: string) => string | undefined): ValueParser<string> => ({
  tomlType: 'string',
  parse: (text) => {
    const problem = problemOf(text)
    if (problem !== undefined) throw new InvalidArgumentError(`It ${problem}`)
    return text
  },
})

export const nonEmptyText = textWithout((text) => (text.trim() === '' ? 'must not be empty.' : undefined))

export const oneOf = <Word extends string>(...allowed: readonly Word[]): ValueParser<Word> => ({
  ...createParser({
    read: (text) => allowed.find((candidate) => candidate === text),
    form: `one of ${allowed.join(', ')}`,
    suggest: (text) => suggestWord(text, allowed),
  }),
  choices: allowed,
})

const hostName = createParser({
  read: (text) => (/^[^\s:/[\]*]+$/.test(text) || isIpv6(text.replace(/%.+$/, '')) ? text : undefined),
  form: 'an address or a name, without a port',
  example: ', such as 127.0.0.1',
  suggest: suggestHost,
})

/** An address or a name, without a port. */
export const host: ValueParser<string> = { ...hostName, parse: (text) => hostName.parse(nonEmptyText.parse(text)) }

/** A path below which the service is, such as /music. */
export const basePath: ValueParser<string> = createParser({
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

const address = textWithout(emailProblem)

export const email: ValueParser<string> = { ...address, parse: (text) => address.parse(text).trim() }

export const newPassword = textWithout(passwordProblem)
