import type { Static } from '@sinclair/typebox'
import { NamedObject } from '../validation/schemas.ts'
import { bodyOf, recordOf } from './fields/field.ts'
import { text } from './fields/text.ts'
import type { ResourceDescription } from './resource.ts'

const fields = {
  name: text({ max: 100, description: 'The name of the genre', example: 'Modal jazz' }),
}

export const genre = {
  name: 'genres',
  kind: 'genre',
  summary: 'Genres of tracks.',
  fields,
  example: 18,
  identity: ['name'],
} as const satisfies ResourceDescription

/** A genre, as all responses contain it. */
export const Genre = NamedObject('Genre', recordOf(genre))
export type Genre = Static<typeof Genre>

/** The body of POST /genres and PUT /genres/:id. */
export const GenreBody = NamedObject('GenreBody', bodyOf(fields))
