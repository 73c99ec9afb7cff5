import type { Fetch } from './fetch.ts'

interface Connections {
  /** Sets the idle timeout of a request's connection; 0 for none. */
  timeout(request: Request, seconds: number): void
}

/** The idle timeout while a long response is sent, in seconds: a client that takes nothing for so long has gone. */
const maxSendSeconds = 60

/**
 * Changes a connection's idle timeout while the server works for it: Bun counts the time in which a response is
 * prepared or sent as idle.
 */
export const createIdleTimeouts = (connections: Connections, idleSeconds: number) => {
  const longResponses = new WeakSet<Request>()
  return {
    /** Suspends the idle timeout while a response is being prepared. */
    wrap(fetch: Fetch): Fetch {
      return (request) => {
        const response = fetch(request)
        if (response instanceof Response) return response
        connections.timeout(request, 0)
        return response.finally(() =>
          connections.timeout(request, longResponses.has(request) ? maxSendSeconds : idleSeconds),
        )
      }
    },
    /** Raises the idle timeout while the response to this request is sent. */
    allowLongSend(request: Request) {
      longResponses.add(request)
      connections.timeout(request, maxSendSeconds)
    },
    /** Lets a connection be closed in a few seconds if its client does not take what is sent. */
    limitSend: (request: Request) => connections.timeout(request, 1),
  }
}

export type IdleTimeouts = ReturnType<typeof createIdleTimeouts>
