import { field } from './field.ts'
import { isBlank } from './rules.ts'
import { spaces } from './text.ts'

// The regular expression of the JSON Schema matches only days that exist, leap years included: editors check a catalogue
// file with nothing else.
const dayAlternatives = [
  '(?:[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))',
  '(?:[0-9][0-9](?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)',
].join('|')
const timePattern =
  '[Tt](?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:[.][0-9]+)?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])'

/** The form of a day that exists, or of a date and time with an offset. */
export const dayPattern = `^(?:${dayAlternatives}(?:${timePattern})?)$`

const nullableDayPattern = (space: string) => `^${space}(?:${dayAlternatives}(?:${timePattern})?${space})?$`

const description = 'A day as YYYY-MM-DD, or a date and time with an offset.'

/** A day, or a date and time with an offset, stored as an instant; or null. A text of nothing but spaces is null. */
export const NullableDay = () =>
  field<string | null, string | null>({
    jsonSchema: {
      type: ['string', 'null'],
      pattern: nullableDayPattern(spaces),
      patternErrorMessage: 'Must be a day that exists, such as 1959-08-17, or a date and time with an offset.',
      description,
    },
    // In visible ASCII, like the pattern of texts. In JavaScript, \s is what is trimmed.
    readableSchema: { type: ['string', 'null'], pattern: nullableDayPattern('\\s*'), description },
    validate: (value) =>
      isBlank(value) || (typeof value === 'string' && toInstant(value.trim()))
        ? undefined
        : 'must be a day that exists, written as YYYY-MM-DD, or a date and time with an offset.',
    normalize: (value) => (value === null ? null : (toInstant(value.trim()) ?? null)),
    advise: adviseDay,
  })

const instantPattern =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?(?:[Zz]|([+-])(\d{2}):(\d{2})))?$/

/**
 * Converts `YYYY-MM-DD`, as midnight UTC, or a date and time with an offset (RFC 3339) to an instant. Fractions of a
 * second are cut to microseconds. Returns undefined for any other form, for a day that does not exist, and for an instant
 * outside the years 0000 to 9999.
 */
export const toInstant = (text: string): string | undefined => {
  const match = instantPattern.exec(text)
  if (!match) return
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', sign, hours = '0', minutes = '0'] =
    match
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return
  if (Number(hours) > 23 || Number(minutes) > 59) return

  const date = new Date(0)
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  // A day after the end of the month becomes one of the next month.
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return

  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1)
  date.setUTCHours(Number(hour), Number(minute) - offset, Number(second))
  if (date.getUTCFullYear() < 0 || date.getUTCFullYear() > 9999) return
  return `${date.toISOString().slice(0, 19)}.${fraction.slice(0, 6).padEnd(6, '0')}Z`
}

/** What to write in place of a value that people write by hand, or that other programs export. */
const adviseDay = (value: unknown): string | undefined => {
  if (typeof value !== 'string' && typeof value !== 'number') return
  const text = String(value).trim()
  const [, year, month] = /^(\d{4})(?:-(\d\d?))?$/.exec(text) ?? []
  if (year) {
    const written = writeDay(year, month ?? '01', '01')
    return written && `A ${month ? 'month' : 'year'} alone is not a day. ${written} This is its first day.`
  }
  const [, first = '', second = '', third = ''] = /^(\d{1,4})[./-](\d\d?)[./-](\d{1,4})$/.exec(text) ?? []
  if (first.length === 4) return writeDay(first, second, third)
  if (third.length !== 4) return
  // With a point, the day comes first. With a slash, it may be either, unless one of the two is no month.
  if (text.includes('.') || Number(first) > 12) return writeDay(third, second, first)
  return Number(second) > 12 ? writeDay(third, first, second) : 'Write the year first, then the month, then the day.'
}

const writeDay = (year: string, month: string, day: string) => {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const date = new Date(`${text}T00:00:00Z`)
  const exists = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
  return exists ? `Write "${text}".` : undefined
}
