import { field } from './field.ts'
import { isInteger } from './rules.ts'

/** A whole number within bounds. */
export const Count = (min: number, max: number) =>
  field<number, number>({
    jsonSchema: { type: 'integer', minimum: min, maximum: max },
    validate: (value) =>
      isInteger(value) && value >= min && value <= max ? undefined : `must be a whole number from ${min} to ${max}.`,
    normalize: (value) => value,
  })
