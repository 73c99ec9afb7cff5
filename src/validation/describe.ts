import type { TSchema } from '@sinclair/typebox'

/** Adds a description and examples to a schema, which editors show. */
export const describe = <Schema extends TSchema>(
  description: string,
  examples: readonly unknown[],
  schema: Schema,
): Schema => ({ ...schema, description, examples })

/** The options of the schema of an object that has no other members than those of the schema. */
export const closed = { additionalProperties: false }
