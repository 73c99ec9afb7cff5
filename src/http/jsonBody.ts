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

/** A look at what the path names, where the body is wrong; it refuses by throwing. */
type Check = (context: { params: RecordPath }) => Promise<void>

export type JsonBody = ReturnType<typeof createJsonBody>

/** What a body may take. */
export interface BodyLimits {
  /** In bytes. */
  size: number
  /** From its first byte to its last, in milliseconds. */
  time: number
}

/**
 * Makes `takes(schema, check?)`, the options of a route with a JSON body.
 *
 * Elysia would parse a body before any hook knows who sent it. Here it is read in the phase after that: the guards come
 * first, then the body is read, and then it is validated. Where something is wrong with it, `check` first looks for the
 * record that the path names: that there is none is said rather than that. A write says it by itself.
 * Elysia validates it once more and brings it into its form. It must not be the first to find a fault: its error writes out
 * the whole value, and takes seconds over one that is nested deeply.
 */
export const createJsonBody = (limits: BodyLimits) => {
  const read = async (context: { request: Request; body: unknown }) => {
    context.body = await readJson(context.request, limits)
  }
  return <Body extends TObject>(body: Body, check: Check = async () => {}) => {
    const validate = async (context: { body: unknown; params: RecordPath }) => {
      const members = async () => validateObject(body, asObject(context.body))
      await members().catch(preferErrorFrom(() => check(context)))
    }
    return { body, transform: [read, validate] }
  }
}

const asObject = (body: unknown): Record<string, unknown> => {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown> // JSON has no other objects
  throw new ValidationError({ body: ['The body must be a JSON object.'] })
}

/** What Elysia's own parsing phase yields: nothing, and without a look at the body. */
export const skipParsing = () => ({})

const readJson = async (request: Request, { size, time }: BodyLimits): Promise<unknown> => {
  const bytes = await inTime(readBytes(request, size), time)
  if (bytes.length === 0) return {}
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch {
    throw new MalformedBody('The body is not valid JSON.')
  }
}

/** @throws BodyTimeout when the body isn't there in time. What is read of it later is of no use to anybody. */
const inTime = async (reading: Promise<Uint8Array>, time: number): Promise<Uint8Array> => {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new BodyTimeout('The body took too long to come.')), time)
  try {
    return await Promise.race([reading, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

const readBytes = async (request: Request, limit: number): Promise<Uint8Array> => {
  const length = request.headers.get('content-length')
  if (length === '0' || (length === null && request.body === null)) return new Uint8Array()
  if (Number(length) > limit) throw tooLarge(limit)
  // A known length is kept to by the server, so only a body that is sent in pieces has to be counted.
  if (length === null) return readPieces(request, limit)
  requireJson(request.headers)
  return request.bytes().catch(brokenOff)
}

const readPieces = async (request: Request, limit: number) => {
  const pieces: Uint8Array[] = []
  let size = 0
  const reader = (request.body ?? new Blob().stream()).getReader()
  for (;;) {
    const { value, done } = await reader.read().catch(brokenOff)
    if (done) break
    // What has no length tells only now that it is not empty, and so has to be JSON.
    if (size === 0) requireJson(request.headers)
    size += value.length
    if (size > limit) throw tooLarge(limit)
    pieces.push(value)
  }
  // The server hands over the last piece before it looks at what comes behind it, and gives the request up over that.
  await yieldToEventLoop()
  if (request.signal.aborted) brokenOff()
  return Buffer.concat(pieces)
}

const brokenOff = () => {
  throw new MalformedBody('The body broke off before its end.')
}

const tooLarge = (limit: number) => new PayloadTooLarge(`The body is larger than ${limit} bytes.`)

const requireJson = (headers: Headers) => {
  const type = headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const encoding = headers.get('content-encoding')?.toLowerCase() ?? 'identity'
  if (encoding !== 'identity') throw new UnsupportedMediaType('Send the body without a content encoding.')
  if (type !== 'application/json' && !/^application\/[^/\s]+\+json$/.test(type)) {
    throw new UnsupportedMediaType('Send the body as application/json.')
  }
}
