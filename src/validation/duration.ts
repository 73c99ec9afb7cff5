import { field } from './field.ts'
import { isInteger } from './rules.ts'

/** A length of time in whole seconds, 0 to 2,147,483,647; or null. */
export const NullableDuration = () =>
  field<number | null, number | null>({
    jsonSchema: { type: ['integer', 'null'], minimum: 0, maximum: 2_147_483_647 },
    validate: (value) =>
      value === null || (isInteger(value) && value >= 0 && value <= 2_147_483_647)
        ? undefined
        : 'must be a whole number from 0 to 2147483647.',
    normalize: withoutNegativeZero,
    advise: adviseDuration,
  })

// JSON.parse reads `-0` as negative zero, which is stored and compared as another value than 0.
const withoutNegativeZero = (value: number | null) => (value === 0 ? 0 : value)

/** What to write in place of a value that people write by hand, or that other programs export. */
const adviseDuration = (value: unknown): string | undefined => {
  if (typeof value === 'number') {
    const seconds = Math.round(value)
    return value >= 0 && seconds !== value && seconds < 2_147_483_648 ? `Write ${seconds}.` : undefined
  }
  if (typeof value !== 'string') return
  const text = value.trim()
  const [, hours = '0', minutes, seconds] = /^(?:(\d{1,4}):)?(\d{1,4}):(\d\d)(?:\.\d+)?$/.exec(text) ?? []
  if (minutes !== undefined) return `Write ${Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)}.`
  const [, number, unit] = /^(\d{1,9}(?:\.\d+)?) ?(ms|s|sec)?$/.exec(text) ?? []
  if (number === undefined) return
  const rounded = Math.round(Number(number) / (unit === 'ms' ? 1000 : 1))
  return String(rounded) === number && !unit ? `Write ${rounded}, without quotes.` : `Write ${rounded}.`
}
