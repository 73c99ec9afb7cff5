import Ajv from 'ajv'

/** Compiles the JSON Schema of a file to seed. It has keywords of editors. */
export const compileFileSchema = (schema: string) =>
  new Ajv({ allowUnionTypes: true, keywords: ['patternErrorMessage', 'defaultSnippets'] }).compile(JSON.parse(schema))
