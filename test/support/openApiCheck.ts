import Ajv, { type ValidateFunction } from 'ajv/dist/2020'
import addFormats from 'ajv-formats'
import { createApp } from '../../src/app.ts'
import { openLibrary } from '../../src/library/open.ts'
import { createDocument } from '../../src/openapi/document.ts'

// Checks requests and responses against the OpenAPI document.

export type Document = ReturnType<typeof createDocument>

/** Creates the document, as a server with default settings serves it. */
export const readDocument = async (): Promise<Document> => {
  const library = await openLibrary(':memory:')
  const document = createDocument(createApp({ library }).routes)
  await library.close()
  return JSON.parse(JSON.stringify(document))
}

/** A request and its response. */
export interface Exchange {
  method: string
  url: string
  request: { headers: Headers; body?: unknown }
  response: { status: number; headers: Headers; text: string }
}

type ExchangeCheck = (exchange: Exchange) => void

let checking: Promise<ExchangeCheck> | undefined

/** @throws Error when the document does not allow the exchange */
export const checkExchange = async (exchange: Exchange): Promise<void> => {
  checking ??= readDocument().then(createExchangeCheck)
  const check = await checking
  check(exchange)
}

// biome-ignore lint/suspicious/noExplicitAny: the types of the document describe how it is built, and not what a reader finds
type Json = any

/** Headers that HTTP itself needs. They are no part of the document. */
const transportHeaders = ['connection', 'content-length', 'content-type', 'date', 'keep-alive', 'transfer-encoding']

export const createExchangeCheck = (document: Document): ExchangeCheck => {
  const validateSent = createValidator(document)
  const validateReceived = createValidator(closeSchemas(document))
  const templates = Object.keys(document.paths).map((path) => ({ path, segments: path.split('/') }))
  const responsesByName: Json = document.components.responses

  const findPath = (sent: string) => {
    const segments = sent.replace(/\/$/, '').split('/')
    return templates.find((template) => matches(template.segments, segments))?.path
  }

  const resolve = (node: Json): Json => {
    if (!node?.$ref) return node
    return node.$ref
      .split('/')
      .slice(1)
      .reduce((value: Json, name: string) => value[name], document)
  }

  const checkHeaders = (declared: Json, headers: Headers) => {
    const names = Object.keys(declared).map((name) => name.toLowerCase())
    const undeclared = [...headers.keys()].filter((name) => !names.includes(name) && !transportHeaders.includes(name))
    expectNone('undeclared headers', undeclared)
    for (const [name, reference] of Object.entries<Json>(declared)) {
      const value = headers.get(name)
      if (value !== null)
        validateReceived(
          `${reference.$ref}/schema`,
          resolve(reference).schema.type === 'integer' ? Number(value) : value,
          name,
        )
      else if (resolve(reference).required) throw new Error(`the header ${name} is missing`)
    }
  }

  const checkResponse = (pointer: string, { method, response: { headers, text } }: Exchange, node: Json) => {
    const { $ref = pointer } = node
    const declared = resolve(node)
    checkHeaders(declared.headers, headers)
    if (!declared.content || method === 'HEAD') return expectNone('body', [...text])
    if (!headers.get('content-type')?.startsWith('application/json')) throw new Error('the content type is not JSON')
    validateReceived(`${$ref}/content/application~1json/schema`, JSON.parse(text), 'the body of the response')
  }

  /** What the server has accepted must be valid. */
  const checkRequest = (pointer: string, operation: Json, { url, request: { headers, body } }: Exchange) => {
    if (operation.security.length > 0 && !headers.has('authorization')) throw new Error('it needs no token')
    const id =
      operation.parameters.some(({ $ref }: Json) => $ref.endsWith('/Id')) && new URL(url).pathname.split('/')[3]
    if (id) validateSent('#/components/parameters/Id/schema', Number(id), 'the id')
    if (!operation.requestBody || (body !== undefined && typeof body !== 'string')) return
    if (body)
      validateSent(
        `${pointer}/requestBody/content/application~1json/schema`,
        trimMembers(JSON.parse(body)),
        'the body of the request',
      )
    else if (operation.requestBody.required) throw new Error('it needs no body')
  }

  /** A request for a path or method that the document does not have. */
  const checkNoRoute = (path: string | undefined, exchange: Exchange) => {
    const {
      method,
      response: { status, headers },
    } = exchange
    if (status === 429) return checkResponse('', exchange, responsesByName.RateLimited)
    const methods = path ? Object.keys(document.paths[path] ?? {}).map((name) => name.toUpperCase()) : []
    if (methods.includes('GET')) methods.push('HEAD')
    if (method === 'OPTIONS' && status === 204 && headers.has('access-control-allow-methods')) return
    if (status !== (path ? 405 : 404)) throw new Error('the path or the method is undeclared')
    if (path && headers.get('allow') !== methods.sort().join(', ')) throw new Error('Allow has other methods')
    const withoutAllow = new Headers(headers)
    withoutAllow.delete('allow')
    checkResponse(
      '',
      { ...exchange, response: { ...exchange.response, headers: withoutAllow } },
      { $ref: '#/components/responses/NotFound' },
    )
  }

  return (exchange) => {
    const {
      method,
      url,
      response: { status },
    } = exchange
    try {
      const path = findPath(new URL(url).pathname)
      const verb = method === 'HEAD' ? 'get' : method.toLowerCase()
      const operation: Json = path && document.paths[path]?.[verb]
      if (!path || !operation) return checkNoRoute(path, exchange)
      const pointer = `#/paths/${path.replaceAll('/', '~1')}/${verb}`
      const declared = operation.responses[status]
      if (!declared) throw new Error('the status is undeclared')
      checkResponse(`${pointer}/responses/${status}`, exchange, declared)
      if (status < 300) checkRequest(pointer, operation, exchange)
    } catch (error) {
      const reason = error instanceof Error ? error.message : error
      throw new Error(`The OpenAPI document does not allow ${method} ${url} with ${status}: ${reason}`)
    }
  }
}

const matches = (template: string[], segments: string[]) =>
  template.length === segments.length &&
  template.every((segment, index) => segment === segments[index] || (segment.startsWith('{') && segments[index]))

const expectNone = (what: string, items: string[]) => {
  if (items.length > 0) throw new Error(`${what}: ${items.join(', ')}`)
}

/** Spaces around a text are not part of it, except in a password. */
const trimMembers = (body: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      typeof value === 'string' && !name.includes('password') ? value.trim() : value,
    ]),
  )

/** The document with response schemas that have no members but their own. */
const closeSchemas = (document: Document): Document => {
  const closed = structuredClone(document)
  for (const schema of Object.values(closed.components.schemas)) {
    if (schema.properties) schema.additionalProperties = false
  }
  return closed
}

/** Validates values against a part of the document, which a JSON Pointer names. */
const createValidator = (document: Document) => {
  // The document has members that are no keywords of JSON Schema.
  const ajv = new Ajv({ strict: false, allErrors: true })
  addFormats(ajv)
  ajv.addSchema({ ...document, $id: 'openapi' })
  const compiled = new Map<string, ValidateFunction>()
  return (pointer: string, value: unknown, what: string) => {
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `openapi${pointer}` })
    compiled.set(pointer, validate)
    if (!validate(value)) throw new Error(ajv.errorsText(validate.errors, { dataVar: what }))
  }
}
