import { type TObject, type TSchema, Type } from '@sinclair/typebox'
import { mapRecord } from '../records.ts'
import { AlbumType } from '../validation/albumType.ts'
import { NullableDay } from '../validation/day.ts'
import { NullableDuration } from '../validation/duration.ts'
import { NullableText, Text } from '../validation/text.ts'
import { type SectionName, sectionNames } from './sections.ts'

// The format of the catalogue file, version 1. Fields and bounds are those of the API, with names in place of ids.

const closed = { additionalProperties: false }

/** Adds a description, which editors show. */
const withDescription = <Schema extends TSchema>(description: string, schema: Schema): Schema => ({
  ...schema,
  description,
})

const key = Type.Optional(
  withDescription(
    'A name of your own for this record, unique in its section. Needed where others have the same name.',
    Text(255),
  ),
)
const label = Type.Optional(withDescription('The key or the name of a label; null for none.', NullableText(255)))
const cover_path = Type.Optional(NullableText(255))
const release_date = Type.Optional(NullableDay())
const seconds = Type.Optional(withDescription('Whole seconds; null for unknown.', NullableDuration()))

/** The schema of the entries of each section. */
export const entrySchemas = {
  labels: Type.Object({ key, name: Text(100) }, closed),

  genres: Type.Object({ key, name: Text(100) }, closed),

  artists: Type.Object({ key, name: Text(255), label, cover_path, release_date, duration: seconds }, closed),

  albums: Type.Object(
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
  ),

  tracks: Type.Object(
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
  ),
} satisfies Record<SectionName, TObject>

/** An entry that was read, with its values in normal form and references by name. */
export type ParsedEntry = Record<string, unknown>

/** The content of a catalogue file. A section that the file leaves out is empty. */
export type Catalogue = Record<SectionName, ParsedEntry[]>

const CatalogueFile = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
    ...mapRecord(sectionNames, (name) => Type.Optional(Type.Array(entrySchemas[name]))),
  },
  closed,
)

/** The JSON Schema of the catalogue file as text, with which editors complete and check one. */
export const catalogueSchema = (): string => {
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'A catalogue for music-library',
    // TypeBox also keeps functions and symbols in a schema; JSON.stringify drops them.
    ...CatalogueFile,
  }
  return `${JSON.stringify(schema, null, 2)}\n`
}
