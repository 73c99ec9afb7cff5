import { type TSchema, Type } from '@sinclair/typebox'

// The parts of which response schemas are composed.

/** When a record was created and last changed, `YYYY-MM-DDTHH:MM:SS.ffffffZ`. */
export const timestamps = { created_at: Type.String(), updated_at: Type.String() }

export const Nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])

/** The body of an error, and of a success that returns no record. */
export const Message = Type.Object({ message: Type.String() })

/** The body of an error about fields. */
export const ValidationErrorBody = Type.Object({
  message: Type.String(),
  errors: Type.Record(Type.String(), Type.Array(Type.String())),
})

/** The error responses that routes declare, by the kind of route. They are spread into the route's `response`. */
export const errorResponses = {
  signedIn: { 401: Message },
  record: { 401: Message, 404: Message },
  admin: { 401: Message, 403: Message },
  adminRecord: { 401: Message, 403: Message, 404: Message },
  body: { 400: ValidationErrorBody, 413: Message, 415: Message },
}

/** The response of a delete. */
export const noContent = { 204: Type.Void() }
