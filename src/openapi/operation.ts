import type { TSchema } from '@sinclair/typebox'
import { mapValues } from '../base/objects.ts'
import type { Route } from '../http/methods.ts'
import { healthPaths } from '../observability/health.ts'
import { describeOperation, needsToken } from './descriptions.ts'
import { type ResponseHeader, referToHeaders } from './headers.ts'
import { sharedResponses } from './responses.ts'
import type { Convert, JsonSchema } from './schemas.ts'

/** A route of the application, with what it declares. */
export interface DocumentedRoute extends Route {
  hooks: {
    declared?: { body?: TSchema; response?: Record<string, TSchema> }
    detail?: {
      operationId?: string
      summary?: string
      tags?: string[]
      hide?: boolean
      /** The parameters of the query string, as OpenAPI describes them. */
      queryParameters?: object[]
      /** The media types that a body may have beside JSON. */
      otherBodyTypes?: string[]
      /** The headers that only a success of this route has. */
      responseHeaders?: ResponseHeader[]
    }
  }
}

/** The operation of a route. */
export const createOperation = (route: DocumentedRoute, convert: Convert) => {
  const { declared: { body, response = {} } = {}, detail = {} } = route.hooks
  const { operationId, summary, tags, queryParameters = [], otherBodyTypes = [] } = detail
  return {
    operationId,
    summary,
    description: describeOperation(operationId ?? '', route, response),
    tags,
    security: needsToken(operationId ?? '', response) ? [{ bearer: [] }] : [],
    parameters: [...parametersOf(route, response), ...queryParameters],
    requestBody: body && {
      required: Boolean(body.required?.length),
      content: {
        ...jsonContent(convert(body), exampleOf(body)),
        ...Object.fromEntries(otherBodyTypes.map((type) => [type, { schema: { type: 'string' } }])),
      },
    },
    responses: responsesOf(route, response, convert),
  }
}

const parametersOf = ({ path }: Route, response: object) => {
  const names = [
    ...(path.includes('/:id') ? ['Id'] : []),
    ...('304' in response ? ['IfNoneMatch'] : []),
    ...('412' in response ? ['IfMatch'] : []),
  ]
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }))
}

/** The errors that no route declares: they come from what all routes share. */
const commonErrors = ({ method, path }: Route) => [
  // A library on PostgreSQL can't be read while its server is away.
  ...(healthPaths.includes(path) ? [] : [429, 503]),
  500,
  ...(method === 'GET' ? [] : [507]),
]

const responsesOf = (route: DocumentedRoute, declared: Record<string, TSchema>, convert: Convert) => {
  const common = commonErrors(route).map((status) => [status, sharedResponses[status]?.body])
  const schemas: Record<string, TSchema> = { ...Object.fromEntries(common), ...declared }
  const { responseHeaders = [] } = route.hooks.detail ?? {}
  const successHeaders = referToHeaders([
    ...('304' in declared ? (['ETag', 'Content-Encoding'] as const) : []),
    ...responseHeaders,
  ])
  return mapValues(schemas, (schema, status) => {
    const shared = sharedResponses[status]
    if (shared?.body === schema) return { $ref: `#/components/responses/${shared.name}` }
    return {
      description: shared?.description ?? (status === '201' ? 'It was created.' : 'It succeeded.'),
      headers: shared ? referToHeaders(shared.headers) : successHeaders,
      content: schema.contentMediaType
        ? { [schema.contentMediaType]: { schema: convert(schema) } }
        : jsonContent(convert(schema), exampleOf(schema)),
    }
  })
}

const jsonContent = (schema: JsonSchema, example: unknown) => ({ 'application/json': { schema, example } })

/** The example of a schema: its own, or that of its parts. Members without one are left out. */
const exampleOf = (schema: TSchema): unknown => {
  const { examples, anyOf, items, properties } = schema
  if (examples) return examples[0]
  if (anyOf) return exampleOf(anyOf[0])
  if (items) return [exampleOf(items)]
  return properties && mapValues<string, TSchema, unknown>(properties, exampleOf)
}
