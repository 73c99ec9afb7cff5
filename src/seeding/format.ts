import { type TObject, Type } from '@sinclair/typebox'
import { resources } from '../catalogue/resources.ts'
import { fromKeys, mapValues } from '../records.ts'
import { recordEntrySchema, sectionEntrySchema } from './entrySchema.ts'
import { formatSchema } from './formatSchema.ts'
import { type SectionName, sectionNames } from './sections.ts'

// The format of the catalogue file, version 1. Each section has the entries of its resource.

/** The schema of the entries of each section that describe a record. */
export const entrySchemas: Record<SectionName, TObject> = mapValues(resources, recordEntrySchema)

/** An entry that was read, with its values in normal form and references by name. */
export type ParsedEntry = Record<string, unknown>

/** The content of a catalogue file. A section that the file leaves out is empty. */
export type Catalogue = Record<SectionName, ParsedEntry[]>

const CatalogueFile = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
    ...fromKeys(sectionNames, (name) => Type.Optional(Type.Array(sectionEntrySchema(resources[name])))),
  },
  { additionalProperties: false },
)

/** The JSON Schema of the catalogue file as text. */
export const catalogueSchema = (): string => formatSchema('A catalogue for music-library', CatalogueFile)
