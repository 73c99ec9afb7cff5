import { checkToken } from './check.ts'

// biome-ignore lint/suspicious/noConfusingVoidType: a function that returns nothing is allowed
export type OnUnauthenticated = () => string | null | undefined | void | Promise<string | null | undefined | void>

/** @param token - that of the session; undefined if there is none any more */
export type SessionListener = (token: string | undefined) => void

interface Renewal {
  /** The token that the server has rejected. */
  token: string
  newToken: Promise<string | undefined>
  isRunning: boolean
}

/**
 * Holds the token, and renews it.
 * @param onChange - is called when another token takes its place
 */
export const createSession = (
  token: string | undefined,
  onUnauthenticated: OnUnauthenticated | undefined,
  onChange: () => void,
) => {
  let renewal: Renewal | undefined
  const listeners = new Set<SessionListener>()

  const startRenewal = (rejected: string): Renewal => {
    const started: Renewal = {
      token: rejected,
      isRunning: true,
      newToken: Promise.resolve()
        .then(() => onUnauthenticated?.())
        .then((newToken) => {
          if (newToken) checkToken(newToken, 'The token of onUnauthenticated')
          // The caller may have logged in or out in the meantime.
          if (newToken && session.token === rejected) session.setToken(newToken)
          return newToken || undefined
        })
        .finally(() => {
          started.isRunning = false
        }),
    }
    return started
  }

  const session = {
    token,

    setToken(newToken: string | undefined) {
      if (newToken === session.token) return
      session.token = newToken
      onChange()
      // What a listener throws is not thrown by the method that has changed the token.
      for (const listener of listeners) queueMicrotask(() => listener(newToken))
    },

    /** Drops a token that the server has rejected. Another one may have taken its place in the meantime. */
    drop(rejected: string) {
      if (session.token === rejected) session.setToken(undefined)
    },

    onChange(listener: SessionListener) {
      // Its own function, so that a listener that is added twice is called twice.
      const added: SessionListener = (newToken) => listener(newToken)
      listeners.add(added)
      return () => void listeners.delete(added)
    },

    /** Whether `onUnauthenticated` is running for this token. */
    isRenewing: (rejected: string) => renewal?.token === rejected && renewal.isRunning,

    /**
     * Returns the token that takes the place of a rejected one, if there is one. Requests that were sent with the same token
     * share one call of `onUnauthenticated`.
     */
    async renew(rejected: string): Promise<string | undefined> {
      if (renewal?.token !== rejected) renewal = startRenewal(rejected)
      const shared = renewal
      let newToken: string | undefined
      try {
        newToken = await shared.newToken
        return newToken
      } finally {
        // Without another token, the next rejected request calls `onUnauthenticated` again.
        if ((!newToken || newToken === rejected) && renewal === shared) renewal = undefined
      }
    },
  }
  return session
}

export type TokenSession = ReturnType<typeof createSession>
