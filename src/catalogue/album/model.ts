import { type Static, type StaticDecode, Type } from '@sinclair/typebox'
import { Nullable } from '../../http/schemas.ts'
import { AlbumType } from '../../validation/albumType.ts'
import { NullableDay } from '../../validation/day.ts'
import { NullableDuration } from '../../validation/duration.ts'
import { NullableReference } from '../../validation/reference.ts'
import { NullableText, Text } from '../../validation/text.ts'
import { closed, cover_path, describe, key, label, release_date, seconds } from '../entryFields.ts'
import { Album, Label, Track, TrackArtist, TrackGenre } from '../records.ts'

/** The body of POST /albums. */
export const NewAlbum = Type.Object({
  title: Text(255),
  cover_path: Type.Optional(NullableText(255)),
  release_date: Type.Optional(NullableDay()),
  duration_seconds: Type.Optional(NullableDuration()),
  type: Type.Optional(AlbumType()),
  label_id: Type.Optional(NullableReference()),
})
export type NewAlbum = StaticDecode<typeof NewAlbum>

/** The body of PUT /albums/:id. */
export const AlbumChanges = Type.Partial(NewAlbum)
export type AlbumChanges = StaticDecode<typeof AlbumChanges>

/** An album in a list, and in the response of a write. */
export const ListedAlbum = Type.Object({ ...Album.properties, label: Nullable(Label) })
export type ListedAlbum = Static<typeof ListedAlbum>

/** A track nested in an album. */
export const AlbumTrack = Type.Object({
  ...Track.properties,
  artists: Type.Array(TrackArtist),
  genres: Type.Array(TrackGenre),
})

/** The response of GET /albums/:id. */
export const SingleAlbum = Type.Object({ ...ListedAlbum.properties, tracks: Type.Array(AlbumTrack) })
export type SingleAlbum = Static<typeof SingleAlbum>

/** An entry of the catalogue file. */
export const AlbumEntry = Type.Object(
  {
    key,
    title: describe('The title of the album, 1 to 255 characters.', ['Kind of Blue'], Text(255)),
    label,
    type: Type.Optional(describe('What was released; album by default.', ['ep'], AlbumType())),
    cover_path,
    release_date,
    duration_seconds: seconds,
  },
  closed,
)
