import { field, mustBeText, required, tooLong } from './field.ts'

/** Text of 1 to `max` characters (Unicode code points), trimmed. */
export const Text = (max: number) =>
  field<string, string>({
    wire: { type: 'string', pattern: `^\\s*${textPattern(max)}\\s*$`, description: `1 to ${max} characters.` },
    problem: (value) => (isBlank(value) ? required : textProblem(value, max)),
    keep: (value) => value.trim(),
  })

/** Text of up to `max` characters, trimmed, or null; nothing but spaces is null too. */
export const NullableText = (max: number) =>
  field<string | null, string | null>({
    wire: {
      type: ['string', 'null'],
      pattern: `^\\s*(?:${textPattern(max)}\\s*)?$`,
      description: `Up to ${max} characters.`,
    },
    problem: (value) => (isBlank(value) ? undefined : textProblem(value, max)),
    keep: (value) => value?.trim() || null,
  })

/**
 * What `textProblem` lets through, for validators that know only JSON Schema. Their `maxLength` would count the spaces
 * around a text, too.
 */
const textPattern = (max: number) => `(?=\\S)(?:[^\\p{Cc}\\p{Cs}]|[\\t\\n]){1,${max}}(?<=\\S)`

/** Any text that is not empty: for log-in, where a wrong form is just a wrong answer. */
export const AnyText = () =>
  field<string, string>({
    wire: { type: 'string', minLength: 1 },
    problem: (value) => (isBlank(value) ? required : typeof value === 'string' ? undefined : mustBeText),
    keep: (value) => value.trim(),
  })

const badCharacters = 'has characters that are not allowed.'

/** Nothing, or nothing but spaces. */
export const isBlank = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

/** What is wrong with a text that is not blank. */
export const textProblem = (value: unknown, max: number) => {
  if (typeof value !== 'string') return mustBeText
  if (!value.isWellFormed() || controls.test(value.trim())) return badCharacters
  return isLonger(value.trim(), max) ? tooLong(max) : undefined
}

const controls = /[^\P{Cc}\t\n]/u

/** Whether a text has more Unicode code points than that. */
export const isLonger = (text: string, max: number) => text.length > max && lengthOf(text) > max

/** The number of Unicode code points. */
export const lengthOf = (text: string) => {
  let length = 0
  for (const _ of text) length++
  return length
}
