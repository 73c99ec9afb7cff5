import { field } from './field.ts'
import { isInteger } from './rules.ts'

/** One of a few texts. @param otherAdvice - what to write in a file to seed in place of another text, as a sentence */
export const Choice = <const Values extends readonly string[]>(values: Values, otherAdvice?: string) =>
  field<Values[number], Values[number]>({
    jsonSchema: { type: 'string', enum: values },
    validate: (value) => (values.some((known) => known === value) ? undefined : `must be one of ${values.join(', ')}.`),
    normalize: (value) => value,
    advise: (value) => {
      const written = typeof value === 'string' ? value.trim().toLowerCase() : undefined
      return values.some((known) => known === written) ? `Write "${written}".` : otherAdvice
    },
  })

/** A whole number within bounds. */
export const Count = (min: number, max: number) =>
  field<number, number>({
    jsonSchema: { type: 'integer', minimum: min, maximum: max },
    validate: (value) =>
      isInteger(value) && value >= min && value <= max ? undefined : `must be a whole number from ${min} to ${max}.`,
    normalize: (value) => value,
  })

/** True or false. */
export const Flag = () =>
  field<boolean, boolean>({
    jsonSchema: { type: 'boolean' },
    validate: (value) => (typeof value === 'boolean' ? undefined : 'must be true or false.'),
    normalize: (value) => value,
  })
