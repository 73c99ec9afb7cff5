import type { TSchema } from '@sinclair/typebox'
import { createTypeWriter } from './writeTypes.ts'

/** Declares the types of schemas, and of those in them that have a title, in the order of these names. */
export const declareTypes = (roots: readonly TSchema[]): string[] => {
  const schemas = new Map<string, TSchema>()
  for (const schema of roots) collect(schema, schemas)
  // An instant is a text like others to the programs that have these types.
  schemas.delete('Timestamp')
  const nameOf = ({ title }: TSchema) => (schemas.has(title ?? '') ? title : undefined)
  const declare = createTypeWriter({ nameOf })
  return [...schemas].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, schema]) => declare(name, schema))
}

/** Adds a schema and those in it, as far as they have a title. */
const collect = (schema: TSchema, schemas: Map<string, TSchema>): void => {
  const { title } = schema
  if (title) schemas.set(title, schema)
  const { anyOf = [], items, properties = {}, patternProperties = {} } = schema
  const parts = [...anyOf, ...(items ? [items] : []), ...Object.values(properties), ...Object.values(patternProperties)]
  for (const part of parts) collect(part, schemas)
}
