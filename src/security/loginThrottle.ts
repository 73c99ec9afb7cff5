import { ClientDisconnected, WrongCredentials } from '../errors.ts'
import { createBoundedMap } from './boundedMap.ts'
import { clientNetwork } from './clientIp.ts'
import { createDelayQueue, delay, type Wait } from './delayQueue.ts'

export interface LoginThrottleOptions {
  /** The time in milliseconds, on any clock. */
  now?: () => number
  wait?: Wait
}

/** One attempt to log in. */
interface LoginAttempt {
  email: string
  /** The client's IP address. */
  address: string
  /** Is aborted when the client disconnects. */
  signal: AbortSignal
}

/**
 * How many failures in a row cause no delay: `account`, at one account; `knownNetwork`, at one account from a network
 * that has logged in to it before; `network`, from one network at all accounts, since many people may share one
 * address.
 */
const freeFailures = { account: 10, knownNetwork: 30, network: 100 }

/** The delay after one failure too many, and the maximum, in milliseconds. Each further failure doubles it. */
const [initialDelayMs, maxDelayMs] = [500, 15_000]

/** How long after its last change a count is reset, in milliseconds. */
const failureLifetimeMs = 15 * 60_000

/** The maximum number of failure counts, and of known pairs of account and network. */
const [maxCounts, maxKnownPairs] = [20_000, 10_000]

interface FailureCount {
  failures: number
  /** When the count last changed, in milliseconds of `now`. */
  changedAt: number
}

/**
 * Thrown by the abort check and caught in `attempt`: other attempts have failed meanwhile, so this one has to be
 * delayed.
 */
class DelayRequired extends Error {}

/**
 * Slows down guessing of passwords. An attempt is delayed but never rejected for its count: the right password logs in.
 *
 * Failures are counted by account, whether it exists or not, and by client network. A network that has logged in to an
 * account before has a count of its own for it, in place of these two: nobody else can slow down the account's owner.
 */
export const createLoginThrottle = ({ now = () => performance.now(), wait = delay }: LoginThrottleOptions = {}) => {
  const counts = createBoundedMap<FailureCount>(maxCounts)
  const knownPairs = createBoundedMap<object>(maxKnownPairs)
  const queue = createDelayQueue(wait)

  const failuresOf = (key: string) => {
    const count = counts.get(key)
    return count && now() - count.changedAt < failureLifetimeMs ? count.failures : 0
  }
  const changeCount = (key: string, difference: number) => {
    const sum = failuresOf(key) + difference
    if (sum > 0) counts.set(key, { failures: sum, changedAt: now() })
    else counts.delete(key)
  }
  const delayOf = (keys: ThrottleKeys) => {
    if (knownPairs.has(keys.pair)) return delayAfter(failuresOf(keys.pair) - freeFailures.knownNetwork)
    return Math.max(
      delayAfter(failuresOf(keys.account) - freeFailures.account),
      delayAfter(failuresOf(keys.network) - freeFailures.network),
    )
  }
  const recordFailure = (keys: ThrottleKeys) => {
    const keysToCount = knownPairs.has(keys.pair) ? [keys.pair] : [keys.account, keys.network]
    for (const key of keysToCount) changeCount(key, 1)
  }
  const recordSuccess = (keys: ThrottleKeys) => {
    if (knownPairs.get(keys.pair)) return changeCount(keys.pair, -failuresOf(keys.pair))
    // The network's count is reduced by the failures at this account only: an attacker with an account of their own
    // must not reset what they failed at other accounts.
    changeCount(keys.network, -Math.min(failuresOf(keys.account), failuresOf(keys.network)))
    counts.delete(keys.account)
    knownPairs.set(keys.pair, {})
  }

  return {
    /**
     * Runs an attempt, after a delay if one is due. Right and wrong passwords are delayed alike, before anything is
     * looked up. `run` calls its abort check right before it hashes the password: other attempts may have failed by
     * then.
     */
    async attempt<T>(attempt: LoginAttempt, run: (abortCheck: () => void) => Promise<T>): Promise<T> {
      const keys = keysOf(attempt)
      for (let wasDelayed = false; ; ) {
        const dueDelay = wasDelayed ? 0 : delayOf(keys)
        if (dueDelay > 0) {
          await queue.delay(keys.network, dueDelay, attempt.signal)
          wasDelayed = true
        }
        const abortCheck = () => {
          if (attempt.signal.aborted) throw new ClientDisconnected()
          if (!wasDelayed && delayOf(keys) > 0) throw new DelayRequired()
        }
        try {
          const result = await run(abortCheck)
          recordSuccess(keys)
          return result
        } catch (error) {
          if (error instanceof DelayRequired) continue
          if (error instanceof WrongCredentials) recordFailure(keys)
          throw error
        }
      }
    },
    /** Rejects all delayed attempts, and all later ones that are due for a delay. */
    close: queue.close,
  }
}

export type LoginThrottle = ReturnType<typeof createLoginThrottle>

interface ThrottleKeys {
  account: string
  network: string
  pair: string
}

const keysOf = ({ email, address }: LoginAttempt): ThrottleKeys => {
  const network = clientNetwork(address)
  // Hashed, since the e-mail address of a request may be as long as a body.
  const account = Bun.CryptoHasher.hash('sha256', email.trim().toLowerCase(), 'base64')
  return { account, network, pair: `${account} ${network}` }
}

const delayAfter = (failures: number) => (failures < 0 ? 0 : Math.min(maxDelayMs, initialDelayMs * 2 ** failures))
