import type { TObject } from '@sinclair/typebox'

/** The JSON Schema of a file as text. Editors complete and check files with it. */
export const formatSchema = (title: string, file: TObject): string => {
  // TypeBox also keeps functions and symbols in a schema; JSON.stringify drops them.
  const schema = { $schema: 'http://json-schema.org/draft-07/schema#', title, ...file }
  return `${JSON.stringify(schema, null, 2)}\n`
}
