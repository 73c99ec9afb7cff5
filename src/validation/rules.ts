// What can be wrong with a value: the end of a sentence that starts with the field's name.

export const required = 'is required.'
export const mustBeText = 'must be text.'
export const tooLong = (max: number) => `must not be longer than ${max} characters.`
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

/** What is wrong with an e-mail address. */
export const emailProblem = (value: unknown) => {
  if (isBlank(value)) return required
  const problem = textProblem(value, 255)
  return problem ?? (emailForm.test((value as string).trim()) ? undefined : 'must be an e-mail address.')
}

// https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
const emailForm =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/

/** What is wrong with a new password. */
export const passwordProblem = (value: unknown) => {
  if (value === undefined || value === null || value === '') return required
  if (typeof value !== 'string') return mustBeText
  if (!value.isWellFormed()) return 'has characters that are not allowed.'
  if (lengthOf(value) < 8) return 'must be at least 8 characters long.'
  return isLonger(value, 1024) ? tooLong(1024) : undefined
}
