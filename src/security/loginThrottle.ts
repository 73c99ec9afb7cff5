import { ClientDisconnected, WrongCredentials } from '../errors.ts'
import { createBoundedMap } from './bounded.ts'
import { clientNetwork } from './clientIp.ts'
import { createDelayQueue, delay, type Wait } from './delayQueue.ts'

export interface LoginThrottleOptions {
  /** Milliseconds on any clock. */
  now?: () => number
  wait?: Wait
}

/** One attempt to log in. */
export interface Attempt {
  email: string
  address: string
  /** Tells that the client has gone. */
  signal: AbortSignal
}

/**
 * How many failures in a row cost nothing: at an account, at an account from where it was logged in to before, and of a
 * client in all, since behind one address there may be many people.
 */
const freeFailures = { account: 10, pair: 30, network: 100 }

/** The delay after one failure too many, and the longest, in milliseconds. Each further failure doubles it. */
const [first, longest] = [500, 15_000]

/** How long after the last failure it is forgotten, in milliseconds. */
const failureLifetimeMs = 15 * 60_000

/** How many accounts and clients are counted at once, and how many are known to belong together. */
const [mostCounted, mostKnown] = [20_000, 10_000]

interface Count {
  failures: number
  last: number
}

/** Thrown, to be caught below, when an attempt finds at its turn that others have failed in the meantime. */
class DelayRequired extends Error {}

/**
 * Makes guessing passwords slow. It delays, and never refuses for good: whoever has the right password gets in.
 *
 * Failures are counted by account, whether there is such an account or not, and by client. From where an account was
 * logged in to before, it has a count of its own in place of those two: so nobody else can slow its owner down.
 */
export const createLoginThrottle = ({ now = () => performance.now(), wait = delay }: LoginThrottleOptions = {}) => {
  const counts = createBoundedMap<Count>(mostCounted)
  const known = createBoundedMap<object>(mostKnown)
  const room = createDelayQueue(wait)

  const failures = (key: string) => {
    const count = counts.get(key)
    return count && now() - count.last < failureLifetimeMs ? count.failures : 0
  }
  const add = (key: string, more: number) => {
    const sum = failures(key) + more
    if (sum > 0) counts.set(key, { failures: sum, last: now() })
    else counts.delete(key)
  }
  const delayOf = (keys: Keys) => {
    if (known.has(keys.pair)) return delayAfter(failures(keys.pair) - freeFailures.pair)
    return Math.max(
      delayAfter(failures(keys.account) - freeFailures.account),
      delayAfter(failures(keys.network) - freeFailures.network),
    )
  }
  const fail = (keys: Keys) => {
    const counted = known.has(keys.pair) ? [keys.pair] : [keys.account, keys.network]
    for (const key of counted) add(key, 1)
  }
  const succeed = (keys: Keys) => {
    if (known.get(keys.pair)) return add(keys.pair, -failures(keys.pair))
    // The client is forgiven what failed at this account and no more: one's own password must not buy guesses at others'.
    add(keys.network, -Math.min(failures(keys.account), failures(keys.network)))
    counts.delete(keys.account)
    known.set(keys.pair, {})
  }

  return {
    /**
     * Does the work of an attempt, after the delay that is due. Right or wrong wait alike, and before anything is looked at.
     * The work calls `proceed` when its turn to look at the password has come: by then others may have failed.
     */
    async attempt<T>(attempt: Attempt, work: (proceed: () => void) => Promise<T>): Promise<T> {
      const keys = throttleKeys(attempt)
      for (let waited = false; ; ) {
        const delay = waited ? 0 : delayOf(keys)
        if (delay > 0) {
          await room.stay(keys.network, delay, attempt.signal)
          waited = true
        }
        const proceed = () => {
          if (attempt.signal.aborted) throw new ClientDisconnected()
          if (!waited && delayOf(keys) > 0) throw new DelayRequired()
        }
        try {
          const result = await work(proceed)
          succeed(keys)
          return result
        } catch (error) {
          if (error instanceof DelayRequired) continue
          if (error instanceof WrongCredentials) fail(keys)
          throw error
        }
      }
    },
    close: room.close,
  }
}

interface Keys {
  account: string
  network: string
  pair: string
}

const throttleKeys = ({ email, address }: Attempt): Keys => {
  const network = clientNetwork(address)
  // An address may be as long as a body.
  const account = Bun.CryptoHasher.hash('sha256', email.trim().toLowerCase(), 'base64')
  return { account, network, pair: `${account} ${network}` }
}

const delayAfter = (excess: number) => (excess < 0 ? 0 : Math.min(longest, first * 2 ** excess))
