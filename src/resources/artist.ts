import { type Static, Type } from '@sinclair/typebox'
import { maxTextLength } from '../validation/rules.ts'
import { NamedObject } from '../validation/schemas.ts'
import { optionalDay } from './fields/day.ts'
import { optionalDuration } from './fields/duration.ts'
import { bodyOf, recordOf } from './fields/field.ts'
import { reference } from './fields/reference.ts'
import { optionalText, text } from './fields/text.ts'
import { label } from './label.ts'
import type { ResourceDescription } from './resource.ts'

const fields = {
  name: text({ max: maxTextLength, description: 'The name of the artist', example: 'Miles Davis' }),
  cover_path: optionalText({
    max: maxTextLength,
    description: 'Where the picture of its cover is',
    example: 'covers/miles-davis.jpg',
  }),
  release_date: optionalDay({ example: '1951-01-17' }),
  label_id: reference(label),
  duration: optionalDuration({ example: 2744 }),
}

export const artist = {
  name: 'artists',
  kind: 'artist',
  summary: 'Artists, with their label and tracks.',
  fields,
  example: 12,
  identity: ['name'],
  children: 'tracks',
  entryStart: ['name', 'label'],
} as const satisfies ResourceDescription

/** An artist without nested records. */
export const Artist = NamedObject('Artist', recordOf(artist))
export type Artist = Static<typeof Artist>

/** The body of POST /artists. */
export const NewArtist = NamedObject('NewArtist', bodyOf(fields))

/** The body of PUT /artists/:id. */
export const ArtistChanges = Type.Partial(NewArtist, {
  title: 'ArtistChanges',
  examples: [{ duration: fields.duration.example }],
})
