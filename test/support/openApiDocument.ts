import { listDeclaredRoutes } from '../../src/app/declaredRoutes.ts'
import { createDocument } from '../../src/openapi/document.ts'
import type { Scope } from '../../src/openapi/scope.ts'

/** The members of an OpenAPI document that the tests read. */
export interface Document {
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, JsonSchema>
    responses: Record<string, Response>
    headers: Record<string, Header>
    parameters: Record<string, object>
  }
}

export interface JsonSchema {
  type?: string | string[]
  properties?: Record<string, JsonSchema & Partial<Reference>>
  items?: JsonSchema & Partial<Reference>
  anyOf?: (JsonSchema & Partial<Reference>)[]
  enum?: unknown[]
  const?: unknown
  required?: string[]
  additionalProperties?: JsonSchema | false
}

export interface Operation {
  operationId: string
  summary: string
  description: string
  tags: string[]
  security: unknown[]
  parameters: (Reference | QueryParameter)[]
  requestBody?: { required: boolean; content: Record<'application/json', Media> }
  responses: Record<string, Response | Reference>
}

export interface Reference {
  $ref: string
}

export interface Response {
  headers: Record<string, Reference>
  content?: Partial<Record<'application/json' | 'text/csv', Media>>
}

interface Media {
  schema: JsonSchema & Partial<Reference>
  example?: unknown
}

export interface Header {
  required?: boolean
  schema: JsonSchema
}

/** Creates the document, as a server with default settings serves it. @param scope - which paths it has; all by default */
export const readDocument = async (scope?: Scope): Promise<Document> =>
  JSON.parse(JSON.stringify(createDocument(await listDeclaredRoutes(), { scope })))

/** A parameter that only one operation has. */
export interface QueryParameter {
  name: string
  in: 'query'
  example?: unknown
}

/** The last part of a reference, which is the name of a component. */
export const componentName = ({ $ref }: Reference): string => $ref.split('/').at(-1) ?? ''

/** The operations of a document, each as `GET /api/labels`. */
export const listOperations = ({ paths }: Document): [name: string, operation: Operation][] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  )
