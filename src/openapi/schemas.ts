import type { TSchema } from '@sinclair/typebox'
import { mapValues } from '../base/objects.ts'
import type { FieldSchema } from '../validation/field.ts'
import { Timestamp } from '../validation/schemas.ts'

/** JSON Schema 2020-12, as OpenAPI 3.1 uses it. */
export type JsonSchema = Record<string, unknown>

export type Convert = (schema: TSchema) => JsonSchema

/** What the document says of an instant. To programs that have the types of TypeScript, it is a text like others. */
const instant = { type: 'string', format: 'date-time', description: 'An instant in UTC, with six digits of a second.' }

/** Converts schemas of routes. A schema with a title is added to `components` once, and referred to everywhere else. */
export const createSchemaConverter = () => {
  const components: Record<string, JsonSchema> = {}

  const convert: Convert = (schema) => {
    const { title } = schema
    if (!title) return convertInline(schema)
    components[title] ??= convertInline(schema)
    return { $ref: `#/components/schemas/${title}` }
  }

  const convertInline = (schema: TSchema): JsonSchema => {
    const { description } = schema
    const described = description === undefined ? {} : { description }
    if (isField(schema)) return { ...toJson(schema.readableSchema()), ...described }
    if (schema.anyOf) return { ...convertUnion(schema.anyOf.map(convert)), ...described }
    if (schema.type === 'array') return { type: 'array', items: convert(schema.items), ...described }
    if (schema.type === 'object') return { type: 'object', ...convertMembers(schema), ...described }
    return schema.title === Timestamp.title ? instant : toJson(schema)
  }

  const convertMembers = ({ properties, required, minProperties, patternProperties }: TSchema): JsonSchema => {
    if (properties)
      return { properties: mapValues<string, TSchema, JsonSchema>(properties, convert), required, minProperties }
    const [values] = Object.values<TSchema>(patternProperties)
    return values ? { additionalProperties: convert(values) } : {}
  }

  return { convert, components }
}

const isField = (schema: TSchema): schema is FieldSchema => 'readableSchema' in schema

/** The JSON of a schema has no functions and symbols of TypeBox. Only editors know `patternErrorMessage`, and bodies have whole examples. */
const toJson = (schema: Record<string, unknown>): JsonSchema => {
  const { patternErrorMessage, examples, ...json } = JSON.parse(JSON.stringify(schema))
  return json
}

/** Writes a simple type that may be null as a list of two types. */
const convertUnion = (anyOf: JsonSchema[]): JsonSchema => {
  const [first, second] = anyOf
  const isSimple = anyOf.length === 2 && typeof first?.type === 'string' && second?.type === 'null'
  return isSimple ? { ...first, type: [first.type, 'null'] } : { anyOf }
}
