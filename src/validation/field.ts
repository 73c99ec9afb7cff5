import { Kind, type TSchema, Type } from '@sinclair/typebox'

interface FieldType<Normalized> {
  /**
   * The part of the rule that JSON Schema can express. A pattern has to mean the same to validators in other languages, and
   * has a `patternErrorMessage`, which editors show.
   */
  jsonSchema: Record<string, unknown>
  /**
   * The same with lengths in place of a long pattern, for readers of the OpenAPI document; `jsonSchema` by default. Its pattern is in
   * visible ASCII, and means the same without the flag `u`.
   */
  readableSchema?: Record<string, unknown>
  /** Returns the rest of a sentence that starts with the field's name, such as `is required.`; undefined if valid. */
  validate: (value: unknown) => string | undefined
  /** Returns the form in which a valid value is stored. */
  normalize: (value: never) => Normalized
  /** Returns what to write in a file to seed in place of an invalid value, as a sentence. */
  advise?: ((value: unknown) => string | undefined) | undefined
}

/** The TypeBox schema of a member of a request body or of an entry of a catalogue file, with the rule of the member. */
export interface FieldSchema extends TSchema {
  /** A function, since the JSON of a schema leaves functions out. */
  readableSchema: () => Record<string, unknown>
  validate: FieldType<unknown>['validate']
  normalize: (value: unknown) => unknown
  advise?: FieldType<unknown>['advise']
}

/**
 * Defines a field as a TypeBox schema, which types request bodies. `validateObject` validates and normalizes them with its functions. The
 * schema of catalogue files contains its JSON Schema, and the OpenAPI document its readable schema.
 */
export const field = <Sent, Normalized>({
  jsonSchema,
  readableSchema = jsonSchema,
  validate,
  normalize,
  advise,
}: FieldType<Normalized> & { normalize: (value: Sent) => Normalized }) =>
  Type.Transform(
    Type.Unsafe<Sent>({
      ...jsonSchema,
      [Kind]: 'Field',
      readableSchema: () => readableSchema,
      validate,
      normalize,
      advise,
    }),
  )
    .Decode(normalize)
    .Encode(() => {
      throw new Error('Fields are only decoded: no response contains one.')
    })
