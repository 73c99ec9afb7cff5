import { formatCount } from '../../base/words.ts'

/** A number without a unit. */
export const parseNumber = (text: string): number | undefined =>
  /^\d+(?:[.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : undefined

const colonForm = /^(?:(?<hours>\d+):)?(?<minutes>\d+):(?<seconds>[0-5]\d(?:[.,]\d+)?)$/

/** `1h2m3s`, `3 min. 20 sec.`, `3′20″`, or as ISO 8601 has it. */
const unitForm =
  /^(?:pt)?(?=\d)(?:(?<hours>\d+)\s*h(?:(?:ou)?rs?)?\.?\s*)?(?:(?<minutes>\d+)\s*(?:m(?:in(?:ute)?s?)?\.?|['′])\s*)?(?:(?<seconds>\d+(?:[.,]\d+)?)\s*(?:s(?:ec(?:ond)?s?)?\.?|["″]))?$/i

/** Seconds, `m:ss`, `h:mm:ss` or numbers with units, rounded to whole seconds. */
export const parseDuration = (text: string): number | undefined => {
  const number = parseNumber(text)
  if (number !== undefined) return Math.round(number)
  const [, milliseconds] = /^(\d+(?:[.,]\d+)?)\s*ms$/i.exec(text) ?? []
  if (milliseconds !== undefined) return parseMilliseconds(milliseconds)
  const colons = colonForm.exec(text)?.groups
  const { hours, minutes = '0', seconds = '0' } = colons ?? unitForm.exec(text)?.groups ?? { seconds: '' }
  if (seconds === '' || (colons && hours !== undefined && Number(minutes) > 59)) return
  return Math.round(Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds.replace(',', '.')))
}

/** Says why a text is no duration, and what to write; undefined if it is one. */
export const describeInvalidDuration = (text: string, value: number | undefined, unit: string): string | undefined => {
  const quoted = JSON.stringify(text)
  if (value === undefined) return `${quoted} is not a duration. Write ${unit} or m:ss.`
  // A spreadsheet has a time as a fraction of a day.
  if (/^0*[.,]\d*[1-9]/.test(text))
    return `${quoted} is less than one ${unit.slice(0, -1)}. A spreadsheet writes this for a time: format the column as [h]:mm:ss there, and save it as CSV again.`
}

const [secondsOfHour, secondsOfDay] = [3600, 86_400]

/** What a long duration may be in truth, and what is the same for all rows with such a one. */
export const explainLongDuration = (
  text: string,
  value: number,
  column: string,
): { sentence: string; group: string } | undefined => {
  if (value < secondsOfHour) return
  if (value >= secondsOfDay) {
    const sentence = `The duration is longer than a day. If it is in milliseconds, say --columns duration_ms=${JSON.stringify(column)}.`
    return { sentence, group: sentence }
  }
  const explanation = explainHours(text)
  return explanation === undefined ? undefined : { sentence: `(${column}) ${explanation}`, group: `hours ${column}` }
}

/** A time with zero seconds, for which a spreadsheet takes minutes and seconds, in words; and what to write for these. */
const explainHours = (text: string): string | undefined => {
  const [, first = '', second = ''] = /^0*(\d+):(\d\d):00$/.exec(text) ?? []
  if (first === '') return
  const minutes = Number(second)
  const words = [formatCount(Number(first), 'hours'), ...(minutes === 0 ? [] : [formatCount(minutes, 'minutes')])]
  const short = `${first}:${second}`
  return `${text} is ${words.join(' and ')}. If ${short} was meant, write 0:${short.padStart(5, '0')} or ${short}.`
}

/** Milliseconds, or a form with colons. */
export const parseMilliseconds = (text: string): number | undefined => {
  const milliseconds = parseNumber(text)
  return milliseconds === undefined ? parseDuration(text) : Math.round(milliseconds / 1_000)
}
