import { type Static, Type } from '@sinclair/typebox'
import { maxTextLength } from '../validation/rules.ts'
import { NamedObject } from '../validation/schemas.ts'
import { choice } from './fields/choice.ts'
import { optionalDay } from './fields/day.ts'
import { optionalDuration } from './fields/duration.ts'
import { bodyOf, recordOf } from './fields/field.ts'
import { reference } from './fields/reference.ts'
import { optionalText, text } from './fields/text.ts'
import { label } from './label.ts'
import type { ResourceDescription } from './resource.ts'

export const albumTypes = ['album', 'single', 'ep'] as const

const fields = {
  title: text({ max: maxTextLength, description: 'The title of the album', example: 'Kind of Blue' }),
  cover_path: optionalText({
    max: maxTextLength,
    description: 'Where the picture of its cover is',
    example: 'covers/kind-of-blue.jpg',
  }),
  release_date: optionalDay({ example: '1959-08-17' }),
  duration_seconds: optionalDuration({ example: 2744 }),
  type: choice({
    values: albumTypes,
    description: 'The kind of release',
    otherAdvice: 'Write "album" for an LP, a compilation, and whatever else is neither a single nor an EP.',
    example: 'album',
  }),
  label_id: reference(label),
}

export const album = {
  name: 'albums',
  kind: 'album',
  summary: 'Albums, singles and EPs, with their label and tracks.',
  fields,
  example: 13,
  identity: ['title', 'label'],
  children: 'tracks',
  entryStart: ['title', 'label', 'type'],
} as const satisfies ResourceDescription

/** An album without nested records. */
export const Album = NamedObject('Album', recordOf(album))
export type Album = Static<typeof Album>

/** The body of POST /albums. */
export const NewAlbum = NamedObject('NewAlbum', bodyOf(fields))

/** The body of PUT /albums/:id. */
export const AlbumChanges = Type.Partial(NewAlbum, { title: 'AlbumChanges', examples: [{ label_id: label.example }] })
