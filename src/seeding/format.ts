import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { AlbumType } from '../validation/albumType.ts'
import { NullableDay } from '../validation/day.ts'
import { NullableDuration } from '../validation/duration.ts'
import { NullableText, Text } from '../validation/text.ts'

// The catalogue file, version 1. Its fields and bounds are those of the API, with references by name instead of ids.

const closed = { additionalProperties: false }

/** A member with a sentence that editors show. */
const about = <Schema extends TSchema>(description: string, schema: Schema): Schema => ({ ...schema, description })

const key = Type.Optional(
  about(
    'A name of your own for this record, unique in its section. Needed where others have the same name.',
    Text(255),
  ),
)
const label = Type.Optional(about('The key or the name of a label; null for none.', NullableText(255)))
const cover_path = Type.Optional(NullableText(255))
const release_date = Type.Optional(NullableDay())
const seconds = Type.Optional(about('Whole seconds; null for unknown.', NullableDuration()))

const LabelEntry = Type.Object({ key, name: Text(100) }, closed)

const GenreEntry = Type.Object({ key, name: Text(100) }, closed)

const ArtistEntry = Type.Object({ key, name: Text(255), label, cover_path, release_date, duration: seconds }, closed)

const AlbumEntry = Type.Object(
  {
    key,
    title: Text(255),
    label,
    type: Type.Optional(AlbumType()),
    cover_path,
    release_date,
    duration_seconds: seconds,
  },
  closed,
)

const TrackEntry = Type.Object(
  {
    key,
    title: Text(255),
    file_path: about('Where its file is. A track without a key is known by it.', Text(255)),
    duration_seconds: seconds,
    album: Type.Optional(about('The key or the title of an album; null for none.', NullableText(255))),
    artists: Type.Optional(Type.Array(about('The key or the name of an artist.', Text(255)))),
    genres: Type.Optional(Type.Array(about('The key or the name of a genre.', Text(255)))),
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

/** A file that was read: every section is there, and every value is in its right form. */
export type Catalogue = { [Name in SectionName]: Static<(typeof entries)[Name]>[] }

/** The whole file. */
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
