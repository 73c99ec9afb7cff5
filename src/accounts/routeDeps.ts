import type { IdentifyClient } from '../http/client.ts'
import type { JsonBody } from '../http/jsonBody.ts'
import type { Clock } from '../library/clock.ts'
import type { Reader } from '../library/connection.ts'
import type { Database, ReadDatabase, ReserveOptions } from '../library/database.ts'
import type { IdRange } from '../library/listRange.ts'
import type { RequestWork } from '../library/longWork.ts'
import type { AuthPolicy } from './authPolicy.ts'
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
  /** Returns the writes of a request that has no caller: register and login. */
  writeWithoutCaller(request: Request, options?: ReserveOptions): Database['write']
  identifyClient: IdentifyClient
  realNow: Clock['realNow']
  /** The maximum number of sessions of an account; unlimited by default. */
  maxSessions?: number | undefined
}

/** A list that is not cached. */
export interface UncachedList {
  /** The path below `/api`. */
  path: string
  /** Reads a range of the list, ordered by id. */
  readRange(read: Reader, range: IdRange): Promise<{ id: number }[]>
}

/** Responds with a list that may be long, so that other requests do not wait for it. */
type UncachedListSender = (list: UncachedList, work: RequestWork) => Promise<Response>
