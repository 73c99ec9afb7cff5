import { RateLimited } from '../base/retryLater.ts'
import { createBoundedMap } from './boundedMap.ts'
import { clientNetwork } from './clientIp.ts'
import { toErrorResponse } from './errorResponse.ts'
import type { Fetch } from './fetch.ts'

/** The maximum number of requests of one client in a window of time. */
export interface RateLimit {
  maxRequests: number
  windowMs: number
}

/** How many clients are counted at the same time. Beyond it, the count of the least recent client is dropped. */
const maxClients = 20_000

/**
 * Counts requests by client. A window starts with the client's first request.
 * @param now - the time in milliseconds, on any clock
 * @param sentence - what the error says
 * @returns a function that counts one request. @throws RateLimited past the limit
 */
export const createRateLimiter = ({ maxRequests, windowMs }: RateLimit, now: () => number, sentence?: string) => {
  const windows = createBoundedMap<{ count: number; until: number }>(maxClients)
  return (client: string): void => {
    const window = windows.get(client)
    if (!window || window.until <= now()) windows.set(client, { count: 1, until: now() + windowMs })
    else if (window.count < maxRequests) window.count++
    else throw new RateLimited(Math.max(1, Math.ceil((window.until - now()) / 1000)), sentence)
  }
}

/** Counts a request of its client's network. @throws RateLimited past the limit */
export type CountRequest = (request: Request) => void

/** Counts requests, with a limit that can change. */
export const createRequestCounter = (
  initialLimit: RateLimit | undefined,
  clientIp: (request: Request) => string,
  now: () => number,
) => {
  let limit: RateLimit | undefined
  let count: ((client: string) => void) | undefined
  const reset = (): void => {
    count = limit && createRateLimiter(limit, now)
  }
  /** Sets the limit, or none. The counts start again, unless the limit is the same. */
  const setLimit = (newLimit: RateLimit | undefined): void => {
    if (newLimit?.maxRequests === limit?.maxRequests && newLimit?.windowMs === limit?.windowMs) return
    limit = newLimit
    reset()
  }
  setLimit(initialLimit)
  return {
    /** Counts nothing while there is no limit. */
    count: (request: Request): void => count?.(clientNetwork(clientIp(request))),
    isLimited: () => count !== undefined,
    setLimit,
    /** The counts start again. */
    reset,
  }
}

/** Counts all requests but the exempt ones (health checks) before they are answered, and rejects those past the limit. */
export const withRateLimit =
  (fetch: Fetch, counter: ReturnType<typeof createRequestCounter>, isExempt: (request: Request) => boolean): Fetch =>
  (request) => {
    if (counter.isLimited() && !isExempt(request)) {
      try {
        counter.count(request)
      } catch (error) {
        return toErrorResponse(error, request)
      }
    }
    return fetch(request)
  }
