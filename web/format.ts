import { formatBytes as formatBytesIn } from '../src/base/words.ts'
import { locale } from './texts/language.ts'

const numbers = new Intl.NumberFormat(locale)
export const formatNumber = (value: number): string => numbers.format(value)

const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
/** January 1st, which is stored of a release of which only the year is known. */
const firstOfYear = /-01-01(?:T00:00:00(?:\.0+)?Z)?$/
/** Formats a release date: YYYY-MM-DD, or a timestamp at midnight UTC. Of January 1st it is the year alone. */
export const formatDay = (date: string): string =>
  firstOfYear.test(date) ? formatYear(date) : days.format(new Date(date))

/** The year of a release date. */
export const formatYear = (date: string): string => String(new Date(date).getUTCFullYear())

const instants = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
export const formatInstant = (timestamp: string): string => instants.format(new Date(timestamp))

const localDays = new Intl.DateTimeFormat(locale, { dateStyle: 'full' })
const shortLocalDays = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
/** The day of an instant in the time zone of the browser, in few letters. */
export const formatShortLocalDay = (timestamp: string): string => shortLocalDays.format(new Date(timestamp))

/** The day of an instant in the time zone of the browser, with its weekday. */
export const formatLocalDay = (timestamp: string): string => localDays.format(new Date(timestamp))

const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const
/** Formats a time as seen from now, such as "2 hours ago". */
export const formatAge = (timestamp: string): string => {
  const seconds = (Date.parse(timestamp) - Date.now()) / 1000
  for (const [unit, length] of units) {
    if (Math.abs(seconds) >= length) return relative.format(Math.trunc(seconds / length), unit)
  }
  return relative.format(0, 'minute')
}

const durations = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const
/** Formats a time span, such as "24 hours": in the largest unit of which there are at least two. */
export const formatDuration = (ms: number): string => {
  const [unit, length] = durations.find(([, size]) => ms >= 2 * size) ?? ['second', 1_000]
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(Math.floor(ms / length))
}

const milliseconds = new Intl.NumberFormat(locale, {
  style: 'unit',
  unit: 'millisecond',
  maximumSignificantDigits: 2,
})
export const formatMilliseconds = (ms: number): string => milliseconds.format(ms)

const twoDigits = new Intl.NumberFormat(locale, { minimumIntegerDigits: 2, useGrouping: false })
/** Formats a length in seconds, such as 3:05 or 1:02:03. */
export const formatLength = (seconds: number): string => {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60]
  const tail = `${hours > 0 ? twoDigits.format(minutes) : numbers.format(minutes)}:${twoDigits.format(rest)}`
  return hours > 0 ? `${numbers.format(hours)}:${tail}` : tail
}

export const formatBytes = (bytes: number): string => formatBytesIn(bytes, locale)
