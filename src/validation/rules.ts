// Rules that several fields share. A problem is the rest of a sentence that starts with the field's name.

/** The maximum length of most texts, in Unicode code points: titles, paths, names of people, e-mail addresses. */
export const maxTextLength = 255

export const required = 'is required.'
export const mustBeText = 'must be text.'
const tooLong = (max: number) => `must not be longer than ${max} characters.`
const forbiddenCharacters = 'has characters that are not allowed.'

/** Whether a value is absent, null, or a text of nothing but spaces. */
export const isBlank = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

export const isInteger = (value: unknown): value is number => Number.isInteger(value)

/** Returns the problem of a value that has to be a text of up to `max` characters and is not blank, if it has one. */
export const textProblem = (value: unknown, max: number) => {
  if (typeof value !== 'string') return mustBeText
  if (!value.isWellFormed() || controlCharacters.test(value.trim())) return forbiddenCharacters
  return isLonger(value.trim(), max) ? tooLong(max) : undefined
}

// Tabs and newlines are allowed.
const controlCharacters = /[^\P{Cc}\t\n]/u

/**
 * Whether a text has more than `max` Unicode code points. `length` is the number of UTF-16 code units, which is never less,
 * and at most twice as much, so most texts need not be counted.
 */
const isLonger = (text: string, max: number) => text.length > max && (text.length > 2 * max || lengthOf(text) > max)

/** The number of Unicode code points of a text. */
export const lengthOf = (text: string) => {
  let length = 0
  for (const _ of text) length++
  return length
}

/** Returns the problem of a value that has to be an e-mail address, if it has one. */
export const emailProblem = (value: unknown) => {
  if (isBlank(value)) return required
  const problem = textProblem(value, maxTextLength)
  if (problem !== undefined) return problem
  return emailPattern.test(String(value).trim()) ? undefined : 'must be an e-mail address.'
}

// https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
export const emailPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/

/** Returns the problem of a value that has to be a new password, if it has one. */
export const passwordProblem = (value: unknown) => {
  if (value === undefined || value === null || value === '') return required
  if (typeof value !== 'string') return mustBeText
  if (!value.isWellFormed()) return forbiddenCharacters
  if (lengthOf(value) < 8) return 'must be at least 8 characters long.'
  return isLonger(value, 1024) ? tooLong(1024) : undefined
}
