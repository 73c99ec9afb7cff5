import { TooMany } from '../errors.ts'
import { bounded } from './bounded.ts'

/** So many requests of a client in so many milliseconds. */
export interface Limit {
  most: number
  time: number
}

/** How many clients are counted at once. */
const mostClients = 20_000

/** Counts the requests of each client, from its first one on for the time of the limit, and then anew. */
export const limiter = ({ most, time }: Limit, now: () => number) => {
  const clients = bounded<{ count: number; until: number }>(mostClients)
  /** @throws TooMany */
  return (client: string): void => {
    const kept = clients.get(client)
    if (!kept || kept.until <= now()) clients.set(client, { count: 1, until: now() + time })
    else if (kept.count < most) kept.count++
    else throw new TooMany(Math.max(1, Math.ceil((kept.until - now()) / 1000)))
  }
}
