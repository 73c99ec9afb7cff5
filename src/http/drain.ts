import type { Fetch } from './fetch.ts'

interface DrainedServer {
  /** The number of requests without a response whose clients are still connected. */
  readonly pendingRequests: number
  /**
   * Stops listening, and closes each connection that waits for a further request. Other connections are closed after
   * their next response; with `closeAll`, at once.
   */
  stop(closeAll?: boolean): Promise<void>
}

/** How long requests in flight may take to finish, in milliseconds. */
const drainTimeoutMs = 10_000

/** How long the server goes on listening while requests keep coming, in milliseconds. */
const listenTimeoutMs = 500

/** How long accepted connections are read after the server has stopped listening, in milliseconds. */
const lastReadMs = 20

const checkIntervalMs = 5

/**
 * Stops a server without resetting requests that have arrived. Closing a connection discards a request that is in the
 * receive buffer of the kernel. Therefore each response first tells its client to close the connection, and the server
 * stops listening only after no request has arrived for a while.
 *
 * Two kinds of requests can still be reset: one that is sent on an idle connection while the server closes it
 * (RFC 9112, 9.6), and one of a new connection that the server has not accepted when it stops listening.
 */
export const createDrain = () => {
  let isDraining = false
  let inFlight = 0
  let requestCount = 0

  /** Bun closes a connection after a response with this header. */
  const addConnectionClose = (response: Response) => {
    if (isDraining) response.headers.set('connection', 'close')
    return response
  }

  /**
   * Waits until no request arrives for `quietMs` while the server is not busy. It counts checks, not time: between two
   * checks the server reads what has arrived, even if the checks are late.
   */
  const waitForQuiet = async (quietMs: number, deadline: number, isBusy = () => false) => {
    let quietChecks = 0
    let lastCount = requestCount
    while (isBusy() || quietChecks * checkIntervalMs < quietMs) {
      if (performance.now() > deadline) return
      await Bun.sleep(checkIntervalMs)
      quietChecks = requestCount === lastCount ? quietChecks + 1 : 0
      lastCount = requestCount
    }
  }

  return {
    /** Counts requests, and adds headers to responses. `fetch` must not throw or reject. */
    wrap(fetch: Fetch): Fetch {
      return (request) => {
        requestCount++
        const response = fetch(request)
        if (response instanceof Response) return addConnectionClose(response)
        inFlight++
        return response.then((settled) => {
          inFlight--
          return addConnectionClose(settled)
        })
      }
    },
    /**
     * Responds to everything that arrives, stops listening, waits for the requests in flight, and closes all connections.
     * @param quietMs - how long no request must have arrived before the server stops listening
     */
    async drain(server: DrainedServer, quietMs: number): Promise<void> {
      isDraining = true
      const start = performance.now()
      await waitForQuiet(quietMs, start + listenTimeoutMs)
      void server.stop()
      // Bun's count leaves out requests of clients that have disconnected, though their handlers still run.
      const isBusy = () => server.pendingRequests + inFlight > 0
      await waitForQuiet(Math.min(quietMs, lastReadMs), start + drainTimeoutMs, isBusy)
      await server.stop(true)
    },
  }
}
