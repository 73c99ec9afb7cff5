import { type Static, type StaticDecode, Type } from '@sinclair/typebox'
import { Nullable } from '../../http/schemas.ts'
import { NullableDuration } from '../../validation/duration.ts'
import { NullableReference, References } from '../../validation/reference.ts'
import { NullableText, Text } from '../../validation/text.ts'
import { ListedAlbum } from '../album/model.ts'
import { closed, describe, key, seconds } from '../entryFields.ts'
import { Album, Track, TrackArtist, TrackGenre } from '../records.ts'

/** The body of POST /tracks. */
export const NewTrack = Type.Object({
  title: Text(255),
  file_path: Text(255),
  duration_seconds: Type.Optional(NullableDuration()),
  album_id: Type.Optional(NullableReference()),
  artist_ids: Type.Optional(References()),
  genre_ids: Type.Optional(References()),
})
export type NewTrack = StaticDecode<typeof NewTrack>

/** The body of PUT /tracks/:id. */
export const TrackChanges = Type.Partial(NewTrack)
export type TrackChanges = StaticDecode<typeof TrackChanges>

const nested = { artists: Type.Array(TrackArtist), genres: Type.Array(TrackGenre) }

/** A track in a list, and in the response of a write. */
export const ListedTrack = Type.Object({ ...Track.properties, album: Nullable(Album), ...nested })
export type ListedTrack = Static<typeof ListedTrack>

/** The response of GET /tracks/:id: its album nests a label. */
export const SingleTrack = Type.Object({
  ...Track.properties,
  album: Nullable(ListedAlbum),
  ...nested,
})
export type SingleTrack = Static<typeof SingleTrack>

/** An entry of the catalogue file. */
export const TrackEntry = Type.Object(
  {
    key,
    title: describe('The title of the track, 1 to 255 characters.', ['So What'], Text(255)),
    file_path: describe(
      'Where its file is. A track without a key is known by it.',
      ['kind-of-blue/01.flac'],
      Text(255),
    ),
    duration_seconds: seconds,
    album: Type.Optional(
      describe('The key or the title of an album; null for none.', ['Kind of Blue'], NullableText(255)),
    ),
    artists: Type.Optional(
      describe(
        'All artists of the track, by key or by name.',
        [['Miles Davis', 'John Coltrane']],
        Type.Array(Text(255)),
      ),
    ),
    genres: Type.Optional(
      describe('All genres of the track, by key or by name.', [['Modal jazz']], Type.Array(Text(255))),
    ),
  },
  closed,
)
