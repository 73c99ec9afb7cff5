import { field } from './field.ts'
import { isInteger, required } from './rules.ts'

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

/** A set of ids of other records. Repeated ids are dropped. */
export const References = () =>
  field<number[], number[]>({
    jsonSchema: { type: 'array', items: { type: 'integer' } },
    validate: (value) =>
      Array.isArray(value) && value.every(isInteger) ? undefined : 'must be an array of ids, which are whole numbers.',
    normalize: (value) => [...new Set(value)],
  })

const mustBeId = 'must be an id, which is a whole number.'
