import type { TSchema } from '@sinclair/typebox'
import { consoleSchemas, schemaName } from '../../src/openapi/schemas.ts'
import { createTypeWriter } from './writeTypes.ts'

/** The types of what the console's own endpoints take and send, for the console: it has no types of Bun, as the server's files do. */
export const consoleTypes = (): string => {
  const schemas = new Map<string, TSchema>()
  for (const schema of consoleSchemas) collect(schema, schemas)
  // An instant is a text like others to the console.
  schemas.delete('Timestamp')
  const nameOf = (schema: TSchema) => (schemas.has(schemaName(schema) ?? '') ? schemaName(schema) : undefined)
  const declare = createTypeWriter({ nameOf })
  return [
    "// What the console's endpoints take and send. `bun run types` writes this file from the schemas of the server.\n",
    ...[...schemas].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, schema]) => declare(name, schema)),
  ].join('\n')
}

/** Adds a schema and those in it, as far as they have a name. */
const collect = (schema: TSchema, schemas: Map<string, TSchema>): void => {
  const name = schemaName(schema)
  if (name) schemas.set(name, schema)
  const { anyOf = [], items, properties = {}, patternProperties = {} } = schema
  const parts = [...anyOf, ...(items ? [items] : []), ...Object.values(properties), ...Object.values(patternProperties)]
  for (const part of parts) collect(part, schemas)
}
