import { type Instant, parseInstant } from '../library/clock.ts'
import { createParser, type ValueParser } from './createParser.ts'
import { suggestTime } from './suggestedValues.ts'

const day = 86_400_000
const millisecondsPerUnit: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: day, y: 365 * day }

/** Parses a number and a unit to milliseconds. Returns undefined for any other text, and for a time out of bounds. */
const parseTime = (text: string, units: string, max: number) => {
  const [, number, unit = ''] = /^(\d{1,9})([smhdy])$/.exec(text) ?? []
  const time = units.includes(unit) ? Number(number) * (millisecondsPerUnit[unit] ?? Number.NaN) : Number.NaN
  return time > 0 && time <= max ? time : undefined
}

export const readDuration = (text: string) => parseTime(text, 'smhd', 24 * day)

/** A duration such as 24h, in milliseconds. The maximum is 24 days: `setTimeout` takes at most 2^31 - 1 milliseconds. */
export const duration: ValueParser<number> = createParser({
  read: readDuration,
  form: 'a number and s, m, h or d',
  example: ', such as 24h, up to 24d',
  suggest: suggestTime,
})

/** An instant in UTC. A date alone is not one. */
export const instant: ValueParser<Instant> = createParser({
  read: parseInstant,
  form: 'a time in UTC',
  example: ', such as 2026-01-01T00:00:00Z',
  suggest: (text) => ['Z', 'T00:00:00Z'].map((end) => text.trim().replace(' ', 'T') + end).find(parseInstant),
})

/** The maximum time that a demo waits before a response, in milliseconds: clients give up soon after. */
const maxLatencyMs = 30_000

/** A short duration such as 300ms or 2s, in milliseconds. */
export const latency: ValueParser<number> = createParser({
  read: (text) => {
    const [, number, unit] = /^(\d{1,9})(ms|s)$/.exec(text) ?? []
    const time = Number(number) * (unit === 's' ? 1_000 : 1)
    return time > 0 && time <= maxLatencyMs ? time : undefined
  },
  form: 'a number and ms or s',
  example: ', such as 300ms, up to 30s',
  suggest: (text) => (/^\d+$/.test(text) ? `${text}ms` : suggestTime(text)),
})

const maxLongDuration = 100 * 365 * day

/** A duration in whole hours, days or years, in milliseconds; at most a hundred years. */
export const longDuration: ValueParser<number> = createParser({
  read: (text) => parseTime(text, 'hdy', maxLongDuration),
  form: 'a number and h, d or y',
  example: ', such as 90d, up to 100y',
  suggest: suggestTime,
})

/** How long something is valid, in milliseconds; at most a hundred years. */
export const lifetime: ValueParser<number> = createParser({
  read: (text) => parseTime(text, 'smhdy', maxLongDuration),
  form: 'a number and s, m, h, d or y',
  example: ', such as 90d, up to 100y',
  suggest: suggestTime,
})
