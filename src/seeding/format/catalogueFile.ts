import { type TObject, Type } from '@sinclair/typebox'
import { type ResourceName, resourceNames, resources } from '../../catalogue/resources.ts'
import { fromKeys, mapValues } from '../../records.ts'
import { describe } from '../../validation/describe.ts'
import { recordEntrySchema, sectionEntrySchema } from './entrySchema.ts'
import { formatSchema, schemaMember } from './formatSchema.ts'

// The format of the catalogue file, version 1. Each section has the entries of its resource.

/** The schema of the entries of each section that describe a record. */
export const entrySchemas: Record<ResourceName, TObject> = mapValues(resources, recordEntrySchema)

/** An entry that was read, with its values in normal form and references by name. */
export type ParsedEntry = Record<string, unknown>

/** The content of a catalogue file. A section that the file leaves out is empty. */
export type Catalogue = Record<ResourceName, ParsedEntry[]>

const sectionExamples: Record<ResourceName, unknown[]> = {
  labels: [{ name: 'Columbia' }],
  genres: [{ name: 'Modal jazz' }],
  artists: [{ name: 'Miles Davis', label: 'Columbia' }],
  albums: [{ title: 'Kind of Blue', label: 'Columbia', release_date: '1959-08-17' }],
  tracks: [{ title: 'So What', file_path: 'kind-of-blue/01.flac', album: 'Kind of Blue', artists: ['Miles Davis'] }],
}

const CatalogueFile = Type.Object(
  {
    $schema: schemaMember('./catalogue.schema.json'),
    ...fromKeys(resourceNames, (name) =>
      Type.Optional(describe(`The ${name}.`, [sectionExamples[name]], Type.Array(sectionEntrySchema(resources[name])))),
    ),
  },
  { additionalProperties: false },
)

/** The JSON Schema of the catalogue file as text. */
export const catalogueSchema = (): string => formatSchema('catalogue', 'A catalogue for music-library', CatalogueFile)
