import { Type } from '@sinclair/typebox'
import { Text } from '../../validation/text.ts'
import { closed, key } from '../entryFields.ts'

/** The body of POST /genres and PUT /genres/:id. */
export const GenreBody = Type.Object({ name: Text(100) })

/** An entry of the catalogue file. */
export const GenreEntry = Type.Object({ key, name: Text(100) }, closed)
