import { field } from './field.ts'
import { emailPattern, emailProblem, maxTextLength, mustBeText, passwordProblem, required } from './rules.ts'
import { cutText } from './text.ts'

/** An e-mail address of up to 255 characters, in the form that browsers accept. Trimmed; its case stays. */
export const Email = () =>
  field<string, string>({
    // Not the format `email` of JSON Schema, which rejects addresses that browsers accept.
    jsonSchema: {
      type: 'string',
      pattern: emailPattern.source,
      patternErrorMessage: 'Must be an e-mail address.',
      maxLength: maxTextLength,
    },
    validate: emailProblem,
    normalize: (value) => value.trim(),
  })

/** A new password of 8 to 1,024 characters (Unicode code points). It is not trimmed. */
export const NewPassword = () =>
  field<string, string>({
    jsonSchema: { type: 'string', minLength: 8, maxLength: 1024 },
    validate: passwordProblem,
    normalize: (value) => value,
  })

/**
 * Each of the 1,024 characters of a password is up to four in the other form of Unicode, and two UTF-16 code units each. A longer text, which
 * is cut here, equals no password in any form.
 */
const maxPasswordUnits = 1_024 * 4 * 2 + 1

/** A password to compare with a stored one: any text that is not empty, since the comparison decides. Cut like `AnyText`. */
export const SentPassword = () =>
  field<string, string>({
    jsonSchema: { type: 'string', minLength: 1 },
    validate: (value) => {
      if (value === undefined || value === null || value === '') return required
      return typeof value === 'string' ? undefined : mustBeText
    },
    normalize: (value) => cutText(value, maxPasswordUnits),
  })
