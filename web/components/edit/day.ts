import { locale } from '../../texts/language.ts'

type Part = 'year' | 'month' | 'day'

/** The order of day, month and year in the language of the user. */
const localOrder = new Intl.DateTimeFormat(locale)
  .formatToParts()
  .map(({ type }) => type)
  .filter((type): type is Part => type === 'year' || type === 'month' || type === 'day')

const isoOrder: Part[] = ['year', 'month', 'day']

/**
 * Reads a day that was written as YYYY-MM-DD, or in the order of the user's language. A year and a month are their first day.
 * @returns YYYY-MM-DD; null for an empty text; undefined if it is none of these, or no day that exists
 */
export const parseDay = (text: string): string | null | undefined => {
  const trimmed = text.trim()
  if (trimmed === '') return null
  const numbers = /^\d+(?:[-./]\d+){0,2}$/.test(trimmed) ? trimmed.split(/[-./]/) : []
  const order =
    numbers[0]?.length === 4 ? isoOrder : localOrder.filter((part) => part !== 'day' || numbers.length === 3)
  const part = (name: Part) => numbers[order.indexOf(name)] ?? '1'
  const day = `${part('year')}-${part('month').padStart(2, '0')}-${part('day').padStart(2, '0')}`
  // A day after the end of the month becomes one of the next month.
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) ? day : undefined
}

/** Reads a year, a month or a day as a search has it, such as `1959-08`; undefined for another text. */
export const parsePeriod = (text: string): string | undefined =>
  parseDay(text)?.slice(0, 3 * text.trim().split(/[-./]/).length + 1)

const localDays = new Intl.DateTimeFormat(locale, {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  timeZone: 'UTC',
})

/** Writes a day as a field has it: in the form of the user's language, or as YYYY-MM-DD if slashes would hide which number is the month. */
export const writeDay = (day: string): string => {
  const written = localDays.format(new Date(day))
  return written.includes('/') ? day : written
}

/** Writes a year, a month or a day as `parsePeriod` reads it. */
export const writePeriod = (period: string): string => {
  if (period.length < 7 || parsePeriod(period) === undefined) return period
  return period.length > 7 ? writeDay(period) : writeDay(`${period}-01`).replace(/^01\.|-01$/, '')
}
