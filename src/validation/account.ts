import { field } from './field.ts'
import { emailProblem, mustBeText, passwordProblem, required } from './rules.ts'

/** An e-mail address, in the form that browsers accept, of up to 255 characters. It keeps its case. */
export const Email = () =>
  field<string, string>({
    jsonSchema: { type: 'string', format: 'email', maxLength: 255 },
    validate: emailProblem,
    normalize: (value) => value.trim(),
  })

/** A new password: 8 to 1,024 characters, kept exactly as it was sent. */
export const NewPassword = () =>
  field<string, string>({
    jsonSchema: { type: 'string', minLength: 8, maxLength: 1024 },
    validate: passwordProblem,
    normalize: (value) => value,
  })

/** A password to compare with: any text at all. */
export const SentPassword = () =>
  field<string, string>({
    jsonSchema: { type: 'string' },
    validate: (value) =>
      value === undefined || value === null || value === ''
        ? required
        : typeof value === 'string'
          ? undefined
          : mustBeText,
    normalize: (value) => value,
  })
