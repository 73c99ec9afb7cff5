import { Type } from '@sinclair/typebox'
import { Text } from '../../validation/text.ts'
import { closed, describe, key } from '../entryFields.ts'

/** The body of POST /genres and PUT /genres/:id. */
export const GenreBody = Type.Object({ name: Text(100) })

/** An entry of the catalogue file. */
export const GenreEntry = Type.Object(
  { key, name: describe('The name of the genre, 1 to 100 characters.', ['Modal jazz'], Text(100)) },
  closed,
)
