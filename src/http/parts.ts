import { Type } from '@sinclair/typebox'
import type { Database } from '../database/open.ts'
import type { Takes } from './json.ts'

/** What a room is built with. */
export interface Parts {
  database: Database
  takes: Takes
}

/** `{message}`: the body of a refusal, and of an answer that has nothing else to say. */
export const Message = Type.Object({ message: Type.String() })

/** The body of a refusal that is about fields. */
export const Problems = Type.Object({
  message: Type.String(),
  errors: Type.Record(Type.String(), Type.Array(Type.String())),
})

/** What routes may answer besides success; spread into a route's `response`. */
export const refusals = {
  signedIn: { 401: Message },
  record: { 401: Message, 404: Message },
  admin: { 401: Message, 403: Message },
  adminRecord: { 401: Message, 403: Message, 404: Message },
  body: { 400: Problems, 413: Message, 415: Message },
}

/** A success without a body. */
export const nothing = { 204: Type.Void() }
