import type { TSchema } from '@sinclair/typebox'
import { schemaName } from '../../src/openapi/schemas.ts'
import { createTypeWriter } from './writeTypes.ts'

/** Declares the types of schemas, and of those in them that have a name, in the order of their names. */
export const declareTypes = (roots: readonly TSchema[]): string[] => {
  const schemas = new Map<string, TSchema>()
  for (const schema of roots) collect(schema, schemas)
  // An instant is a text like others to the programs that have these types.
  schemas.delete('Timestamp')
  const nameOf = (schema: TSchema) => (schemas.has(schemaName(schema) ?? '') ? schemaName(schema) : undefined)
  const declare = createTypeWriter({ nameOf })
  return [...schemas].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, schema]) => declare(name, schema))
}

/** Adds a schema and those in it, as far as they have a name. */
const collect = (schema: TSchema, schemas: Map<string, TSchema>): void => {
  const name = schemaName(schema)
  if (name) schemas.set(name, schema)
  const { anyOf = [], items, properties = {}, patternProperties = {} } = schema
  const parts = [...anyOf, ...(items ? [items] : []), ...Object.values(properties), ...Object.values(patternProperties)]
  for (const part of parts) collect(part, schemas)
}
