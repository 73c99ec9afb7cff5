import { type Static, type StaticDecode, Type } from '@sinclair/typebox'
import { Nullable } from '../../http/schemas.ts'
import { NullableDuration } from '../../validation/duration.ts'
import { NullableReference, References } from '../../validation/reference.ts'
import { Text } from '../../validation/text.ts'
import { Album, Label, Track, TrackArtist, TrackGenre } from '../records.ts'

/** POST /tracks */
export const NewTrack = Type.Object({
  title: Text(255),
  file_path: Text(255),
  duration_seconds: Type.Optional(NullableDuration()),
  album_id: Type.Optional(NullableReference()),
  artist_ids: Type.Optional(References()),
  genre_ids: Type.Optional(References()),
})
export type NewTrack = StaticDecode<typeof NewTrack>

/** PUT /tracks/:id */
export const TrackChanges = Type.Partial(NewTrack)
export type TrackChanges = StaticDecode<typeof TrackChanges>

const nested = { artists: Type.Array(TrackArtist), genres: Type.Array(TrackGenre) }

/** A track in a list, and as a write answers it. */
export const ListedTrack = Type.Object({ ...Track.properties, album: Nullable(Album), ...nested })
export type ListedTrack = Static<typeof ListedTrack>

/** GET /tracks/:id: its album carries a label. */
export const SingleTrack = Type.Object({
  ...Track.properties,
  album: Nullable(Type.Object({ ...Album.properties, label: Nullable(Label) })),
  ...nested,
})
export type SingleTrack = Static<typeof SingleTrack>
