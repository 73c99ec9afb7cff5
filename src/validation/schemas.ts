import { type Static, type TSchema, Type } from '@sinclair/typebox'

// The parts that schemas of responses share.

/** An instant in UTC, `YYYY-MM-DDTHH:MM:SS.ffffffZ`. */
export const Timestamp = Type.String()

/** When a record was created and last changed. */
export const timestamps = { created_at: Timestamp, updated_at: Timestamp }

/** A record, with nothing but its name. */
export const NamedRecord = Type.Object(
  { id: Type.Integer(), name: Type.String({ description: 'Its name or title.' }) },
  { title: 'NamedRecord' },
)
export type NamedRecord = Static<typeof NamedRecord>

export const Nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])

/** Adds a description and examples to a schema, which editors show. */
export const describe = <Schema extends TSchema>(
  description: string,
  examples: readonly unknown[],
  schema: Schema,
): Schema => ({ ...schema, description, examples })

/** The options of the schema of an object that has no other members than those of the schema. */
export const closed = { additionalProperties: false }
