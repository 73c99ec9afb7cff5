import { isVisible } from '../base/visibleText.ts'
import { field } from './field.ts'
import { isBlank, mustBeText, required, textProblem } from './rules.ts'

// Parts of the regular expressions in JSON Schemas. Validators in other languages have other ideas of \s, \d and \p, and some
// have no look-around or \u escapes. Sets of characters mean the same to all of them, if the characters are literal.

/** A character that is allowed in a text: any but control characters, except for tabs and newlines, and half surrogate pairs. */
const allowed = '[\t\n -~\u00a0-\ud7ff\ue000-\u{10ffff}]'

/** The allowed characters that `String.prototype.trim` does not remove. */
const visible =
  '[!-~\u00a1-\u167f\u1681-\u1fff\u200b-\u2027\u202a-\u202e\u2030-\u205e\u2060-\u2fff\u3001-\ud7ff\ue000-\ufefe\uff00-\u{10ffff}]'

/** What `String.prototype.trim` removes. */
export const spaces = '[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*'

/**
 * The pattern of texts in the OpenAPI document. Lengths, and what is trimmed, are not part of it. Generators of code write it into a
 * literal, and compile it without the flag `u`: so it is written in visible ASCII, and allows half surrogate pairs, which the server rejects.
 */
export const allowedPattern = '^[^\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f]*$'

const requiredText = (max: number, isMissing: (value: unknown) => boolean) =>
  field<string, string>({
    jsonSchema: {
      type: 'string',
      pattern: `^${spaces}${textPattern(max)}${spaces}$`,
      patternErrorMessage: `Must be text of 1 to ${max} characters, without control characters.`,
      description: `1 to ${max} characters.`,
    },
    readableSchema: { type: 'string', minLength: 1, maxLength: max, pattern: allowedPattern },
    validate: (value) => (isMissing(value) ? required : textProblem(value, max)),
    normalize: (value) => value.trim(),
  })

/** Text of 1 to `max` characters (Unicode code points), trimmed. Most have `maxTextLength` at most (`rules.ts`). */
export const Text = (max: number) => requiredText(max, isBlank)

/** The same for what is always new: a text without a character that can be seen is missing. What is stored may be such a text. */
export const VisibleText = (max: number) =>
  requiredText(max, (value) => isBlank(value) || (typeof value === 'string' && !isVisible(value)))

/** Text of up to `max` characters (Unicode code points), trimmed; or null. A text of nothing but spaces is null. */
export const NullableText = (max: number) =>
  field<string | null, string | null>({
    jsonSchema: {
      type: ['string', 'null'],
      pattern: `^${spaces}(?:${textPattern(max)}${spaces})?$`,
      patternErrorMessage: `Must be text of up to ${max} characters, without control characters; or null.`,
      description: `Up to ${max} characters.`,
    },
    readableSchema: { type: ['string', 'null'], maxLength: max, pattern: allowedPattern },
    validate: (value) => (isBlank(value) ? undefined : textProblem(value, max)),
    normalize: (value) => value?.trim() || null,
  })

/**
 * The rule of `textProblem` as a regular expression, for JSON Schema. `maxLength` can't express it, since it also counts
 * the spaces around a text.
 */
const textPattern = (max: number) => `${visible}(?:${allowed}{0,${max - 2}}${visible})?`

/**
 * More UTF-16 code units than the 255 characters of an e-mail address can have. A text that is cut
 * here still equals none of them.
 */
const maxComparedUnits = 2_049

/**
 * Cuts a text that is only compared: a login may wait for long, and its text take a megabyte. The bytes are copied, since
 * a substring would keep the whole text in memory.
 */
export const cutText = (text: string, maxUnits = maxComparedUnits): string =>
  text.length > maxUnits ? Buffer.from(text.slice(0, maxUnits), 'utf16le').toString('utf16le') : text

/** Any text that is not blank, trimmed. For login, where a value of the wrong form is only a wrong value. */
export const AnyText = (description?: string) =>
  field<string, string>({
    jsonSchema: { type: 'string', minLength: 1, description },
    validate: (value) => (isBlank(value) ? required : typeof value === 'string' ? undefined : mustBeText),
    normalize: (value) => cutText(value.trim()),
  })
