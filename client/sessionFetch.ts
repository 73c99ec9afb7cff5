/** Sessions of accounts that need no password: for programs that hold the library themselves. */
export interface Sessions {
  /** Starts a session of an account, and resolves with its token. */
  start(email: string): Promise<string>
  /** How many resets there were: each one ends the sessions that began later than the library. */
  resets(): number
}

/** A `fetch` with a session of an account. The session begins with the first request, and another one with the first request after a reset. */
export const createFetchAs = (
  email: string,
  sessions: Sessions,
  send: (request: Request) => Promise<Response>,
): ((request: Request) => Promise<Response>) => {
  let session: { token: Promise<string>; resets: number } | undefined
  return async (request) => {
    const resets = sessions.resets()
    if (session?.resets !== resets) session = { token: sessions.start(email), resets }
    const { token } = session
    token.catch(() => {
      // The next request tries again: the account may be there by then.
      if (session?.token === token) session = undefined
    })
    request.headers.set('authorization', `Bearer ${await token}`)
    return send(request)
  }
}
