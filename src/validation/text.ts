import { field } from './field.ts'
import { isBlank, mustBeText, required, textProblem } from './rules.ts'

/** Text of 1 to `max` characters (Unicode code points), trimmed. */
export const Text = (max: number) =>
  field<string, string>({
    jsonSchema: { type: 'string', pattern: `^\\s*${textPattern(max)}\\s*$`, description: `1 to ${max} characters.` },
    validate: (value) => (isBlank(value) ? required : textProblem(value, max)),
    normalize: (value) => value.trim(),
  })

/** Text of up to `max` characters, trimmed, or null; nothing but spaces is null too. */
export const NullableText = (max: number) =>
  field<string | null, string | null>({
    jsonSchema: {
      type: ['string', 'null'],
      pattern: `^\\s*(?:${textPattern(max)}\\s*)?$`,
      description: `Up to ${max} characters.`,
    },
    validate: (value) => (isBlank(value) ? undefined : textProblem(value, max)),
    normalize: (value) => value?.trim() || null,
  })

/**
 * What `textProblem` lets through, for validators that know only JSON Schema. Their `maxLength` would count the spaces
 * around a text, too.
 */
const textPattern = (max: number) => `(?=\\S)(?:[^\\p{Cc}\\p{Cs}]|[\\t\\n]){1,${max}}(?<=\\S)`

/** Any text that is not empty: for log-in, where a wrong form is just a wrong answer. */
export const AnyText = () =>
  field<string, string>({
    jsonSchema: { type: 'string', minLength: 1 },
    validate: (value) => (isBlank(value) ? required : typeof value === 'string' ? undefined : mustBeText),
    normalize: (value) => value.trim(),
  })
