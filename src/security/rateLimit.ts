import { RateLimited } from '../errors.ts'
import { createBoundedMap } from './bounded.ts'

/** So many requests of a client in so many milliseconds. */
export interface RateLimit {
  maxRequests: number
  windowMs: number
}

/** How many clients are counted at once. */
const maxClients = 20_000

/** Counts the requests of each client, from its first one on for the time of the limit, and then anew. */
export const createRateLimiter = ({ maxRequests: most, windowMs: time }: RateLimit, now: () => number) => {
  const clients = createBoundedMap<{ count: number; until: number }>(maxClients)
  /** @throws RateLimited */
  return (client: string): void => {
    const kept = clients.get(client)
    if (!kept || kept.until <= now()) clients.set(client, { count: 1, until: now() + time })
    else if (kept.count < most) kept.count++
    else throw new RateLimited(Math.max(1, Math.ceil((kept.until - now()) / 1000)))
  }
}
