import { type Answer, answer, respond, sizeOf } from '../http/cachedResponse.ts'
import { toErrorResponse } from '../http/errorResponse.ts'
import type { Fetch } from '../http/fetch.ts'
import { pathOf } from '../http/paths.ts'
import { withSecurityHeaders } from '../http/securityHeaders.ts'
import type { Database } from '../library/open.ts'
import { listLikes } from '../likes/store.ts'
import { utf8 } from './bytes.ts'
import { type Key, shownBy, shownByLikes } from './dependencies.ts'
import type { Noun } from './nouns.ts'
import { reads } from './reads.ts'
import type { Made, Memory } from './responseCache.ts'

/** What a connection is given time for. */
export interface Patience {
  /** Work that takes its time. */
  making<T>(request: Request, work: () => Promise<T>): Promise<T>
  /** An answer that takes its time to be sent. */
  sending(request: Request): void
}

/** What is sent in one go, in bytes: less than the kernel takes from a program for a connection. */
const atOnce = 65_536

/** What everybody who is signed in gets alike. Fifteen digits make a number that is exact. */
const forEverybody = /^\/api\/(labels|genres|artists|albums|tracks)(?:\/([1-9]\d{0,14}))?$/

/** What each user gets for themselves. */
const forOneUser = '/api/me/likes'

/**
 * Answers what the catalogue shows from memory, and reads and remembers it where it isn't there yet. A request with a token
 * that is no good, for anything else, or with another method than GET and HEAD goes to the app as it is.
 */
export const remembering = (database: Database, memory: Memory, patience: Patience, app: Fetch): Fetch => {
  return (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return app(request)
    const path = pathOf(request.url)
    const own = path === forOneUser
    if (!own && !forEverybody.test(path)) return app(request)
    const caller = memory.knownCaller(request.headers.get('authorization'))
    const kept = caller && memory.recall(own ? likesOf(caller.user.id) : path)
    return kept ? send(kept, request) : ask(request, path)
  }

  /** The server leaves the body out where only the headers were asked for. */
  function send(answer: Answer, request: Request) {
    if (sizeOf(answer) > atOnce) patience.sending(request)
    return respond(answer, request)
  }

  async function ask(request: Request, path: string): Promise<Response> {
    const caller = await memory.callerOf(request.headers.get('authorization'))
    if (!caller) return app(request)
    try {
      return await send(await patience.making(request, () => make(path, caller.user.id)), request)
    } catch (error) {
      return withSecurityHeaders(toErrorResponse(error, request))
    }
  }

  function make(path: string, user_id: number): Promise<Answer> {
    if (path === forOneUser) return makeLikes(user_id)
    const [, noun, id] = forEverybody.exec(path) as unknown as [string, Noun, string?]
    if (id === undefined) return memory.list(noun, reads[noun].list)
    return memory.make(path, async () => {
      const record = await reads[noun].one(database, Number(id))
      return made(record, shownBy(noun, record))
    })
  }

  function makeLikes(user_id: number): Promise<Answer> {
    return memory.make(likesOf(user_id), async () => {
      const tracks = await listLikes(database.read, user_id)
      return made(tracks, shownByLikes(user_id, tracks))
    })
  }
}

/** The name of what is at the path of a user's own likes. */
const likesOf = (user_id: number) => `${forOneUser} ${user_id}`

const made = (value: object, shows: Key[]): Made => {
  const bytes = utf8.encode(JSON.stringify(value))
  return { answer: answer(bytes, Bun.hash.xxHash64(bytes)), shows }
}
