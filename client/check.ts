/** Throws a TypeError for a value of the wrong form. */
export type Check = (value: unknown, name: string) => void

/** @param form - what a value is, for the sentence of the error. It does not show the value, which may be a secret */
const createCheck =
  (form: string, isValid: (value: unknown) => boolean): Check =>
  (value, name) => {
    if (!isValid(value)) throw new TypeError(`${name} must be ${form}.`)
  }

/** The longest time that a timer has, in milliseconds. */
const maxTimeoutMs = 2_147_483_647

export const checkTimeout = createCheck(
  `a number of milliseconds from 1 to ${maxTimeoutMs}`,
  (value) => typeof value === 'number' && value > 0 && value <= maxTimeoutMs,
)

/** What `fetch` throws for another text in a header would show it. */
export const checkToken = createCheck(
  'a text of visible ASCII characters',
  (value) => value === null || (typeof value === 'string' && /^[!-~]*$/.test(value)),
)

export const checkFunction = createCheck('a function', (value) => typeof value === 'function')

export const checkRetries = createCheck('a number from 0', (value) => typeof value === 'number' && value >= 0)

/** The id of a record. Callers without types may give its text. */
export const checkId = createCheck('a whole number', (value) => /^\d+$/.test(String(value)))
