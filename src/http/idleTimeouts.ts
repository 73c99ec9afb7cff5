import type { Fetch } from './fetch.ts'

interface TimeoutServer {
  /** Sets the idle timeout of a request's connection; 0 for none. */
  timeout(request: Request, seconds: number): void
}

/** How long a long response may take to be sent, in seconds: the maximum that Bun accepts. */
const maxSendSeconds = 255

/**
 * Adapts a connection's idle timeout to what the server does: Bun counts the time in which a response is prepared or sent
 * as idle.
 */
export const createIdleTimeouts = (server: () => TimeoutServer, idleSeconds: number) => {
  const longResponses = new WeakSet<Request>()
  return {
    /** Suspends the idle timeout while a response is being prepared. */
    wrap(fetch: Fetch): Fetch {
      return (request) => {
        const response = fetch(request)
        if (response instanceof Response) return response
        server().timeout(request, 0)
        return response.finally(() =>
          server().timeout(request, longResponses.has(request) ? maxSendSeconds : idleSeconds),
        )
      }
    },
    /** Gives the response to this request the maximum time to be sent. */
    allowLongSend(request: Request) {
      longResponses.add(request)
      server().timeout(request, maxSendSeconds)
    },
  }
}
