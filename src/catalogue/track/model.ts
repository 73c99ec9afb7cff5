import { type Static, type StaticDecode, Type } from '@sinclair/typebox'
import { Nullable } from '../../http/schemas.ts'
import { NullableDuration } from '../../validation/duration.ts'
import { NullableReference, References } from '../../validation/reference.ts'
import { NullableText, Text } from '../../validation/text.ts'
import { ListedAlbum } from '../album/model.ts'
import { closed, key, seconds, withDescription } from '../entryFields.ts'
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
    title: Text(255),
    file_path: withDescription('Where its file is. A track without a key is known by it.', Text(255)),
    duration_seconds: seconds,
    album: Type.Optional(withDescription('The key or the title of an album; null for none.', NullableText(255))),
    artists: Type.Optional(Type.Array(withDescription('The key or the name of an artist.', Text(255)))),
    genres: Type.Optional(Type.Array(withDescription('The key or the name of a genre.', Text(255)))),
  },
  closed,
)
