import type { TObject } from '@sinclair/typebox'
import { type FieldErrors, ValidationError } from '../errors.ts'
import type { Field } from './field.ts'

/**
 * Validates the members of an object with the fields of a schema.
 * @returns the object without the members that the schema does not have
 * @throws ValidationError with a sentence for each member that is invalid
 */
export const validateObject = (schema: TObject, value: Record<string, unknown>): Record<string, unknown> => {
  const errors: FieldErrors = {}
  const members: Record<string, unknown> = {}
  for (const [name, property] of Object.entries(schema.properties)) {
    // A field must not find a member that every object inherits, such as `constructor`.
    const member = Object.hasOwn(value, name) ? value[name] : undefined
    if (member === undefined && !schema.required?.includes(name)) continue
    // The schemas of request bodies have no other properties than fields.
    const problem = (property as Field).validate(member)
    if (problem !== undefined) errors[name] = [`The ${name} ${problem}`]
    members[name] = member
  }
  if (Object.keys(errors).length > 0) throw new ValidationError(errors)
  return members
}
