import type { TObject } from '@sinclair/typebox'
import {
  BodyTimeout,
  MalformedBody,
  PayloadTooLarge,
  preferErrorFrom,
  UnsupportedMediaType,
  ValidationError,
} from '../errors.ts'
import { yieldToEventLoop } from '../eventLoop.ts'
import { validateObject } from '../validation/validateObject.ts'
import type { RecordPath } from './ids.ts'

/** Looks up the record that a path identifies. @throws NotFound */
type RecordCheck = (context: { params: RecordPath }) => Promise<void>

export type JsonBody = ReturnType<typeof createJsonBody>

interface BodyLimits {
  maxBytes: number
  /** How long a body may take to arrive, from the time when the server starts to read it, in milliseconds. */
  timeoutMs: number
}

/**
 * Creates `jsonBody(schema, recordCheck?)`, the options of a route that takes a JSON body.
 *
 * Elysia parses a body before any hook can reject the request. Here the body is read and validated in the transform
 * phase, after the guards, which run in the same phase: the body of a request that they reject is never read.
 *
 * `recordCheck` runs when the JSON breaks a rule: a missing record (404) takes precedence over invalid fields (400). A
 * body that can't be read as JSON is rejected without it (400, 408, 413, 415).
 *
 * Elysia validates the body once more, and converts its values. It must not be the first to find an error: its message
 * contains the whole value, and takes seconds to build for a deeply nested one.
 */
export const createJsonBody = (limits: BodyLimits) => {
  const read = async (context: { request: Request; body: unknown }) => {
    context.body = await readJson(context.request, limits)
  }
  return <Schema extends TObject>(schema: Schema, recordCheck: RecordCheck = async () => {}) => {
    const validate = async (context: { body: unknown; params: RecordPath }) => {
      const validateMembers = async () => validateObject(schema, requireObject(context.body))
      await validateMembers().catch(preferErrorFrom(() => recordCheck(context)))
    }
    return { body: schema, transform: [read, validate] }
  }
}

/** The parser of all routes. It returns an empty body without reading the request. */
export const skipParsing = () => ({})

const requireObject = (body: unknown): Record<string, unknown> => {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) {
    return body as Record<string, unknown> // JSON has no other objects
  }
  throw new ValidationError({ body: ['The body must be a JSON object.'] })
}

const readJson = async (request: Request, { maxBytes, timeoutMs }: BodyLimits): Promise<unknown> => {
  const bytes = await withTimeout(readBytes(request, maxBytes), timeoutMs)
  if (bytes.length === 0) return {}
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch {
    throw new MalformedBody('The body is not valid JSON.')
  }
}

/** @throws BodyTimeout; bytes that are read afterwards are discarded */
const withTimeout = async (reading: Promise<Uint8Array>, timeoutMs: number): Promise<Uint8Array> => {
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => timeout.reject(new BodyTimeout('The body took too long to come.')), timeoutMs)
  try {
    return await Promise.race([reading, timeout.promise])
  } finally {
    clearTimeout(timer)
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

const readBytes = async (request: Request, maxBytes: number): Promise<Uint8Array> => {
  const length = request.headers.get('content-length')
  if (length === '0' || (length === null && request.body === null)) return new Uint8Array()
  if (Number(length) > maxBytes) throw payloadTooLarge(maxBytes)
  // Bun enforces a Content-Length, so only a chunked body has to be counted.
  if (length === null) return readChunkedBody(request, maxBytes)
  requireJsonType(request.headers)
  return request.bytes().catch(throwIncompleteBody)
}

const readChunkedBody = async (request: Request, maxBytes: number) => {
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = (request.body ?? new Blob().stream()).getReader()
  for (;;) {
    const { value, done } = await reader.read().catch(throwIncompleteBody)
    if (done) break
    // Without a Content-Length, only the first chunk proves that the body is not empty, and so must be JSON.
    if (size === 0) requireJsonType(request.headers)
    size += value.length
    if (size > maxBytes) throw payloadTooLarge(maxBytes)
    chunks.push(value)
  }
  // Bun delivers the last chunk before it parses what follows, and aborts the request if that is malformed.
  await yieldToEventLoop()
  if (request.signal.aborted) throwIncompleteBody()
  return Buffer.concat(chunks)
}

const throwIncompleteBody = () => {
  throw new MalformedBody('The body broke off before its end.')
}

const payloadTooLarge = (maxBytes: number) => new PayloadTooLarge(`The body is larger than ${maxBytes} bytes.`)

const requireJsonType = (headers: Headers) => {
  const type = headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const encoding = headers.get('content-encoding')?.toLowerCase() ?? 'identity'
  if (encoding !== 'identity') throw new UnsupportedMediaType('Send the body without a content encoding.')
  if (type !== 'application/json' && !/^application\/[^/\s]+\+json$/.test(type)) {
    throw new UnsupportedMediaType('Send the body as application/json.')
  }
}
