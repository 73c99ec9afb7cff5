import { toInstant } from '../validation/day.ts'

/** What a text says about a day. */
interface ReadDay {
  /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`: no more than the text says. */
  day: string
  /** Whether this is what the text names. Otherwise only its year is. */
  isExact: boolean
}

/**
 * Reads a day: the year comes first, or dots separate day, month and year. With slashes, 8/7 could be July or August, but 20/4 is April. Of a
 * text in another form, and of a day that does not exist, the year is kept: the first number that may be one, or else the one at an end.
 * @returns null for a year that is zero, which means none; undefined for a text without a year
 */
export const readDay = (given: string): ReadDay | null | undefined => {
  const text = orderDay(given)
  const day = completeDay(text)
  if (day === null) return null
  if (day !== undefined && toInstant(firstDayOf(day))) return { day, isExact: true }
  const [, standing] = /(?<![\p{L}\d])[cp]?((?:1\d|20)\d\d)(?![\p{L}\d])/iu.exec(text) ?? []
  const [atEnd] = /^\d{4}(?!\d)|(?<!\d)\d{4}$/.exec(text) ?? []
  const year = standing ?? atEnd
  if (year === undefined) return
  return Number(year) === 0 ? null : { day: year, isExact: false }
}

/**
 * Writes a date such as 20/04/1998 or 4/20/1998 as day, month and year with dots, if only one order is possible: 20 is no month. Another
 * text stays as it is.
 */
const orderDay = (text: string): string => {
  const [, date, year] = /^(\d\d?\/\d\d?|\d\d?-\d\d?)[/-](\d{4})(?:[ T].*)?$/.exec(text) ?? []
  if (date === undefined) return text
  const [first = 0, second = 0] = date.split(/[/-]/).map(Number)
  const isMonth = (number: number) => number <= 12
  if (first !== second && isMonth(first) === isMonth(second)) return text
  return isMonth(first) ? `${second}.${first}.${year}` : `${first}.${second}.${year}`
}

/** The first day of a year or a month; a day as it is. */
export const firstDayOf = (day: string): string => `${day}${'-01-01'.slice(day.length - 4)}`

/** Returns the day of a text in one of the forms, which may not exist. */
const completeDay = (text: string): string | null | undefined => {
  const yearFirst =
    /^(\d{4})(?:[-./](\d\d?)(?:[-./](\d\d?)(?:[T ].*)?)?)?$/.exec(text) ??
    /^(\d{4})(\d\d)(\d\d)$/.exec(text) ??
    /^((?:1\d|20)\d\d)(0\d|1[0-2])$/.exec(text)
  const [, lastDay, lastMonth, lastYear] = /^(\d\d?)\.(\d\d?)\.(\d{4})$/.exec(text) ?? []
  const [, year = text === '0' ? '0' : lastYear, month = lastMonth, day = lastDay] = yearFirst ?? []
  if (year === undefined) return
  if (Number(year) === 0) return null
  const parts = [month, day].map((part = '0') => part.padStart(2, '0'))
  return [year, ...parts.slice(0, parts.includes('00') ? parts.indexOf('00') : 2)].join('-')
}

/** Says what is read of a text that is no day. */
export const describeInexactDay = (text: string, { day }: ReadDay): string =>
  `${JSON.stringify(text)} is no day that exists, or in no form that is understood. The year ${day.slice(0, 4)} is kept.`
