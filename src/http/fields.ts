import { Kind, type TSchema, Type, TypeRegistry } from '@sinclair/typebox'
import { albumTypes } from '../database/schema.ts'
import { toInstant } from './day.ts'

// The members that a body may have. Each says in one sentence what is wrong with a value, and how it is kept.

interface Rule<Kept> {
  /** What JSON Schema can say of it. */
  wire: Record<string, unknown>
  /** The end of a sentence that starts with the field's name, or undefined where the value is fine. */
  problem: (value: unknown) => string | undefined
  keep: (value: never) => Kept
}

export interface Field extends TSchema {
  problem: Rule<unknown>['problem']
}

TypeRegistry.Set<Field>('Field', (field, value) => field.problem(value) === undefined)

const field = <Sent, Kept>({ wire, problem, keep }: Rule<Kept> & { keep: (value: Sent) => Kept }) =>
  Type.Transform(Type.Unsafe<Sent>({ ...wire, [Kind]: 'Field', problem }))
    .Decode(keep)
    .Encode(() => {
      throw new Error('A field is read from a body and never written to one.')
    })

const required = 'is required.'

/** Text of 1 to `max` characters (Unicode code points), trimmed. */
export const Text = (max: number) =>
  field<string, string>({
    wire: { type: 'string', minLength: 1, maxLength: max },
    problem: (value) => (isBlank(value) ? required : textProblem(value, max)),
    keep: (value) => value.trim(),
  })

/** Text of up to `max` characters, trimmed, or null; nothing but spaces is null too. */
export const NullableText = (max: number) =>
  field<string | null, string | null>({
    wire: { type: ['string', 'null'], maxLength: max },
    problem: (value) => (isBlank(value) ? undefined : textProblem(value, max)),
    keep: (value) => value?.trim() || null,
  })

/** Any text that is not empty: for log-in, where a wrong form is just a wrong answer. */
export const AnyText = () =>
  field<string, string>({
    wire: { type: 'string', minLength: 1 },
    problem: (value) => (isBlank(value) ? required : typeof value === 'string' ? undefined : mustBeText),
    keep: (value) => value.trim(),
  })

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
  if (!value.isWellFormed()) return badCharacters
  if (lengthOf(value) < 8) return 'must be at least 8 characters long.'
  return lengthOf(value) > 1024 ? tooLong(1024) : undefined
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

/** A day, or a moment with its offset, kept as an instant; or null. */
export const NullableDay = () =>
  field<string | null, string | null>({
    wire: { type: ['string', 'null'], examples: ['1959-08-17', '1959-08-17T00:00:00Z'] },
    problem: (value) =>
      value === null || (typeof value === 'string' && toInstant(value.trim()))
        ? undefined
        : 'must be a day that exists, written as YYYY-MM-DD, or a date and time with an offset.',
    keep: (value) => (value === null ? null : (toInstant(value.trim()) ?? null)),
  })

/** A length of time in whole seconds, 0 to 2,147,483,647, or null. */
export const NullableDuration = () =>
  field<number | null, number | null>({
    wire: { type: ['integer', 'null'], minimum: 0, maximum: 2_147_483_647 },
    problem: (value) =>
      value === null || (isInteger(value) && value >= 0 && value <= 2_147_483_647)
        ? undefined
        : 'must be a whole number from 0 to 2147483647.',
    keep: unsigned,
  })

/** The id of another record. Whether there is such a record is for the store to say. */
export const Reference = () =>
  field<number, number>({
    wire: { type: 'integer' },
    problem: (value) => (value === undefined ? required : isInteger(value) ? undefined : mustBeId),
    keep: (value) => value,
  })

/** The id of another record, or null for none. */
export const NullableReference = () =>
  field<number | null, number | null>({
    wire: { type: ['integer', 'null'] },
    problem: (value) => (value === null || isInteger(value) ? undefined : `${mustBeId.slice(0, -1)}, or null.`),
    keep: (value) => value,
  })

/** A set of ids; one that is repeated counts once. */
export const References = () =>
  field<number[], number[]>({
    wire: { type: 'array', items: { type: 'integer' } },
    problem: (value) =>
      Array.isArray(value) && value.every(isInteger) ? undefined : 'must be an array of ids, which are whole numbers.',
    keep: (value) => [...new Set(value)],
  })

export const AlbumType = () =>
  field<(typeof albumTypes)[number], (typeof albumTypes)[number]>({
    wire: { type: 'string', enum: albumTypes },
    problem: (value) =>
      albumTypes.some((type) => type === value) ? undefined : `must be one of ${albumTypes.join(', ')}.`,
    keep: (value) => value,
  })

const mustBeText = 'must be text.'
const mustBeId = 'must be an id, which is a whole number.'
const badCharacters = 'has characters that are not allowed.'
const tooLong = (max: number) => `must not be longer than ${max} characters.`

const isBlank = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

const isInteger = (value: unknown): value is number => Number.isInteger(value)

// JSON has a -0, which is no other number than 0.
const unsigned = (value: number | null) => value || (value === null ? null : 0)

const textProblem = (value: unknown, max: number) => {
  if (typeof value !== 'string') return mustBeText
  if (!value.isWellFormed() || controls.test(value.trim())) return badCharacters
  return lengthOf(value.trim()) > max ? tooLong(max) : undefined
}

const controls = /[^\P{Cc}\t\n]/u

const lengthOf = (text: string) => {
  let length = 0
  for (const _ of text) length++
  return length
}
