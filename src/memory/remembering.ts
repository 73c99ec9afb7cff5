import { type Answer, answer, respond, sizeOf } from '../http/answer.ts'
import type { Fetch } from '../http/fetch.ts'
import { pathOf } from '../http/paths.ts'
import type { Memory } from './memory.ts'

/** Told of a request whose answer is long, and takes its time to be sent. */
type Patience = (request: Request) => void

/** What is sent in one go, in bytes: less than the kernel takes from a program for a connection. */
const atOnce = 65_536

/** What everybody who is signed in gets alike. */
const forEverybody = /^\/api\/(?:labels|genres|artists|albums|tracks)(?:\/[1-9]\d*)?$/

/** What each user gets for themselves. */
const forOneUser = '/api/me/likes'

/**
 * Answers what is remembered before the app is asked, and remembers what the app answers. A request with a token that is
 * no good, for anything else, or with another method than GET and HEAD goes to the app as it is.
 */
export const remembering = (memory: Memory, fetch: Fetch, patience: Patience = () => {}): Fetch => {
  return (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return fetch(request)
    const path = pathOf(request.url)
    const own = path === forOneUser
    if (!own && !forEverybody.test(path)) return fetch(request)
    const caller = memory.knownCaller(request.headers.get('authorization'))
    const kept = caller && memory.recall(path, own ? caller.user.id : undefined)
    return kept ? send(kept, request) : ask(request, path, own)
  }

  function send(answer: Answer, request: Request) {
    if (sizeOf(answer) > atOnce) patience(request)
    return respond(answer, request)
  }

  async function ask(request: Request, path: string, own: boolean): Promise<Response> {
    const caller = await memory.callerOf(request.headers.get('authorization'))
    if (!caller) return fetch(request)
    // A HEAD gets the headers of the GET; the server leaves out the body.
    const asked = request.method === 'HEAD' ? new Request(request.url, { headers: request.headers }) : request
    let asIs: Response | undefined
    const work = async () => {
      const response = await fetch(asked)
      if (response.status === 200 && !response.headers.has('etag')) return remembered(response)
      // What goes wrong is noted under the request that it went wrong for.
      asIs = asked !== request && response.status >= 500 ? await fetch(request) : response
      return undefined
    }
    const made = await memory.make(path, work, own ? caller.user.id : undefined)
    if (made) return send(made, request)
    // What has a tag already is a list.
    if (asIs?.headers.has('etag')) patience(request)
    return asIs as Response
  }
}

const remembered = async (response: Response) => {
  const bytes = new Uint8Array(await response.arrayBuffer())
  return answer(bytes, Bun.hash.xxHash64(bytes))
}
