import type { TObject, TSchema } from '@sinclair/typebox'
import { type FieldErrors, requireNoErrors } from '../base/errors.ts'
import { isObject } from '../base/objects.ts'
import type { FieldSchema } from './field.ts'
import { required } from './rules.ts'

/** @throws ValidationError with the errors of `checkObject` */
export const validateObject = (schema: TObject, value: Record<string, unknown>): Record<string, unknown> => {
  const { members, errors } = checkObject(schema, value)
  requireNoErrors(errors)
  return members
}

/**
 * Checks the members of an object with the fields of a schema. The members of an object in it are reported under their own names.
 * @returns the members that the schema has and that are valid, in the form in which they are stored, and a sentence for each that is invalid
 */
export const checkObject = (schema: TObject, value: Record<string, unknown>) => {
  const errors: FieldErrors = {}
  return { members: collectMembers(schema, value, errors), errors }
}

/** Puts errors in the order in which a schema has their members. */
export const sortErrors = (schema: TObject, errors: FieldErrors): FieldErrors => {
  const names = namesOf(schema)
  return Object.fromEntries(Object.entries(errors).sort(([a], [b]) => names.indexOf(a) - names.indexOf(b)))
}

const namesOf = ({ properties }: TObject): string[] =>
  Object.entries(properties).flatMap(([name, property]) =>
    isObjectSchema(property) ? [...namesOf(property), name] : [name],
  )

const collectMembers = (schema: TObject, value: Record<string, unknown>, errors: FieldErrors) => {
  const members: Record<string, unknown> = {}
  for (const [name, property] of Object.entries(schema.properties)) {
    // A field must not find a member that every object inherits, such as `constructor`.
    const member = Object.hasOwn(value, name) ? value[name] : undefined
    if (member === undefined && !schema.required?.includes(name)) continue
    if (isObjectSchema(property) && isObject(member)) {
      const collected = collectMembers(property, member, errors)
      const { minProperties = 0, properties } = property
      if (Object.keys(properties).filter((known) => Object.hasOwn(member, known)).length < minProperties)
        errors[name] = [`The ${name} must have at least one of ${Object.keys(properties).join(', ')}.`]
      members[name] = collected
      continue
    }
    const problem = isObjectSchema(property) ? objectProblem(member) : fieldOf(property).validate(member)
    if (problem === undefined) members[name] = fieldOf(property).normalize(member)
    else errors[name] = [`The ${name} ${problem}`]
  }
  return members
}

// The schemas of request bodies have no other properties than fields and objects of fields.
const isObjectSchema = (property: TSchema): property is TObject => !('validate' in property)
const fieldOf = (property: TSchema) => property as FieldSchema

const objectProblem = (value: unknown) => (value === undefined ? required : 'must be an object.')
