import { isObject } from '../base/objects.ts'
import { field } from './field.ts'
import { isInteger, required } from './rules.ts'

/** How many ids a body may have in one array. It bounds the time of a statement. */
const maxIds = 10_000

const isIds = (value: unknown): value is number[] => Array.isArray(value) && value.every(isInteger)

const arrayProblem = (value: unknown) => {
  if (!isIds(value)) return 'must be an array of ids, which are whole numbers.'
  return value.length > maxIds ? `must have at most ${maxIds} ids.` : undefined
}

/** The id of another record. The store checks that the record exists. */
export const Reference = () =>
  field<number, number>({
    jsonSchema: { type: 'integer' },
    validate: (value) => (value === undefined ? required : isInteger(value) ? undefined : mustBeId),
    normalize: (value) => value,
  })

/** The id of another record, or null for none. */
export const NullableReference = () =>
  field<number | null, number | null>({
    jsonSchema: { type: ['integer', 'null'] },
    validate: (value) => (value === null || isInteger(value) ? undefined : `${mustBeId.slice(0, -1)}, or null.`),
    normalize: (value) => value,
  })

const idArray = { type: 'array', items: { type: 'integer' }, maxItems: maxIds } as const

/** A set of ids of other records. Repeated ids are dropped. */
export const References = () =>
  field<number[], number[]>({
    jsonSchema: idArray,
    validate: arrayProblem,
    normalize: (value) => [...new Set(value)],
  })

const mustBeId = 'must be an id, which is a whole number.'

/** A set of ids of records that a request is about. Repeated ids are dropped. */
export const RecordIds = (max = maxIds) =>
  field<number[], number[]>({
    jsonSchema: { ...idArray, maxItems: max, minItems: 1 },
    validate: (value) =>
      isIds(value) && value.length > 0 && value.length <= max
        ? undefined
        : `must be an array of 1 to ${max} ids, which are whole numbers.`,
    normalize: (value) => [...new Set(value)],
  })

/** A reference that is replaced where a record has it. */
export interface ReferenceReplacement {
  replace: number
  with: number
}

const bothOfReplacement = { propertyNames: { enum: ['replace', 'with'] }, minProperties: 2 } as const

/** The id of another record, null for none, or an id that replaces another one. */
export const ReferenceToChange = () =>
  field<number | null | ReferenceReplacement, number | null | ReferenceReplacement>({
    jsonSchema: {
      type: ['integer', 'null', 'object'],
      additionalProperties: { type: 'integer' },
      ...bothOfReplacement,
      description:
        'An id, null for none, or an id to `replace` where a record has it, and the id that it is replaced `with`.',
    },
    validate: (value) => {
      const ids = hasMembers(value, 'replace', 'with') ? Object.values(value) : [value ?? 0]
      return value !== undefined && ids.every(isInteger)
        ? undefined
        : `${mustBeId.slice(0, -1)}, null, or an object with replace and with, which are ids.`
    },
    normalize: (value) => value,
  })

/** Whether a value is an object with all of these members, and no others. */
const hasMembers = (value: unknown, ...names: string[]): value is Record<string, unknown> =>
  isObject(value) && Object.keys(value).sort().join() === names.join()

/** A change of a set of ids of other records: some to add and some to remove, some that others replace where a record has them, or all of them. */
export interface ReferencesChange {
  add?: number[]
  remove?: number[]
  replace?: number[]
  with?: number[]
  set?: number[]
}

const changeMembers = [['add', 'remove'], ['add'], ['remove'], ['replace', 'with'], ['set']]

const isReferencesChange = (value: unknown): value is ReferencesChange =>
  changeMembers.some((names) => hasMembers(value, ...names)) && Object.values(value as object).every(isIds)

/** A change of a set of ids of other records. */
export const ReferencesToChange = () =>
  field<ReferencesChange, ReferencesChange>({
    jsonSchema: {
      type: 'object',
      additionalProperties: idArray,
      propertyNames: { enum: [...new Set(changeMembers.flat())] },
      minProperties: 1,
      dependentSchemas: {
        set: { maxProperties: 1 },
        replace: bothOfReplacement,
        with: bothOfReplacement,
      },
      description:
        'Ids to `add` and to `remove`; ids to `replace` where a record has one of them, and those that they are replaced `with`; or all of them as `set`.',
    },
    validate: (value) => {
      if (!isReferencesChange(value))
        return 'must be an object with add and remove, with replace and with, or with set, which are arrays of ids.'
      const problem = Object.values(value).map(arrayProblem).find(Boolean)
      if (problem !== undefined) return problem
      return new Set(value.add).isDisjointFrom(new Set(value.remove))
        ? undefined
        : 'must not add and remove the same id.'
    },
    normalize: (value) => value,
  })

/** Parses the id of a record: a whole number from 1 to 2^53 - 1, without leading zeros. @returns undefined for any other text */
export const parseId = (text: string): number | undefined => {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(id) ? id : undefined
}
