import { Abandoned, WrongCredentials } from '../errors.ts'
import { clientNetwork } from './clientIp.ts'
import { bounded } from './bounded.ts'
import { byTheClock, type Wait, waitingRoom } from './delayQueue.ts'

export interface GuessingOptions {
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
const free = { account: 10, pair: 30, network: 100 }

/** The delay after one failure too many, and the longest, in milliseconds. Each further failure doubles it. */
const [first, longest] = [500, 15_000]

/** How long after the last failure it is forgotten, in milliseconds. */
const memory = 15 * 60_000

/** How many accounts and clients are counted at once, and how many are known to belong together. */
const [mostCounted, mostKnown] = [20_000, 10_000]

interface Count {
  failures: number
  last: number
}

/** Thrown, to be caught below, when an attempt finds at its turn that others have failed in the meantime. */
class MustWait extends Error {}

/**
 * Makes guessing passwords slow. It delays, and never refuses for good: whoever has the right password gets in.
 *
 * Failures are counted by account, whether there is such an account or not, and by client. From where an account was
 * logged in to before, it has a count of its own in place of those two: so nobody else can slow its owner down.
 */
export const guessing = ({ now = () => performance.now(), wait = byTheClock }: GuessingOptions = {}) => {
  const counts = bounded<Count>(mostCounted)
  const known = bounded<object>(mostKnown)
  const room = waitingRoom(wait)

  const failures = (key: string) => {
    const count = counts.get(key)
    return count && now() - count.last < memory ? count.failures : 0
  }
  const add = (key: string, more: number) => {
    const sum = failures(key) + more
    if (sum > 0) counts.set(key, { failures: sum, last: now() })
    else counts.delete(key)
  }
  const delayOf = (keys: Keys) => {
    if (known.has(keys.pair)) return delayAfter(failures(keys.pair) - free.pair)
    return Math.max(
      delayAfter(failures(keys.account) - free.account),
      delayAfter(failures(keys.network) - free.network),
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
      const keys = keysOf(attempt)
      for (let waited = false; ; ) {
        const delay = waited ? 0 : delayOf(keys)
        if (delay > 0) {
          await room.stay(keys.network, delay, attempt.signal)
          waited = true
        }
        const proceed = () => {
          if (attempt.signal.aborted) throw new Abandoned()
          if (!waited && delayOf(keys) > 0) throw new MustWait()
        }
        try {
          const result = await work(proceed)
          succeed(keys)
          return result
        } catch (error) {
          if (error instanceof MustWait) continue
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

const keysOf = ({ email, address }: Attempt): Keys => {
  const network = clientNetwork(address)
  // An address may be as long as a body.
  const account = Bun.CryptoHasher.hash('sha256', email.trim().toLowerCase(), 'base64')
  return { account, network, pair: `${account} ${network}` }
}

const delayAfter = (excess: number) => (excess < 0 ? 0 : Math.min(longest, first * 2 ** excess))
