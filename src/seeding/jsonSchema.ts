import { CatalogueFile } from './format.ts'

/** The text of a JSON Schema by which editors complete and check a catalogue file. */
export const catalogueSchema = (): string => {
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'A catalogue for music-library',
    // What TypeBox keeps beside the schema is functions and symbols, which JSON leaves out.
    ...CatalogueFile,
  }
  return `${JSON.stringify(schema, null, 2)}\n`
}
