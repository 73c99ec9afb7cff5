import { type Static, type StaticDecode, Type } from '@sinclair/typebox'
import { Nullable } from '../../http/schemas.ts'
import { NullableDay } from '../../validation/day.ts'
import { NullableDuration } from '../../validation/duration.ts'
import { NullableReference } from '../../validation/reference.ts'
import { NullableText, Text } from '../../validation/text.ts'
import { closed, cover_path, describe, key, label, release_date, seconds } from '../entryFields.ts'
import { Album, Artist, Label, Track, TrackGenre } from '../records.ts'

/** The body of POST /artists. */
export const NewArtist = Type.Object({
  name: Text(255),
  cover_path: Type.Optional(NullableText(255)),
  release_date: Type.Optional(NullableDay()),
  label_id: Type.Optional(NullableReference()),
  duration: Type.Optional(NullableDuration()),
})
export type NewArtist = StaticDecode<typeof NewArtist>

/** The body of PUT /artists/:id. */
export const ArtistChanges = Type.Partial(NewArtist)
export type ArtistChanges = StaticDecode<typeof ArtistChanges>

/** An artist in a list, and in the response of a write. */
export const ListedArtist = Type.Object({ ...Artist.properties, label: Nullable(Label) })
export type ListedArtist = Static<typeof ListedArtist>

/** A track nested in an artist. */
export const ArtistTrack = Type.Object({
  ...Track.properties,
  album: Nullable(Album),
  genres: Type.Array(TrackGenre),
})

/** The response of GET /artists/:id. */
export const SingleArtist = Type.Object({ ...ListedArtist.properties, tracks: Type.Array(ArtistTrack) })
export type SingleArtist = Static<typeof SingleArtist>

/** An entry of the catalogue file. */
export const ArtistEntry = Type.Object(
  {
    key,
    name: describe('The name of the artist, 1 to 255 characters.', ['Miles Davis'], Text(255)),
    label,
    cover_path,
    release_date,
    duration: seconds,
  },
  closed,
)
