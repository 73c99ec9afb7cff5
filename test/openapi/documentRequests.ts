import fc from 'fast-check'
import {
  componentName,
  type Document,
  type JsonSchema,
  type Operation,
  type Reference,
} from '../support/openApiDocument.ts'

// Requests that are generated from an OpenAPI document alone.

/** A schema of the document, with the keywords that its requests use. */
type Schema = JsonSchema &
  Partial<Reference> & {
    pattern?: string
    minLength?: number
    maxLength?: number
    minimum?: number
    maximum?: number
    minItems?: number
    maxItems?: number
    minProperties?: number
    propertyNames?: { enum: string[] }
  }

interface Parameter {
  name: string
  required?: boolean
  schema: Schema
  /** To its schema in the document. */
  pointer: string
}

/** An operation, with the schemas of what a request has. Its members are parameters of the query string, and one is the body. */
export interface DocumentOperation {
  method: string
  path: string
  parameters: Parameter[]
  body: Schema | undefined
  /** To the schema of the body in the document. */
  bodyPointer: string
}

export interface GeneratedRequest {
  id: number
  query: Record<string, unknown>
  body: unknown
}

export const operationsOf = ({ paths }: Document): DocumentOperation[] =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([verb, { parameters, requestBody }]: [string, Operation]) => {
      const pointer = `#/paths/${path.replaceAll('/', '~1')}/${verb}`
      return {
        method: verb.toUpperCase(),
        path,
        parameters: parameters.flatMap((parameter, index) =>
          'schema' in parameter
            ? [{ ...(parameter as object as Parameter), pointer: `${pointer}/parameters/${index}/schema` }]
            : [],
        ),
        body: requestBody?.content['application/json'].schema,
        bodyPointer: `${pointer}/requestBody/content/application~1json/schema`,
      }
    }),
  )

/** Long arrays and texts are tested at their bounds elsewhere. */
const maxLength = 300

const anyCharacter = fc.oneof(
  { weight: 9, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }) },
  { weight: 1, arbitrary: fc.constantFrom('\t', '\n', '\u00a0', '\u200b', '\u2028', '\ud800', '\udfff') },
)

/** Generates the values that a schema allows. */
export const valuesOf = (document: Document, sent: Schema): fc.Arbitrary<unknown> => {
  const schema: Schema = sent.$ref ? (document.components.schemas[componentName({ $ref: sent.$ref })] as Schema) : sent
  const { type, anyOf, pattern, properties, additionalProperties, propertyNames, items } = schema
  if (anyOf) return fc.oneof(...anyOf.map((option) => valuesOf(document, option)))
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if ('const' in schema) return fc.constant(schema.const)
  if (Array.isArray(type)) return fc.oneof(...type.map((one) => valuesOf(document, { ...schema, type: one })))
  if (type === 'null') return fc.constant(null)
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer') {
    const { minimum: min = Number.MIN_SAFE_INTEGER, maximum: max = Number.MAX_SAFE_INTEGER } = schema
    const small = fc.integer({ min: Math.max(min, 0), max: Math.min(max, 20) })
    return fc.oneof(
      small,
      fc.maxSafeInteger().filter((value) => value >= min && value <= max),
      fc.constantFrom(...[min, max]),
    )
  }
  if (type === 'string') {
    const { minLength: min = 0, maxLength: max = maxLength } = schema
    if (!pattern) return fc.string({ unit: 'binary', minLength: min, maxLength: Math.min(max, maxLength) })
    const expression = new RegExp(pattern, 'u')
    // Of a set of all characters but some, `stringMatching` would generate those of ASCII.
    const matching = /^\^\[\^[^\]]+\]\*\$$/.test(pattern)
      ? fc.string({ unit: anyCharacter, size: 'small' }).filter((text) => expression.test(text))
      : fc.stringMatching(expression, { size: 'small' })
    return matching.filter((text) => [...text].length >= min && [...text].length <= max)
  }
  if (type === 'array') {
    return fc.array(valuesOf(document, items ?? {}), { minLength: schema.minItems ?? 0, maxLength: 5 })
  }
  if (properties) {
    const { required = [], minProperties = 0 } = schema
    const members = Object.fromEntries(
      Object.entries(properties).map(([name, member]) => [name, valuesOf(document, member)]),
    )
    return fc.record(members, { requiredKeys: required }).filter((value) => Object.keys(value).length >= minProperties)
  }
  const values = additionalProperties ? valuesOf(document, additionalProperties) : fc.jsonValue()
  const names = propertyNames ? fc.constantFrom(...propertyNames.enum) : fc.string()
  return fc.dictionary(names, values, { minKeys: schema.minProperties ?? 0, maxKeys: 3, noNullPrototype: true })
}

/** Generates requests of an operation: such as the document allows, and such as have another value in one place. */
export const requestsOf = (
  document: Document,
  { parameters, body }: DocumentOperation,
): fc.Arbitrary<GeneratedRequest> => {
  const required = parameters.filter(({ required }) => required).map(({ name }) => name)
  const query = fc.record(
    Object.fromEntries(parameters.map(({ name, schema }) => [name, valuesOf(document, schema)])),
    { requiredKeys: required },
  )
  const valid = fc.record({
    id: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })),
    query,
    body: body ? valuesOf(document, body) : fc.constant(undefined),
  })
  return fc.oneof(
    valid,
    fc.tuple(valid, fc.nat(), unusualValue).map(([request, place, value]) => replaceOne(request, place, value)),
  )
}

const unusualValue = fc.oneof(
  fc.constantFrom(
    null,
    '',
    ' ',
    '007',
    '0',
    '-1',
    '1e3',
    0,
    -1,
    0.5,
    2 ** 53,
    true,
    [],
    {},
    'x'.repeat(256),
    '\0',
    'true',
  ),
  fc.jsonValue(),
  fc.constant(undefined),
)

/** Replaces one parameter or member. */
const replaceOne = (request: GeneratedRequest, place: number, value: unknown): GeneratedRequest => {
  const members = typeof request.body === 'object' && request.body !== null ? Object.keys(request.body) : []
  const parameters = Object.keys(request.query)
  const chosen = [...parameters, ...members][place % Math.max(1, parameters.length + members.length)]
  if (chosen === undefined) return request
  if (parameters.includes(chosen)) return { ...request, query: { ...request.query, [chosen]: value } }
  return { ...request, body: { ...(request.body as object), [chosen]: value } }
}
