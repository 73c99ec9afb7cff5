import { toInstant } from '../validation/day.ts'

/** What a text says about a day. */
interface ReadDay {
  /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`: no more than the text says. */
  day: string
  /** Whether this is what the text names. Otherwise only its year is. */
  isExact: boolean
}

/** What comes first in a date such as 8/7/1959. */
export type DatePart = 'day' | 'month'

/**
 * Reads a day: the year comes first, dots separate day, month and year, or the month has its name. With slashes, 8/7 could be July or August, but
 * 20/4 is April. Of a text in another form, and of a day that does not exist, the year is kept: the first number that may be one, or else the one at
 * an end.
 * @param first - what comes first where both could
 * @returns null for a year that is zero, which means none; undefined for a text without a year
 */
export const readDay = (given: string, first?: DatePart): ReadDay | null | undefined => {
  const text = replaceMonthName(orderDay(given, first))
  const day = completeDay(text)
  if (day === null) return null
  if (day !== undefined && toInstant(firstDayOf(day))) return { day, isExact: true }
  const [, standing] = /(?<![\p{L}\d])[cp]?((?:1\d|20)\d\d)(?![\p{L}\d])/iu.exec(text) ?? []
  const [atEnd] = /^\d{4}(?!\d)|(?<!\d)\d{4}$/.exec(text) ?? []
  const year = standing ?? atEnd
  if (year === undefined) return
  return Number(year) === 0 ? null : { day: year, isExact: false }
}

/** Finds what comes first in a date such as 20/04/1998: 20 is no month. It is `either` in 8/7/1959, and not known of a date in another form. */
export const findFirstPart = (text: string): DatePart | 'either' | undefined => {
  const [first, second] = numbersOf(text)
  if (first === second) return
  const [isMonth, isOther] = [first <= 12, second <= 12]
  if (isMonth && isOther) return 'either'
  return isMonth ? 'month' : isOther ? 'day' : undefined
}

/** Two numbers before a year, and the year; zeros for a text in another form. */
const numbersOf = (text: string): readonly [number, number, string?] => {
  const [, first, second, year] = /^(\d\d?)(?:\/|-(?=\d\d?-))(\d\d?)[/-](\d{4})(?:[ T].*)?$/.exec(text) ?? []
  return year === undefined ? [0, 0] : [Number(first), Number(second), year]
}

/** Writes a date such as 20/04/1998 or 4/20/1998 as day, month and year with dots, if it is known which of both comes first. Another text stays as it is. */
const orderDay = (text: string, known: DatePart | undefined): string => {
  const [first, second, year] = numbersOf(text)
  const part = findFirstPart(text)
  const found = part === 'either' ? known : first === second ? 'day' : part
  if (year === undefined || found === undefined) return text
  return found === 'month' ? `${second}.${first}.${year}` : `${first}.${second}.${year}`
}

/** The names of each month in English, German, French, Spanish, Italian and Dutch, without accents, and abbreviations that are not their beginning. */
const months = [
  'january januar janner jaenner janvier enero gennaio januari',
  'february februar fevrier febrero febbraio februari',
  'march marz maerz mrz mars marzo maart mrt',
  'april avril abril aprile',
  'may mai mayo maggio mei',
  'june juni juin junio giugno',
  'july juli juillet julio luglio',
  'august aout agosto augustus',
  'september septembre septiembre setiembre settembre',
  'october oktober octobre octubre ottobre',
  'november novembre noviembre',
  'december dezember decembre diciembre dicembre',
].map((names) => names.split(' '))

/** What may stand between the parts of a date, or behind the number of a day. */
const particles = /\b(?:de|del|di|of|le|st|nd|rd|th|er|o) /g

/** Writes a date such as 17 Aug 1959 or August 1959 with numbers. Another text stays as it is. */
const replaceMonthName = (text: string): string => {
  if (!/\p{L}{3}/u.test(text)) return text
  // NFKD makes a letter of the sign in 1º.
  const folded = text.normalize('NFKD').toLowerCase().replaceAll(/\p{M}/gu, '')
  const words =
    folded
      .match(/\p{L}+|\d+/gu)
      ?.join(' ')
      .replaceAll(particles, '') ?? ''
  const [, before, name = '', after, year] = /^(?:(\d\d?) )?(\p{L}{3,})(?: (\d\d?))? (\d{4})$/u.exec(words) ?? []
  const found = months.flatMap((names, index) => (names.some((month) => month.startsWith(name)) ? [index + 1] : []))
  // "jui" begins two months.
  if (year === undefined || found.length !== 1 || (before && after)) return text
  return [year, found[0], before ?? after].filter(Boolean).join('-')
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
  `${JSON.stringify(text)} is not a day that exists, or its form is not known. The year ${day.slice(0, 4)} is kept.`
