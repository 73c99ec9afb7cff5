import type { TObject, TSchema } from '@sinclair/typebox'
import { type FieldErrors, ValidationError } from '../base/errors.ts'
import { isObject } from '../base/objects.ts'
import type { FieldSchema } from './field.ts'
import { required } from './rules.ts'

/**
 * Validates the members of an object with the fields of a schema. The members of an object in it are reported under their
 * own names.
 * @returns the members that the schema has, in the form in which they are stored
 * @throws ValidationError with a sentence for each member that is invalid
 */
export const validateObject = (schema: TObject, value: Record<string, unknown>): Record<string, unknown> => {
  const errors: FieldErrors = {}
  const members = collectMembers(schema, value, errors)
  if (Object.keys(errors).length > 0) throw new ValidationError(errors)
  return members
}

const collectMembers = (schema: TObject, value: Record<string, unknown>, errors: FieldErrors) => {
  const members: Record<string, unknown> = {}
  for (const [name, property] of Object.entries(schema.properties)) {
    // A field must not find a member that every object inherits, such as `constructor`.
    const member = Object.hasOwn(value, name) ? value[name] : undefined
    if (member === undefined && !schema.required?.includes(name)) continue
    if (isObjectSchema(property) && isObject(member)) {
      const collected = collectMembers(property, member, errors)
      const { minProperties = 0, properties } = property
      if (Object.keys(collected).length < minProperties)
        errors[name] = [`The ${name} must have at least one of ${Object.keys(properties).join(', ')}.`]
      members[name] = collected
      continue
    }
    const problem = isObjectSchema(property) ? objectProblem(member) : fieldOf(property).validate(member)
    if (problem !== undefined) errors[name] = [`The ${name} ${problem}`]
    members[name] = problem === undefined ? fieldOf(property).normalize(member) : member
  }
  return members
}

// The schemas of request bodies have no other properties than fields and objects of fields.
const isObjectSchema = (property: TSchema): property is TObject => !('validate' in property)
const fieldOf = (property: TSchema) => property as FieldSchema

const objectProblem = (value: unknown) => (value === undefined ? required : 'must be an object.')
