import { resolve } from 'node:path'
import { InvalidArgumentError } from 'commander'
import { type AllowedOrigins, parseOrigins } from '../http/cors.ts'
import { parseTrustedProxies, type TrustedProxies } from '../security/clientIp.ts'
import type { RateLimit } from '../security/rateLimit.ts'
import { emailProblem, passwordProblem } from '../validation/rules.ts'

/** What a setting's value may be. A flag, a variable and a configuration file give it as the same text. */
export interface ValueParser<Value> {
  /** How a configuration file writes it: a number without quotes, or a text in them. */
  type: 'number' | 'string'
  /** @throws InvalidArgumentError that says what it wants; never with the value, which may be secret. */
  parse(text: string): Value
  /** A path in a configuration file starts from the file's folder: it means the same wherever a command is called. */
  from?(folder: string, text: string): string
}

export const integer = (least: number, most: number): ValueParser<number> => ({
  type: 'number',
  parse: (text) => {
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN
    if (number >= least && number <= most) return number
    throw new InvalidArgumentError(`Give a whole number from ${least} to ${most}.`)
  },
})

const units: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

const parseTime = (text: string) => {
  const [, number, unit = ''] = /^(\d{1,9})([smhd])$/.exec(text) ?? []
  return Number(number) * (units[unit] ?? Number.NaN)
}

/** A length of time such as 24h, in milliseconds; at most 24 days, which is as far as timers go. */
export const duration: ValueParser<number> = {
  type: 'string',
  parse: (text) => {
    const time = parseTime(text)
    if (time > 0 && time <= 24 * 86_400_000) return time
    throw new InvalidArgumentError('Give a number and s, m, h or d, such as 24h, up to 24d.')
  },
}

/** A length of time in whole hours or days, in milliseconds; at most a hundred years. */
export const longDuration: ValueParser<number> = {
  type: 'string',
  parse: (text) => {
    const time = /[hd]$/.test(text) ? parseTime(text) : Number.NaN
    if (time > 0 && time <= 36_500 * 86_400_000) return time
    throw new InvalidArgumentError('Give a number and h or d, such as 90d, up to 36500d.')
  },
}

/** So many in a time, such as 20/1m. */
export const limit: ValueParser<RateLimit> = {
  type: 'string',
  parse: (text) => {
    const [, most = '', time = ''] = /^(\d{1,9})\/(\w+)$/.exec(text) ?? []
    if (Number(most) > 0) return { maxRequests: Number(most), windowMs: duration.parse(time) }
    throw new InvalidArgumentError('Give a number and a time, such as 20/1m.')
  },
}

/** The entries of a list with commas. */
const splitList = (text: string) =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')

export const proxies: ValueParser<TrustedProxies> = {
  type: 'string',
  parse: (text) => {
    const trusted = parseTrustedProxies(splitList(text))
    if (trusted) return trusted
    throw new InvalidArgumentError('Give addresses or networks with commas between them, such as 127.0.0.1,10.0.0.0/8.')
  },
}

export const origins: ValueParser<AllowedOrigins> = {
  type: 'string',
  parse: (text) => {
    const found = parseOrigins(splitList(text))
    if (found) return found
    throw new InvalidArgumentError(
      'Give origins without a path, with commas between them, such as https://example.com; or *.',
    )
  },
}

export const nonEmptyText: ValueParser<string> = {
  type: 'string',
  parse: (text) => {
    if (text.trim() === '') throw new InvalidArgumentError('It must not be empty.')
    return text
  },
}

export const oneOf = <Word extends string>(...words: readonly Word[]): ValueParser<Word> => ({
  type: 'string',
  parse: (text) => {
    const word = words.find((each) => each === text)
    if (word) return word
    throw new InvalidArgumentError(`Give one of ${words.join(', ')}.`)
  },
})

export const path: ValueParser<string> = { ...nonEmptyText, from: resolve }

/** Where the library is; what its form is, is known where it is opened. */
export const libraryUrl: ValueParser<string> = {
  ...nonEmptyText,
  from: (folder, text) => {
    const [, file = text] = /^file:([^/?#][^?#]*)$/.exec(text) ?? []
    return file === ':memory:' || /^[a-z][a-z0-9+.-]+:/i.test(file) ? text : resolve(folder, file)
  },
}

export const email: ValueParser<string> = {
  type: 'string',
  parse: (text) => {
    rejectIf(emailProblem(text))
    return text.trim()
  },
}

export const newPassword: ValueParser<string> = {
  type: 'string',
  parse: (text) => {
    rejectIf(passwordProblem(text))
    return text
  },
}

const rejectIf = (problem: string | undefined) => {
  if (problem) throw new InvalidArgumentError(`It ${problem}`)
}
