import { type TSchema, Type } from '@sinclair/typebox'
import { NullableDay } from '../validation/day.ts'
import { NullableDuration } from '../validation/duration.ts'
import { NullableText, Text } from '../validation/text.ts'

// The fields that entries of the catalogue file have in common. Their bounds are those of the API.

/** The options of an entry's schema: other members than those of the schema are invalid. */
export const closed = { additionalProperties: false }

/** Adds a description, which editors show. */
export const withDescription = <Schema extends TSchema>(description: string, schema: Schema): Schema => ({
  ...schema,
  description,
})

export const key = Type.Optional(
  withDescription(
    'A name of your own for this record, unique in its section. Needed where others have the same name.',
    Text(255),
  ),
)
export const label = Type.Optional(withDescription('The key or the name of a label; null for none.', NullableText(255)))
export const cover_path = Type.Optional(NullableText(255))
export const release_date = Type.Optional(NullableDay())
export const seconds = Type.Optional(withDescription('Whole seconds; null for unknown.', NullableDuration()))
