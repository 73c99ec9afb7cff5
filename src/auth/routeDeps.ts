import type { Reader } from '../database/connection.ts'
import type { Database, ReadDatabase } from '../database/database.ts'
import type { IdRange } from '../database/idRange.ts'
import type { JsonBody } from '../http/jsonBody.ts'
import type { AuthPolicy } from '../security/authPolicy.ts'
import type { Guards } from './guards.ts'

/** What the routes of accounts are created with. */
export interface AuthRouteDeps {
  database: ReadDatabase
  jsonBody: JsonBody
  guards: Guards
  authPolicy: AuthPolicy
  sendUncachedList: UncachedListSender
}

/** What the routes of sessions are created with. */
export interface SessionRouteDeps extends AuthRouteDeps {
  /** For register and login, which have no caller. */
  writeWithoutCaller: Database['write']
}

/** A list that is not cached. */
export interface UncachedList {
  /** The path below `/api`. */
  path: string
  /** Reads a range of the list, ordered by id. */
  readRange(read: Reader, range: IdRange): Promise<{ id: number }[]>
}

/** Responds with a list that may be long, so that other requests do not wait for it. */
export type UncachedListSender = (list: UncachedList, request: Request) => Promise<Response>
