import { type Static, Type } from '@sinclair/typebox'
import { AlbumType } from '../fields/albumType.ts'
import { NullableDay } from '../fields/day.ts'
import { NullableDuration } from '../fields/duration.ts'
import { NullableText, Text } from '../fields/text.ts'

// The catalogue file, version 1. Its fields and bounds are those of the API, with references by name instead of ids.

const closed = { additionalProperties: false }

const key = Type.Optional(Text(255))

/** A key, a name or a title of another record. */
const Reference = () => Text(255)
const NullableReference = () => NullableText(255)

const LabelEntry = Type.Object({ key, name: Text(100) }, closed)

const GenreEntry = Type.Object({ key, name: Text(100) }, closed)

const ArtistEntry = Type.Object(
  {
    key,
    name: Text(255),
    label: Type.Optional(NullableReference()),
    cover_path: Type.Optional(NullableText(255)),
    release_date: Type.Optional(NullableDay()),
    duration: Type.Optional(NullableDuration()),
  },
  closed,
)

const AlbumEntry = Type.Object(
  {
    key,
    title: Text(255),
    label: Type.Optional(NullableReference()),
    type: Type.Optional(AlbumType()),
    cover_path: Type.Optional(NullableText(255)),
    release_date: Type.Optional(NullableDay()),
    duration_seconds: Type.Optional(NullableDuration()),
  },
  closed,
)

const TrackEntry = Type.Object(
  {
    key,
    title: Text(255),
    file_path: Text(255),
    duration_seconds: Type.Optional(NullableDuration()),
    album: Type.Optional(NullableReference()),
    artists: Type.Optional(Type.Array(Reference())),
    genres: Type.Optional(Type.Array(Reference())),
  },
  closed,
)

/** The sections in the order in which they may refer to each other: each only to those before it. */
export const entries = {
  labels: LabelEntry,
  genres: GenreEntry,
  artists: ArtistEntry,
  albums: AlbumEntry,
  tracks: TrackEntry,
}

export type SectionName = keyof typeof entries

export const sectionNames = Object.keys(entries) as SectionName[]

export type Entry<Name extends SectionName> = Static<(typeof entries)[Name]>

/** A file that was read: every section is there, and every value is in its right form. */
export type Catalogue = { [Name in SectionName]: Entry<Name>[] }

export const CatalogueFile = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
    labels: Type.Optional(Type.Array(LabelEntry)),
    genres: Type.Optional(Type.Array(GenreEntry)),
    artists: Type.Optional(Type.Array(ArtistEntry)),
    albums: Type.Optional(Type.Array(AlbumEntry)),
    tracks: Type.Optional(Type.Array(TrackEntry)),
  },
  closed,
)
