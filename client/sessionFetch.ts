import { type Client, createClient } from './client.ts'

type Fetch = (request: Request) => Promise<Response>

/**
 * Creates a client with a session of an account that needs no password: for programs that hold the library themselves. The session begins with
 * the first request. Where it has ended, with a reset for example, another one takes its place, and the request is sent once more.
 * @param startSession - starts a session, and resolves with its token
 */
export const createClientAs = (
  startSession: () => Promise<string>,
  { baseUrl, fetch }: { baseUrl: string; fetch: Fetch },
): Client =>
  Object.assign(createClient({ baseUrl, fetch: createSessionFetch(startSession, fetch) }), {
    // It would do nothing: the client itself has no token, and starts a session whenever it needs one.
    logout: async () => {
      throw new TypeError(
        'A client of as() is not logged out: it starts another session whenever it needs one. To test a log-out, use a client with the token of tokenOf().',
      )
    },
  })

const createSessionFetch = (startSession: () => Promise<string>, fetch: Fetch): Fetch => {
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
    // The types of Bun take a copy for a Request of Node.
    const again = request.clone() as Request
    request.headers.set('authorization', `Bearer ${await used}`)
    const response = await fetch(request)
    // Nothing was done: the request may be sent again, whatever it is.
    if (response.status !== 401) return response
    forget(used)
    again.headers.set('authorization', `Bearer ${await (session ?? start())}`)
    return fetch(again)
  }
}
