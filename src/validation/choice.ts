import { field } from './field.ts'

/** One of a few texts. */
export const Choice = <const Values extends readonly string[]>(values: Values) =>
  field<Values[number], Values[number]>({
    jsonSchema: { type: 'string', enum: values },
    validate: (value) => (values.some((known) => known === value) ? undefined : `must be one of ${values.join(', ')}.`),
    normalize: (value) => value,
    advise: (value) => {
      const written = typeof value === 'string' ? value.trim().toLowerCase() : undefined
      return values.some((known) => known === written) ? `Write "${written}".` : undefined
    },
  })
