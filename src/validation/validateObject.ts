import type { TObject } from '@sinclair/typebox'
import { type FieldErrors, ValidationError } from '../errors.ts'
import type { Field } from './field.ts'

/**
 * Makes sure that the members of an object are what its schema's fields ask for. Others are not looked at.
 * @throws ValidationError with a sentence for each member that is not.
 */
export const validateObject = (schema: TObject, value: Record<string, unknown>): void => {
  const problems: FieldErrors = {}
  for (const [name, property] of Object.entries(schema.properties)) {
    const sent = Object.hasOwn(value, name) ? value[name] : undefined
    if (sent === undefined && !schema.required?.includes(name)) continue
    const problem = (property as Field).validate(sent)
    if (problem !== undefined) problems[name] = [`The ${name} ${problem}`]
  }
  if (Object.keys(problems).length > 0) throw new ValidationError(problems)
}
