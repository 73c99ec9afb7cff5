import { type Static, Type } from '@sinclair/typebox'
import { maxTextLength } from '../validation/rules.ts'
import { NamedObject } from '../validation/schemas.ts'
import { album } from './album.ts'
import { artist } from './artist.ts'
import { optionalDuration } from './fields/duration.ts'
import { bodyOf, recordOf } from './fields/field.ts'
import { reference, relation } from './fields/reference.ts'
import { text } from './fields/text.ts'
import { genre } from './genre.ts'
import type { ResourceDescription } from './resource.ts'

const fields = {
  title: text({ max: maxTextLength, description: 'The title of the track', example: 'So What' }),
  file_path: text({
    max: maxTextLength,
    description: 'Where its file is',
    note: 'A track without a key is known by it.',
    example: 'miles-davis/kind-of-blue/01-so-what.flac',
    isPath: true,
  }),
  duration_seconds: optionalDuration({ example: 562 }),
  album_id: reference(album),
}

const relations = {
  artists: relation(artist, 'track', 'artist_track'),
  genres: relation(genre, 'track', 'genre_track'),
}

export const track = {
  name: 'tracks',
  kind: 'track',
  summary: 'Tracks, with their album, artists and genres.',
  fields,
  relations,
  example: 150,
  identity: ['file_path'],
} as const satisfies ResourceDescription

/** A track without nested records. */
export const Track = NamedObject('Track', recordOf(track))
export type Track = Static<typeof Track>

/** The body of POST /tracks. */
export const NewTrack = NamedObject('NewTrack', {
  ...bodyOf(fields),
  artist_ids: relations.artists.body,
  genre_ids: relations.genres.body,
})

/** The body of PUT /tracks/:id. */
export const TrackChanges = Type.Partial(NewTrack, {
  title: 'TrackChanges',
  examples: [{ genre_ids: [genre.example] }],
})
