import { adviseDuration } from './advice.ts'
import { field } from './field.ts'
import { isInteger } from './rules.ts'

/** A length of time in whole seconds, 0 to 2,147,483,647; or null. */
export const NullableDuration = () =>
  field<number | null, number | null>({
    jsonSchema: { type: ['integer', 'null'], minimum: 0, maximum: 2_147_483_647 },
    validate: (value) =>
      value === null || (isInteger(value) && value >= 0 && value <= 2_147_483_647)
        ? undefined
        : 'must be a whole number from 0 to 2147483647.',
    normalize: withoutNegativeZero,
    advise: adviseDuration,
  })

// JSON.parse reads `-0` as negative zero, which is stored and compared as another value than 0.
const withoutNegativeZero = (value: number | null) => (value === 0 ? 0 : value)
