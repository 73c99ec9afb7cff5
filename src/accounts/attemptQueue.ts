import { ClientDisconnected } from '../base/errors.ts'
import { LoginThrottled } from '../base/retryLater.ts'
import { createScheduler, type SchedulerOptions } from '../base/scheduler.ts'
import type { Clock } from '../library/clock.ts'

/** Waits for a number of milliseconds. Rejects if the signal aborts before. */
export type Wait = (milliseconds: number, signal: AbortSignal) => Promise<unknown>

/** Waits by a clock that may be moved meanwhile. */
export const createDelay =
  ({ runningMs, onMove }: Pick<Clock, 'runningMs' | 'onMove'>): Wait =>
  (milliseconds, signal) => {
    const due = runningMs() + milliseconds
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const end = () => {
      if (signal.aborted) reject(signal.reason)
      else if (runningMs() >= due) resolve()
    }
    const timer = setTimeout(resolve, milliseconds)
    const unlisten = onMove(end)
    signal.addEventListener('abort', end)
    end()
    return promise.finally(() => {
      clearTimeout(timer)
      unlisten()
      signal.removeEventListener('abort', end)
    })
  }

/** How many attempts may wait at the same time, in total and of one site: each of them takes memory. */
export const attemptPlaces: SchedulerOptions = { capacity: 1_000, perAccount: 10 }

/** The maximum time for which an attempt waits, in milliseconds. */
const maxWaitMs = 60_000

/** The minimum `Retry-After` of a rejected attempt, in seconds. */
const minRetrySeconds = 5

interface WaitingAttempt {
  site: string
  account: string
  /** How long it waits in any case, in milliseconds. */
  delayMs: number
  /** Whether it then waits for a turn at its account. */
  needsTurn: () => boolean
  /** The attempt with the lowest rank has the next turn; among equal ones, the newest. */
  rank: () => number
  /** Is aborted when the client disconnects. */
  signal: AbortSignal
}

interface AttemptQueueOptions {
  wait: Wait
  /** Returns how long the next attempt at an account still has to wait, in milliseconds. */
  dueIn: (account: string) => number
}

/** While an attempt has the turn at its account, no other attempt gets it. */
interface Turn {
  end: () => void
}

interface Waiter {
  rank: () => number
  /** Begins the turn. Resolves when the turn has ended. */
  run: () => Promise<void>
}

/**
 * Creates a queue in which attempts to log in wait: each for a delay of its own, and then, if they need a turn, until no
 * other attempt at the same account runs.
 *
 * The newest of equal attempts is next. While an attacker fills the queue, each order lets some logins wait for too
 * long. In this one, a client that tries again has a new chance.
 */
export const createAttemptQueue = ({ wait, dueIn }: AttemptQueueOptions) => {
  const places = createScheduler(attemptPlaces)
  let isClosed = false
  let ending = new AbortController()
  const waitersByAccount = new Map<string, Waiter[]>()

  /** Runs the waiters of an account one after the other, until there are none. */
  const runWaiters = async (account: string, waiters: Waiter[]) => {
    while (waiters.length > 0) {
      const milliseconds = dueIn(account)
      if (milliseconds > 0) await wait(milliseconds, ending.signal).catch(() => {})
      await takeNext(waiters)?.run()
    }
    waitersByAccount.delete(account)
  }

  const waitForTurn = async (account: string, rank: () => number, aborted: AbortSignal): Promise<Turn> => {
    aborted.throwIfAborted()
    const [turn, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const waiter: Waiter = {
      rank,
      run: () => {
        aborted.removeEventListener('abort', leave)
        turn.resolve()
        return end.promise
      },
    }
    const leave = () => {
      remove(waitersByAccount.get(account) ?? [], waiter)
      turn.reject(aborted.reason)
    }
    aborted.addEventListener('abort', leave, { once: true })
    const waiters = waitersByAccount.get(account)
    if (waiters) waiters.push(waiter)
    else {
      const first = [waiter]
      waitersByAccount.set(account, first)
      void runWaiters(account, first)
    }
    await turn.promise
    return { end: end.resolve }
  }

  return {
    /**
     * Waits until an attempt may run. Returns its turn, if it needs one; the caller has to end it.
     * @throws LoginThrottled when the queue is full or closes, or the wait takes too long; ClientDisconnected
     */
    async enter(attempt: WaitingAttempt): Promise<Turn | undefined> {
      const { site, account, delayMs, needsTurn, rank, signal } = attempt
      const seconds = Math.max(minRetrySeconds, Math.ceil(delayMs / 1000))
      const revoked = new AbortController()
      const place = isClosed
        ? undefined
        : places.take({ owner: ownerOf(site), amount: 1, revoke: () => revoked.abort() })
      if (!place) throw new LoginThrottled(seconds)
      const aborted = AbortSignal.any([signal, ending.signal, revoked.signal, AbortSignal.timeout(maxWaitMs)])
      try {
        if (delayMs > 0) await wait(delayMs, aborted)
        return needsTurn() ? await waitForTurn(account, rank, aborted) : undefined
      } catch {
        throw signal.aborted ? new ClientDisconnected() : new LoginThrottled(seconds)
      } finally {
        place.release()
      }
    },
    /** Rejects all waiting attempts, and all later ones. */
    close: () => {
      isClosed = true
      ending.abort()
    },
    /** Rejects all waiting attempts. */
    reset: () => {
      ending.abort()
      ending = new AbortController()
    },
  }
}

/** Nobody knows yet whose a login is, nor whether it is that of an admin. */
const ownerOf = (site: string) => ({ site, account: site, isAdmin: false })

/** Removes the newest of the waiters with the lowest rank. */
const takeNext = (waiters: Waiter[]) => {
  const ranks = waiters.map(({ rank }) => rank())
  const lowest = ranks.reduce((min, rank) => Math.min(min, rank), Number.POSITIVE_INFINITY)
  const [next] = waiters.splice(ranks.lastIndexOf(lowest), 1)
  return next
}

const remove = <T>(items: T[], item: T) => {
  const index = items.indexOf(item)
  if (index >= 0) items.splice(index, 1)
}
