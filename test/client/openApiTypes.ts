import { componentName, type Document, type JsonSchema, type Reference } from '../support/openApiDocument.ts'

type Schema = JsonSchema & Partial<Reference>

/**
 * Writes TypeScript for an OpenAPI document: the type `Schemas` has its components, and `Operations` the request body and
 * the response of each operation, by operation id.
 * @throws Error for a schema that this function does not know
 */
export const writeTypes = ({ components, paths }: Document): string => {
  const schemas = Object.entries(components.schemas).map(([name, schema]) => `${name}: ${typeOf(schema)}`)
  const operations = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .map(({ operationId, requestBody, responses }) => {
      const body = requestBody && typeOf(requestBody.content['application/json'].schema)
      return `${operationId}: { body: ${body ?? 'undefined'}; response: ${responseType(responses)} }`
    })
  return `export interface Schemas {\n${schemas.join('\n')}\n}\nexport interface Operations {\n${operations.join('\n')}\n}\n`
}

const responseType = (responses: Document['paths'][string][string]['responses']) => {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  const schema = success && 'content' in success ? success.content?.['application/json']?.schema : undefined
  return schema ? typeOf(schema) : 'void'
}

const typeOf = (schema: Schema): string => {
  // The empty schema allows every value.
  if (Object.keys(schema).every((keyword) => keyword === 'description')) return 'unknown'
  if (schema.$ref) return `Schemas['${componentName({ $ref: schema.$ref })}']`
  // A value of any type.
  if (Object.keys(schema).length === 0) return 'unknown'
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' | ')
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(' | ')
  if (schema.type === 'array' && schema.items) return `(${typeOf(schema.items)})[]`
  if (schema.type === 'object') return typeOfObject(schema)
  const type = { string: 'string', integer: 'number', number: 'number', boolean: 'boolean', null: 'null' }[
    schema.type ?? ''
  ]
  if (!type) throw new Error(`There is no type for the schema ${JSON.stringify(schema)}.`)
  return type
}

const typeOfObject = ({ properties, required = [], additionalProperties }: Schema) => {
  if (!properties) return `Record<string, ${typeOf(additionalProperties || {})}>`
  const members = Object.entries(properties).map(
    ([name, schema]) => `${name}${required.includes(name) ? '' : '?'}: ${typeOf(schema)}`,
  )
  return `{ ${members.join('; ')} }`
}
