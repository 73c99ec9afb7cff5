import { type Static, type TObject, type TProperties, type TSchema, Type } from '@sinclair/typebox'

// The parts that schemas of responses share.

/** An instant in UTC, `YYYY-MM-DDTHH:MM:SS.ffffffZ`. */
export const Timestamp = Type.String({ title: 'Timestamp', examples: ['2026-01-31T18:30:00.123456Z'] })

/** When a record was created and last changed. */
export const timestamps = { created_at: Timestamp, updated_at: Timestamp }

export const Nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])

/** Adds an example to a schema, which the OpenAPI document shows. */
export const withExample = <Schema extends TSchema>(schema: Schema, example: NoInfer<Static<Schema>>): Schema => ({
  ...schema,
  examples: [example],
})

/**
 * The schema of an object that is a component of the OpenAPI document: its title is the name.
 * @param example - that of a body; by default, it has the examples of the members
 */
export const NamedObject = <Members extends TProperties>(
  title: string,
  members: Members,
  example?: NoInfer<Static<TObject<Members>>>,
) => Type.Object(members, { title, ...(example && { examples: [example] }) })

/** A record by its name, which is the title of an album or track. */
export const NamedRecord = NamedObject('NamedRecord', {
  id: withExample(Type.Integer(), 7),
  name: withExample(Type.String({ description: 'Its name or title.' }), 'COLUMBIA'),
})
export type NamedRecord = Static<typeof NamedRecord>

/** Adds a description and examples to a schema, which editors show. */
export const describe = <Schema extends TSchema>(
  description: string,
  examples: readonly unknown[],
  schema: Schema,
): Schema => ({ ...schema, description, examples })

/** The options of the schema of an object that has no other members than those of the schema. */
export const closed = { additionalProperties: false }
