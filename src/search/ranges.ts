import { toInstant } from '../validation/day.ts'

/** Both ends belong to a range. */
export interface Bounds<Bound> {
  from: Bound
  to: Bound
}

/** How the ends of a range are written: `1959..1965`, `1959..`, `..1965`, or `1959` for all that it contains. */
export interface RangeForm<Bound> {
  /** Returns undefined if the text is invalid, or if the range would end before its beginning. */
  parse: (text: string) => Bounds<Bound> | undefined
  /** The rest of a sentence that starts with the parameter's name, without its full stop. */
  rule: string
  jsonSchema: object
}

/**
 * @param parseEnd - parses one end: a value that contains others is a range itself
 * @param ends - those of a range that is open
 */
const createParse =
  <Bound extends number | string>(parseEnd: (text: string) => Bounds<Bound> | undefined, ends: Bounds<Bound>) =>
  (text: string): Bounds<Bound> | undefined => {
    const [first = '', last = first, ...others] = text.split('..')
    if (others.length > 0 || (first === '' && last === '')) return undefined
    const from = first === '' ? ends.from : parseEnd(first)?.from
    const to = last === '' ? ends.to : parseEnd(last)?.to
    return from === undefined || to === undefined || from > to ? undefined : { from, to }
  }

/** A pattern for a range whose ends match another one. */
const rangePattern = (end: string) => `^(?:(?:${end})(?:[.][.](?:${end})?)?|[.][.](?:${end}))$`

const parseNumber = (text: string): Bounds<number> | undefined => {
  const value = /^(?:0|[1-9]\d{0,15})$/.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(value) ? { from: value, to: value } : undefined
}

export const numberRange: RangeForm<number> = {
  parse: createParse(parseNumber, { from: 0, to: Number.MAX_SAFE_INTEGER }),
  rule: 'must be a whole number, or a range such as 180..240, 600.. or ..90',
  jsonSchema: { type: 'string', pattern: rangePattern('0|[1-9][0-9]{0,15}') },
}

/** The digits of an instant that a year, a month, a day, or a time with fewer digits leaves out: the last ones that they can have. */
const lastInstant = '9999-12-31T23:59:59.999999Z'

const parseDay = (text: string): Bounds<string> | undefined => {
  const [, year = text, month = '01', day = '01'] = /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?$/.exec(text) ?? []
  const from = toInstant(year === text && text.length > 4 ? text : `${year}-${month}-${day}`)
  if (from === undefined) return undefined
  // A date and time ends with its second, or with the last digit of its fraction.
  const [, fraction] = /\.(\d{1,6})/.exec(text) ?? []
  const known = text.length <= 10 ? text.length : fraction ? 20 + fraction.length : 19
  // Instants are compared as texts: no month has a day after its 31st.
  const end = known === 7 ? `-31${lastInstant.slice(10)}` : lastInstant.slice(known)
  return { from, to: from.slice(0, known) + end }
}

export const dayRange: RangeForm<string> = {
  parse: createParse(parseDay, { from: '', to: lastInstant }),
  rule: 'must be a year, month, day, or date and time with an offset that exists, such as 1959, 1959-08 or 1959-08-17, or a range such as 1959..1965, 1959.. or ..1965',
  jsonSchema: {
    type: 'string',
    // It allows some days that do not exist.
    pattern: rangePattern('[0-9]{4}(?:-[0-9]{2}(?:-[0-9]{2}(?:[Tt][0-9:]{8}(?:[.][0-9]+)?(?:[Zz]|[+-][0-9:]{5}))?)?)?'),
  },
}
