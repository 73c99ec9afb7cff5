import { field } from './field.ts'

/** A length of time in whole seconds, 0 to 2,147,483,647, or null. */
export const NullableDuration = () =>
  field<number | null, number | null>({
    jsonSchema: { type: ['integer', 'null'], minimum: 0, maximum: 2_147_483_647 },
    validate: (value) =>
      value === null || (isInteger(value) && value >= 0 && value <= 2_147_483_647)
        ? undefined
        : 'must be a whole number from 0 to 2147483647.',
    normalize: unsigned,
  })

// JSON has a -0, which is no other number than 0.
const unsigned = (value: number | null) => value || (value === null ? null : 0)

const isInteger = (value: unknown): value is number => Number.isInteger(value)
