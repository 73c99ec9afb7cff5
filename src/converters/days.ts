import { toInstant } from '../validation/day.ts'

/** What a text says about a day. */
interface ReadDay {
  /** `YYYY-MM-DD`. What the text does not say is the first month or day. */
  day: string
  /** Whether this is the day that the text names. Otherwise only its year is. */
  isExact: boolean
}

/**
 * Reads a day: the year comes first, or dots separate day, month and year. With slashes, 8/7 could be July or August. Of a text in another
 * form, and of a day that does not exist, the year is kept.
 * @returns null for a year that is zero, which means none; undefined for a text without a year
 */
export const readDay = (text: string): ReadDay | null | undefined => {
  const day = completeDay(text)
  if (day === null) return null
  if (day !== undefined && toInstant(day)) return { day, isExact: true }
  const [, first, last = first] = /^(\d{4})(?!\d)|(?<!\d)(\d{4})$/.exec(text) ?? []
  if (last === undefined) return
  return Number(last) === 0 ? null : { day: `${last}-01-01`, isExact: false }
}

/** Returns the day of a text in one of the forms, which may not exist. */
const completeDay = (text: string): string | null | undefined => {
  const yearFirst =
    /^(\d{4})(?:[-./](\d\d?)(?:[-./](\d\d?)(?:[T ].*)?)?)?$/.exec(text) ?? /^(\d{4})(\d\d)(\d\d)$/.exec(text)
  const [, lastDay, lastMonth, lastYear] = /^(\d\d?)\.(\d\d?)\.(\d{4})$/.exec(text) ?? []
  const [, year = text === '0' ? '0' : lastYear, month = lastMonth, day = lastDay] = yearFirst ?? []
  if (year === undefined) return
  if (Number(year) === 0) return null
  const pad = (part = '1') => (Number(part) === 0 ? '01' : part.padStart(2, '0'))
  return `${year}-${pad(month)}-${pad(day)}`
}

/** Says what is read of a text that is no day. */
export const describeInexactDay = (text: string, { day }: ReadDay): string =>
  `${JSON.stringify(text)} is no day that exists, or in no form that is understood. The year ${day.slice(0, 4)} is kept.`
