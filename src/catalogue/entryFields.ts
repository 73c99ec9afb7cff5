import { type TSchema, Type } from '@sinclair/typebox'
import { NullableDay } from '../validation/day.ts'
import { NullableDuration } from '../validation/duration.ts'
import { NullableText, Text } from '../validation/text.ts'

// The fields that entries of the catalogue file have in common. Their bounds are those of the API.

/** The options of an entry's schema: other members than those of the schema are invalid. */
export const closed = { additionalProperties: false }

/** Adds a description and examples, which editors show. */
export const describe = <Schema extends TSchema>(
  description: string,
  examples: readonly unknown[],
  schema: Schema,
): Schema => ({ ...schema, description, examples })

export const key = Type.Optional(
  describe(
    'A name of your own for this record, unique in its section. Needed where others have the same name.',
    ['kind-of-blue-1959'],
    Text(255),
  ),
)
export const label = Type.Optional(
  describe('The key or the name of a label; null for none.', ['Columbia'], NullableText(255)),
)
export const cover_path = Type.Optional(
  describe(
    'Where the picture of its cover is, up to 255 characters; null for none.',
    ['covers/kind-of-blue.jpg'],
    NullableText(255),
  ),
)
export const release_date = Type.Optional(
  describe(
    'A day as YYYY-MM-DD, or a date and time with an offset; null for none.',
    ['1959-08-17', '1959-08-17T00:00:00Z'],
    NullableDay(),
  ),
)
export const seconds = Type.Optional(describe('Whole seconds; null for unknown.', [562], NullableDuration()))
