import { Kind, type TSchema, Type, TypeRegistry } from '@sinclair/typebox'

interface FieldType<Normalized> {
  /** The part of the rule that JSON Schema can express. */
  jsonSchema: Record<string, unknown>
  /** The same without regular expressions that only JavaScript can read, for the OpenAPI document; `jsonSchema` by default. */
  portableSchema?: Record<string, unknown>
  /** Returns the rest of a sentence that starts with the field's name, such as `is required.`; undefined if valid. */
  validate: (value: unknown) => string | undefined
  /** Returns the form in which a valid value is stored. */
  normalize: (value: never) => Normalized
}

/** The TypeBox schema of a member of a request body or of an entry of a catalogue file, with the rule of the member. */
export interface Field extends TSchema {
  /** A function, since the JSON of a schema leaves functions out. */
  portableSchema: () => Record<string, unknown>
  validate: FieldType<unknown>['validate']
  normalize: (value: unknown) => unknown
}

TypeRegistry.Set<Field>('Field', (field, value) => field.validate(value) === undefined)

/**
 * Defines a field as a TypeBox schema. Elysia validates and normalizes request bodies with it. The schema of catalogue files
 * contains its JSON Schema, and the OpenAPI document its portable schema.
 */
export const field = <Sent, Normalized>({
  jsonSchema,
  portableSchema = jsonSchema,
  validate,
  normalize,
}: FieldType<Normalized> & { normalize: (value: Sent) => Normalized }) =>
  Type.Transform(
    Type.Unsafe<Sent>({
      ...jsonSchema,
      [Kind]: 'Field',
      portableSchema: () => portableSchema,
      validate,
      normalize,
    }),
  )
    .Decode(normalize)
    .Encode(() => {
      throw new Error('Fields are only decoded: no response contains one.')
    })
