import { type Client, createClient } from './client.ts'
import type { FetchRequest } from './runtime.ts'

/** A copy lives as long as its original: see `requests` of runtime.ts. */
const copies = new WeakMap<Request, Request>()

/**
 * Creates a client with a session of an account that needs no password: for programs that hold the library themselves. The session begins with
 * the first request. Where it has ended, with a reset for example, another one takes its place, and the request is sent once more.
 * @param startSession - starts a session, and resolves with its token
 */
export const createClientAs = (
  startSession: () => Promise<string>,
  { baseUrl, fetch }: { baseUrl: string; fetch: FetchRequest },
): Client =>
  Object.assign(createClient({ baseUrl, fetch: createSessionFetch(startSession, fetch) }), {
    // It would do nothing: the client itself has no token, and starts a session whenever it needs one.
    logout: async () => {
      throw new TypeError(
        'A client of as() is not logged out: it starts another session whenever it needs one. To test a logout, use a client with the token of tokenOf().',
      )
    },
  })

const createSessionFetch = (startSession: () => Promise<string>, fetch: FetchRequest): FetchRequest => {
  let session: Promise<string> | undefined

  const forget = (ended: Promise<string>) => {
    if (session === ended) session = undefined
  }
  const start = () => {
    const started = startSession()
    // The next request tries again: the account may be there by then.
    started.catch(() => forget(started))
    session = started
    return started
  }
  return async (request) => {
    const used = session ?? start()
    // In Node, the signal of a clone alone aborts nothing after a garbage collection.
    const again = new Request(request.clone() as Request, { signal: request.signal })
    copies.set(request, again)
    request.headers.set('authorization', `Bearer ${await used}`)
    const response = await fetch(request)
    // Nothing was done: the request may be sent again, whatever it is.
    if (response.status !== 401) return response
    forget(used)
    again.headers.set('authorization', `Bearer ${await (session ?? start())}`)
    return fetch(again)
  }
}
