import { field } from './field.ts'

/** True or false. */
export const Flag = () =>
  field<boolean, boolean>({
    jsonSchema: { type: 'boolean' },
    validate: (value) => (typeof value === 'boolean' ? undefined : 'must be true or false.'),
    normalize: (value) => value,
  })
