import {
  componentName,
  type Document,
  type Operation,
  type Reference,
  type Response,
  readDocument,
} from './openApiDocument.ts'
import { createRequestValidator, createResponseValidator } from './schemaValidator.ts'

/** A request and its response. */
export interface Exchange {
  method: string
  url: string
  request: { headers: Headers; body?: unknown }
  response: { status: number; headers: Headers; text: string }
}

type ExchangeCheck = (exchange: Exchange) => void

let checking: Promise<ExchangeCheck> | undefined

/** @throws Error when the OpenAPI document does not allow the exchange */
export const checkExchange = async (exchange: Exchange): Promise<void> => {
  checking ??= readDocument().then(createExchangeCheck)
  const check = await checking
  check(exchange)
}

/** Headers that HTTP itself needs. They are no part of the document. */
const transportHeaders = ['connection', 'content-length', 'content-type', 'date', 'keep-alive', 'transfer-encoding']

/**
 * Creates a function that checks exchanges against a document: an undeclared path, method, status, header or member of the
 * response fails, a missing header, and a request that the server has accepted although it is not valid.
 */
export const createExchangeCheck = (document: Document): ExchangeCheck => {
  const validateSent = createRequestValidator(document)
  const validateReceived = createResponseValidator(document)
  const { headers: declaredHeaders, responses: sharedResponses } = document.components
  const templates = Object.keys(document.paths).map((path) => ({ path, segments: path.split('/') }))

  const findPath = (url: string) => {
    const segments = new URL(url).pathname.replace(/\/$/, '').split('/')
    return templates.find((template) => matches(template.segments, segments))?.path
  }

  const checkHeaders = (declared: Record<string, Reference>, headers: Headers) => {
    const names = [...transportHeaders, ...Object.keys(declared).map((name) => name.toLowerCase())]
    const undeclared = [...headers.keys()].filter((name) => !names.includes(name))
    if (undeclared.length > 0) throw new Error(`it has the undeclared headers ${undeclared.join(', ')}`)
    for (const [name, reference] of Object.entries(declared)) {
      const header = declaredHeaders[componentName(reference)]
      const value = headers.get(name)
      if (value === null && header?.required) throw new Error(`it has no header ${name}`)
      const sent = header?.schema.type === 'integer' ? Number(value) : value
      if (value !== null) validateReceived(`${reference.$ref}/schema`, sent, name)
    }
  }

  const checkResponse = (pointer: string, sent: Response | Reference, { method, response }: Exchange) => {
    const isShared = '$ref' in sent
    const declared = isShared ? sharedResponses[componentName(sent)] : sent
    if (!declared) throw new Error('its response is not in the document')
    const { headers, text } = response
    checkHeaders(declared.headers, headers)
    if (!declared.content || method === 'HEAD') {
      if (text !== '') throw new Error('it has an undeclared body')
      return
    }
    const [mediaType = ''] = Object.keys(declared.content)
    if (!headers.get('content-type')?.startsWith(mediaType)) throw new Error(`its content type is not ${mediaType}`)
    if (mediaType !== 'application/json') return
    const schema = `${isShared ? sent.$ref : pointer}/content/application~1json/schema`
    validateReceived(schema, JSON.parse(text), 'the response')
  }

  const checkRequest = (pointer: string, operation: Operation, { url, request: { headers, body } }: Exchange) => {
    if (operation.security.length > 0 && !headers.has('authorization')) throw new Error('it was sent without a token')
    const hasId = operation.parameters.some((parameter) => '$ref' in parameter && componentName(parameter) === 'Id')
    const queryNames = operation.parameters.flatMap((parameter) => ('name' in parameter ? parameter.name : []))
    // Where no parameter is declared, a query string is ignored.
    const undeclared = [...new URL(url).searchParams.keys()].filter((name) => !queryNames.includes(name))
    if (queryNames.length > 0 && undeclared.length > 0) throw new Error(`it was sent with ${undeclared.join(', ')}`)
    if (hasId) validateSent('#/components/parameters/Id/schema', Number(idIn(url, pointer)), 'the id')
    if (!operation.requestBody) return
    if (!body && operation.requestBody.required) throw new Error('it was sent without a body')
    const [type = ''] = headers.get('content-type')?.split(';', 1) ?? []
    if (type !== 'application/json' && body && Object.hasOwn(operation.requestBody.content, type)) return
    // A test may also send a stream.
    if (!body || typeof body !== 'string') return
    const members = trimMembers(JSON.parse(body))
    validateSent(`${pointer}/requestBody/content/application~1json/schema`, members, 'the request')
  }

  /** The response to a path or method that the document does not have. */
  const checkNoRoute = (path: string | undefined, exchange: Exchange) => {
    const { status, headers } = exchange.response
    if (status === 429) return checkResponse('', { $ref: '#/components/responses/RateLimited' }, exchange)
    const isPreflight = exchange.request.headers.has('access-control-request-method')
    if (exchange.method === 'OPTIONS' && isPreflight && status === 204) return
    if (status !== (path ? 405 : 404)) throw new Error('the path or the method is undeclared')
    if (path && headers.get('allow') !== allowedMethods(document, path)) throw new Error('its Allow is wrong')
    // Apart from Allow, it is like a 404.
    const others = new Headers(headers)
    if (path) others.delete('allow')
    const response = { ...exchange.response, headers: others }
    checkResponse('', { $ref: '#/components/responses/NotFound' }, { ...exchange, response })
  }

  const check: ExchangeCheck = (exchange) => {
    const { method, url, response } = exchange
    const path = findPath(url)
    const verb = method === 'HEAD' ? 'get' : method.toLowerCase()
    const operation = path === undefined ? undefined : document.paths[path]?.[verb]
    if (!path || !operation) return checkNoRoute(path, exchange)
    const pointer = `#/paths/${path.replaceAll('/', '~1')}/${verb}`
    const declared = operation.responses[response.status]
    if (!declared) throw new Error('the status is undeclared')
    checkResponse(`${pointer}/responses/${response.status}`, declared, exchange)
    if (response.status < 300) checkRequest(pointer, operation, exchange)
  }

  return (exchange) => {
    try {
      check(exchange)
    } catch (error) {
      const { method, url, response } = exchange
      const reason = error instanceof Error ? error.message : error
      throw new Error(`The OpenAPI document does not allow ${method} ${url} with ${response.status}: ${reason}`)
    }
  }
}

const matches = (template: string[], segments: string[]) =>
  template.length === segments.length &&
  template.every((segment, index) => segment === segments[index] || (segment.startsWith('{') && segments[index]))

const allowedMethods = ({ paths }: Document, path: string) => {
  const methods = Object.keys(paths[path] ?? {}).map((verb) => verb.toUpperCase())
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].sort().join(', ')
}

/** The id in a URL. @param pointer - to the operation; its path has the same segments */
const idIn = (url: string, pointer: string) => {
  const index = pointer.replaceAll('~1', '/').replace('#/paths/', '').split('/').indexOf('{id}')
  return decodeURIComponent(new URL(url).pathname.split('/')[index] ?? '')
}

/** Spaces around a text are not part of it, except in a password. */
const trimMembers = (body: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      typeof value === 'string' && !name.includes('password') ? value.trim() : value,
    ]),
  )
