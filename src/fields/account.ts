import { field, mustBeText, required, tooLong } from './field.ts'
import { isBlank, isLonger, lengthOf, textProblem } from './text.ts'

/** An e-mail address, in the form that browsers accept, of up to 255 characters. It keeps its case. */
export const Email = () =>
  field<string, string>({
    wire: { type: 'string', format: 'email', maxLength: 255 },
    problem: (value) => {
      if (isBlank(value)) return required
      const problem = textProblem(value, 255)
      return problem ?? (emailForm.test((value as string).trim()) ? undefined : 'must be an e-mail address.')
    },
    keep: (value) => value.trim(),
  })

// https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
const emailForm =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/

/** A new password: 8 to 1,024 characters, kept exactly as it was sent. */
export const NewPassword = () =>
  field<string, string>({
    wire: { type: 'string', minLength: 8, maxLength: 1024 },
    problem: passwordProblem,
    keep: (value) => value,
  })

export const passwordProblem = (value: unknown) => {
  if (value === undefined || value === null || value === '') return required
  if (typeof value !== 'string') return mustBeText
  if (!value.isWellFormed()) return 'has characters that are not allowed.'
  if (lengthOf(value) < 8) return 'must be at least 8 characters long.'
  return isLonger(value, 1024) ? tooLong(1024) : undefined
}

/** A password to compare with: any text at all. */
export const SentPassword = () =>
  field<string, string>({
    wire: { type: 'string' },
    problem: (value) =>
      value === undefined || value === null || value === ''
        ? required
        : typeof value === 'string'
          ? undefined
          : mustBeText,
    keep: (value) => value,
  })
