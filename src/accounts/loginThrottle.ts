import { ClientDisconnected, WrongCredentials } from '../base/errors.ts'
import { systemClock } from '../library/clock.ts'
import { createAttemptQueue, createDelay, type Wait } from './attemptQueue.ts'
import { createLoginFailures, type ThrottleKeys, throttleKeysOf } from './loginFailures.ts'

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

/** Thrown by the abort check and caught in `attempt`: other attempts have failed meanwhile, so this one has to wait. */
class WaitRequired extends Error {}

/**
 * Slows down guessing of passwords. An attempt is delayed but never rejected for its count: the right password logs in.
 *
 * After too many failures at an account, attempts from networks that are new to it run one after another: many networks
 * together guess no faster than one. The site with the fewest failures at the account is next, so that its owner gets in
 * from a new network, too. A network that has logged in to an account before needs no turn: nobody else can slow down
 * the account's owner there.
 */
export const createLoginThrottle = ({
  now = () => performance.now(),
  wait = createDelay(systemClock),
}: LoginThrottleOptions = {}) => {
  const failures = createLoginFailures(now)
  const queue = createAttemptQueue({
    wait,
    dueIn: failures.dueIn,
  })
  const enter = (keys: ThrottleKeys, delayMs: number, signal: AbortSignal) =>
    queue.enter({
      site: keys.site,
      account: keys.account,
      delayMs,
      needsTurn: () => failures.needsTurn(keys),
      rank: () => failures.failuresOf(keys.sitePair),
      signal,
    })

  return {
    /**
     * Runs an attempt, after a delay if one is due. Right and wrong passwords are delayed alike, before anything is
     * looked up. `run` calls its abort check right before it hashes the password: other attempts may have failed by
     * then.
     */
    async attempt<T>(attempt: LoginAttempt, run: (abortCheck: () => void) => Promise<T>): Promise<T> {
      const keys = throttleKeysOf(attempt.email, attempt.address)
      const { signal } = attempt
      for (let wasDelayed = false; ; ) {
        const delayMs: number = wasDelayed ? 0 : failures.delayOf(keys)
        const turn = delayMs > 0 || failures.needsTurn(keys) ? await enter(keys, delayMs, signal) : undefined
        wasDelayed ||= delayMs > 0
        const abortCheck = () => {
          if (signal.aborted) throw new ClientDisconnected()
          if ((!wasDelayed && failures.delayOf(keys) > 0) || (!turn && failures.needsTurn(keys)))
            throw new WaitRequired()
        }
        try {
          const result = await run(abortCheck)
          failures.recordSuccess(keys)
          return result
        } catch (error) {
          if (error instanceof WaitRequired) continue
          if (error instanceof WrongCredentials) failures.recordFailure(keys)
          throw error
        } finally {
          turn?.end()
        }
      }
    },
    /** Forgets all failures and all known networks, and rejects all delayed attempts. */
    reset: (): void => {
      failures.reset()
      queue.reset()
    },
    /** Rejects all delayed attempts, and all later ones that are due for a delay. */
    close: queue.close,
  }
}

export type LoginThrottle = ReturnType<typeof createLoginThrottle>
