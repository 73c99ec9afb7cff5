import { Type } from '@sinclair/typebox'
import { albumTypes } from '../database/catalogueSchema.ts'
import { Nullable, Timestamp, timestamps } from '../http/schemas.ts'

// The schemas of records without nested records, and of the artists and genres of a track. They are in one file since
// records nest each other: a track has artists, an artist has tracks. The `model.ts` of each resource composes them.

const seconds = Nullable(Type.Integer({ description: 'Whole seconds.' }))

const named = { id: Type.Integer(), name: Type.String(), ...timestamps }

export const Label = Type.Object(named)

export const Genre = Type.Object(named)

export const Artist = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  cover_path: Nullable(Type.String()),
  release_date: Nullable(Timestamp),
  label_id: Nullable(Type.Integer()),
  duration: Nullable(Type.Integer()),
  ...timestamps,
})

export const Album = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  cover_path: Nullable(Type.String()),
  release_date: Nullable(Timestamp),
  duration_seconds: seconds,
  // No value is checked against the enumeration: only a valid type is ever stored.
  type: Type.Unsafe<(typeof albumTypes)[number]>(Type.String({ enum: albumTypes })),
  label_id: Nullable(Type.Integer()),
  ...timestamps,
})

export const Track = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  file_path: Type.String(),
  duration_seconds: seconds,
  album_id: Nullable(Type.Integer()),
  ...timestamps,
})

/** The link of a track and an artist. */
export const ArtistPivot = Type.Object({ track_id: Type.Integer(), artist_id: Type.Integer(), ...timestamps })

/** The link of a track and a genre. */
export const GenrePivot = Type.Object({ track_id: Type.Integer(), genre_id: Type.Integer(), ...timestamps })

/** An artist nested in a track. */
export const TrackArtist = Type.Object({ ...Artist.properties, pivot: ArtistPivot })

/** A genre nested in a track. */
export const TrackGenre = Type.Object({ ...Genre.properties, pivot: GenrePivot })
