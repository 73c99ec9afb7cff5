import { type TObject, Type } from '@sinclair/typebox'
import { describe } from '../../validation/schemas.ts'

/**
 * The JSON Schema of a file as text. Editors complete and check files with it.
 * @param file - the name of the format. The id of the schema is a URN, so no program tries to fetch it
 */
export const formatSchema = (file: string, title: string, content: TObject): string => {
  // TypeBox also keeps functions and symbols in a schema; JSON.stringify drops them.
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: `urn:music-library:${file}-schema:1`,
    title,
    ...content,
  }
  return `${escapeNonAscii(JSON.stringify(schema, null, 2))}\n`
}

/** Escapes the characters of patterns that are invisible, or that editors can't display. */
const escapeNonAscii = (json: string) =>
  json.replaceAll(/[^\n -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** The member of a file that names its schema. */
export const schemaMember = (example: string) =>
  Type.Optional(describe('Where the schema of this file is, for editors.', [example], Type.String()))
