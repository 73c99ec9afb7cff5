import { Type } from '@sinclair/typebox'
import { Text } from '../../validation/text.ts'

/** POST /genres, and PUT /genres/:id: a name is all that a genre has. */
export const GenreBody = Type.Object({ name: Text(100) })
