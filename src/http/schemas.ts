import { type TSchema, Type } from '@sinclair/typebox'

// What answers are made of.

/** When a record was made and last changed, `YYYY-MM-DDTHH:MM:SS.ffffffZ`. */
export const timestamps = { created_at: Type.String(), updated_at: Type.String() }

export const Nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])

/** `{message}`: the body of a refusal, and of an answer that has nothing else to say. */
export const Message = Type.Object({ message: Type.String() })

/** The body of a refusal that is about fields. */
export const ValidationErrorBody = Type.Object({
  message: Type.String(),
  errors: Type.Record(Type.String(), Type.Array(Type.String())),
})

/** What routes may answer besides success; spread into a route's `response`. */
export const errorResponses = {
  signedIn: { 401: Message },
  record: { 401: Message, 404: Message },
  admin: { 401: Message, 403: Message },
  adminRecord: { 401: Message, 403: Message, 404: Message },
  body: { 400: ValidationErrorBody, 413: Message, 415: Message },
}

/** A success without a body. */
export const noContent = { 204: Type.Void() }
