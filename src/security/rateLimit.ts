import { Elysia } from 'elysia'
import { RateLimited } from '../errors.ts'
import { createBoundedMap } from './boundedMap.ts'
import { clientNetwork } from './clientIp.ts'

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
 * @returns a function that counts one request. @throws RateLimited past the limit
 */
export const createRateLimiter = ({ maxRequests, windowMs }: RateLimit, now: () => number) => {
  const windows = createBoundedMap<{ count: number; until: number }>(maxClients)
  return (client: string): void => {
    const window = windows.get(client)
    if (!window || window.until <= now()) windows.set(client, { count: 1, until: now() + windowMs })
    else if (window.count < maxRequests) window.count++
    else throw new RateLimited(Math.max(1, Math.ceil((window.until - now()) / 1000)))
  }
}

/** Counts a request of its client's network. @throws RateLimited past the limit */
export type CountRequest = (request: Request) => void

export const createRequestCounter = (
  limit: RateLimit,
  clientIp: (request: Request) => string,
  now: () => number,
): CountRequest => {
  const count = createRateLimiter(limit, now)
  return (request) => count(clientNetwork(clientIp(request)))
}

/** Creates the plugin that counts all requests but the exempt ones. Without `count` it does nothing. */
export const rateLimit = (count: CountRequest | undefined, isExempt: (request: Request) => boolean) => {
  const plugin = new Elysia({ name: 'rate-limit' })
  if (!count) return plugin
  return plugin.onRequest(({ request }) => {
    if (!isExempt(request)) count(request)
  })
}
