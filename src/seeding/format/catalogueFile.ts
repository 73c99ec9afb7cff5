import { type TObject, Type } from '@sinclair/typebox'
import { fromKeys, mapValues } from '../../base/objects.ts'
import { type Resource, type ResourceName, resourceNames, resources } from '../../catalogue/resources.ts'
import { describe } from '../../validation/schemas.ts'
import type { ParsedEntry } from '../entries.ts'
import { recordEntrySchema, sectionEntrySchema } from './entrySchema.ts'
import { formatSchema, schemaMember } from './schemaText.ts'

// The format of the catalogue file, version 1. Each section has the entries of its resource.

/** The schema of the entries of each section that describe a record. */
export const entrySchemas: Record<ResourceName, TObject> = mapValues(resources, recordEntrySchema)

/** The content of a catalogue file. A section that the file leaves out is empty. */
export type Catalogue = Record<ResourceName, ParsedEntry[]>

/** An entry with the members that it has to have, and with its references. */
const exampleOf = ({ entry, targets }: Resource) => {
  const members = [...(entry.required ?? []), ...Object.keys(targets)]
  return fromKeys(members, (member) => entry.properties[member]?.examples[0])
}

const CatalogueFile = Type.Object(
  {
    $schema: schemaMember('./catalogue.schema.json'),
    ...fromKeys(resourceNames, (name) =>
      Type.Optional(
        describe(`The ${name}.`, [[exampleOf(resources[name])]], Type.Array(sectionEntrySchema(resources[name]))),
      ),
    ),
  },
  { additionalProperties: false },
)

/** The JSON Schema of the catalogue file as text. */
export const catalogueSchema = (): string => formatSchema('catalogue', 'A catalogue for music-library', CatalogueFile)
