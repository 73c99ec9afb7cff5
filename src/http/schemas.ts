import { Type } from '@sinclair/typebox'
import { NamedObject } from '../validation/schemas.ts'

// The parts of which response schemas are composed.

/** The body of an error, and of a success that returns no record. */
export const Message = NamedObject('Message', { message: Type.String() })

/** The body of an error about fields. */
export const ValidationErrorBody = NamedObject('ValidationErrorBody', {
  message: Type.String(),
  // With its type as it is: Elysia's types make `{}` of an optional record.
  errors: Type.Unsafe<Record<string, string[]>>(Type.Record(Type.String(), Type.Array(Type.String()))),
})

/** The body of a 400. A body that is not JSON has no fields, and so its error has no `errors`. */
export const BadRequestBody = NamedObject('BadRequestBody', {
  ...ValidationErrorBody.properties,
  errors: Type.Optional(ValidationErrorBody.properties.errors),
})

/** The body of a 500. */
export const InternalErrorBody = NamedObject('InternalErrorBody', {
  message: Type.String(),
  /** The id of the request. */
  id: Type.String(),
})

/** The error responses that routes declare, by the kind of route. They are spread into the route's `response`. */
export const errorResponses = {
  /** Of a route that guests may call, too. */
  signedInOrGuest: { 401: Message },
  signedIn: { 401: Message, 403: Message },
  record: { 401: Message, 404: Message },
  admin: { 401: Message, 403: Message },
  adminRecord: { 401: Message, 403: Message, 404: Message },
  body: { 400: BadRequestBody, 408: Message, 413: Message, 415: Message },
}

/** The response of a delete. */
export const noContent = { 204: Type.Void() }

/** The response of a cacheable GET to a client that has its body already. */
export const notModified = { 304: Type.Void() }

/** The response of a write whose `If-Match` names another version of the record. */
export const conditional = { 412: Message }
