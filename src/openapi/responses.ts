import type { TSchema } from '@sinclair/typebox'
import { mapValues } from '../base/objects.ts'
import {
  BadRequestBody,
  InternalErrorBody,
  Message,
  noContent,
  notModified,
  ValidationErrorBody,
} from '../http/schemas.ts'
import { referToHeaders } from './headers.ts'
import type { Convert } from './schemas.ts'

/** A response that many operations share. */
interface SharedResponse {
  name: string
  description: string
  body: TSchema
  example?: unknown
  headers?: Parameters<typeof referToHeaders>[0]
}

const incorrect = 'The provided credentials are incorrect.'

/** By status. The body is a `Message`, unless there is another one. */
const responses: Record<string, Omit<SharedResponse, 'body'> & { body?: TSchema }> = {
  204: { name: 'Deleted', description: 'The record was deleted.', body: noContent[204] },
  304: {
    name: 'NotModified',
    description: 'The client has the body of the response already.',
    body: notModified[304],
    headers: ['ETag'],
  },
  400: {
    name: 'BadRequest',
    description: 'A field is invalid, or the body is not JSON. Only an error about fields has `errors`.',
    body: BadRequestBody,
    example: { message: 'The given data was invalid.', errors: { name: ['The name is required.'] } },
  },
  401: {
    name: 'Unauthenticated',
    description: 'There is no token, or it is unknown, revoked or expired.',
    example: { message: 'Unauthenticated.' },
    headers: ['WWW-Authenticate'],
  },
  403: {
    name: 'Forbidden',
    description:
      'The role of the caller does not allow it, the token is read-only or belongs to a guest, or registration is closed.',
    example: { message: 'Forbidden.' },
  },
  404: {
    name: 'NotFound',
    description: 'The record in the path does not exist.',
    example: { message: 'Track 99 was not found.' },
  },
  408: {
    name: 'BodyTimeout',
    description: 'The body took too long to arrive.',
    example: { message: 'The body took too long to arrive.' },
  },
  409: {
    name: 'Conflict',
    description:
      'The state of the library does not allow it: the last admin would be deleted, or records have changed since a preview.',
    example: { message: 'This is the last admin. Make somebody else an admin first.' },
  },
  410: {
    name: 'Gone',
    description: 'The resource is no longer kept.',
    example: { message: "Entry 12 is not in the audit trail any more, so it can't be undone." },
  },
  412: {
    name: 'PreconditionFailed',
    description: 'The record is no longer the version that `If-Match` names. Nothing was changed.',
    example: {
      message:
        'The record has changed since this version of it was read. Read it again, and repeat the request with its new ETag.',
    },
  },
  413: {
    name: 'PayloadTooLarge',
    description: 'The body is larger than the server accepts.',
    example: { message: 'The body is larger than 1048576 bytes.' },
  },
  415: {
    name: 'UnsupportedMediaType',
    description: 'The body is not JSON by its content type, or it is compressed.',
    example: { message: 'Send the body as application/json.' },
  },
  422: {
    name: 'WrongCredentials',
    description: 'The e-mail address is unknown, or the password is wrong.',
    body: ValidationErrorBody,
    example: { message: incorrect, errors: { email: [incorrect] } },
  },
  429: {
    name: 'RateLimited',
    description: 'The client has reached a limit that the operator set.',
    example: { message: 'Too many requests. Try again in 60 seconds.' },
    headers: ['Retry-After'],
  },
  500: {
    name: 'InternalError',
    description: 'An error of the server. `id` is the id of the request.',
    body: InternalErrorBody,
    example: { message: 'Something went wrong on the server.', id: 'w3cs8k-1' },
  },
  503: {
    name: 'Unavailable',
    description:
      'The library is locked, its file was replaced, its disk reports an error, or its database server is away. Or too many requests of this kind are waiting.',
    example: { message: 'Another program is writing to the library. Try again later.' },
    headers: ['Retry-After'],
  },
  507: {
    name: 'DiskFull',
    description: 'The disk is full. Nothing was changed.',
    example: {
      message:
        'The library cannot grow: there is no room left on its disk. Nothing was changed. Make room on this disk.',
    },
  },
}

export const sharedResponses = mapValues(responses, (response): SharedResponse => ({ body: Message, ...response }))

/** The shared responses that one of the references means, by name. */
export const createSharedResponses = (convert: Convert, references: ReadonlySet<string>) => {
  const byName = Object.fromEntries(Object.values(sharedResponses).map((response) => [response.name, response]))
  return mapValues(selectReferred('responses', byName, references), ({ description, body, example, headers }) => ({
    description,
    headers: referToHeaders(headers),
    ...(body.type === 'void' ? {} : { content: { 'application/json': { schema: convert(body), example } } }),
  }))
}

/** The references of a part of a document, such as `#/components/headers/ETag`. */
export const referencesOf = (part: unknown): Set<string> =>
  new Set(Array.from(JSON.stringify(part).matchAll(/"\$ref":"([^"]+)"/g), ([, reference = '']) => reference))

/** Those components of a kind, such as `headers`, that one of the references means. */
export const selectReferred = <Component>(
  kind: string,
  components: Record<string, Component>,
  references: ReadonlySet<string>,
): Record<string, Component> =>
  Object.fromEntries(Object.entries(components).filter(([name]) => references.has(`#/components/${kind}/${name}`)))
