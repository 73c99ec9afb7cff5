import { ClientDisconnected, WrongCredentials } from '../errors.ts'
import { createAttemptQueue, delay, type Wait } from './attemptQueue.ts'
import { createBoundedMap } from './boundedMap.ts'
import { clientNetwork, clientSite } from './clientIp.ts'

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
 * How many failures in a row cause no delay: `account`, at one account, from all networks that are new to it; `pair`, at
 * one account from one such network; `knownPair`, at one account from a network that has logged in to it before;
 * `network`, from one network at all accounts, since many people may share one address.
 */
const freeFailures = { account: 10, pair: 10, knownPair: 30, network: 100 }

/**
 * The delay after one failure too many, and the maximum, in milliseconds. Each further failure doubles it. The first is
 * also the minimum time between two attempts at one account from networks that are new to it: with the free failures,
 * these networks together have at most 60 guesses in the first minute.
 */
const [initialDelayMs, maxDelayMs] = [1_250, 15_000]

/** How long after its last change a count is reset, in milliseconds. */
const failureLifetimeMs = 15 * 60_000

/** The maximum number of failure counts, of accounts with known networks, and of known networks of one account. */
const [maxCounts, maxKnownAccounts, maxKnownNetworks] = [40_000, 10_000, 20]

interface FailureCount {
  failures: number
  /** When the count last changed, in milliseconds of `now`. */
  changedAt: number
}

/** Thrown by the abort check and caught in `attempt`: other attempts have failed meanwhile, so this one has to wait. */
class WaitRequired extends Error {}

/**
 * Slows down guessing of passwords. An attempt is delayed but never rejected for its count: the right password logs in.
 *
 * Failures are counted by account, whether it exists or not, by client network, and by pair of account and network.
 * After too many failures at an account, attempts from networks that are new to it run one after another: many networks
 * together guess no faster than one. The site with the fewest failures at the account is next, so that its owner gets in
 * from a new network, too. A network that has logged in to an account before needs no turn: nobody else can slow down
 * the account's owner there.
 */
export const createLoginThrottle = ({ now = () => performance.now(), wait = delay }: LoginThrottleOptions = {}) => {
  const counts = createBoundedMap<FailureCount>(maxCounts)
  /** By account, the networks that have logged in to it; the last one first. */
  const knownNetworks = createBoundedMap<string[]>(maxKnownAccounts)

  const failuresOf = (key: string) => {
    const count = counts.get(key)
    return count && now() - count.changedAt < failureLifetimeMs ? count.failures : 0
  }
  const changeCount = (key: string, difference: number) => {
    const sum = failuresOf(key) + difference
    if (sum > 0) counts.set(key, { failures: sum, changedAt: now() })
    else counts.delete(key)
  }
  const isKnown = ({ account, network }: ThrottleKeys) => knownNetworks.get(account)?.includes(network) ?? false
  const rememberNetwork = ({ account, network }: ThrottleKeys) => {
    const others = knownNetworks.get(account)?.filter((known) => known !== network) ?? []
    knownNetworks.set(account, [network, ...others].slice(0, maxKnownNetworks))
  }
  const delayOf = (keys: ThrottleKeys) => {
    if (isKnown(keys)) return delayAfter(failuresOf(keys.pair) - freeFailures.knownPair)
    return Math.max(
      delayAfter(failuresOf(keys.pair) - freeFailures.pair),
      delayAfter(failuresOf(keys.network) - freeFailures.network),
    )
  }
  const needsTurn = (keys: ThrottleKeys) => !isKnown(keys) && failuresOf(keys.account) >= freeFailures.account
  const recordFailure = (keys: ThrottleKeys) => {
    const { account, network, pair, sitePair } = keys
    // Of an IPv4 address, the pair of the network is that of the site.
    for (const key of isKnown(keys) ? [pair] : new Set([account, network, pair, sitePair])) changeCount(key, 1)
  }
  const recordSuccess = (keys: ThrottleKeys) => {
    // The network's count is reduced by the failures at this account only: an attacker with an account of their own
    // must not reset what they failed at other accounts.
    if (!isKnown(keys)) changeCount(keys.network, -failuresOf(keys.pair))
    counts.delete(keys.pair)
    rememberNetwork(keys)
  }
  const queue = createAttemptQueue({
    wait,
    dueIn: (account) => (counts.get(account)?.changedAt ?? Number.NEGATIVE_INFINITY) + initialDelayMs - now(),
  })
  const enter = (keys: ThrottleKeys, delayMs: number, signal: AbortSignal) =>
    queue.enter({
      client: keys.site,
      account: keys.account,
      delayMs,
      needsTurn: () => needsTurn(keys),
      rank: () => failuresOf(keys.sitePair),
      signal,
    })

  return {
    /**
     * Runs an attempt, after a delay if one is due. Right and wrong passwords are delayed alike, before anything is
     * looked up. `run` calls its abort check right before it hashes the password: other attempts may have failed by
     * then.
     */
    async attempt<T>(attempt: LoginAttempt, run: (abortCheck: () => void) => Promise<T>): Promise<T> {
      const keys = keysOf(attempt)
      const { signal } = attempt
      for (let wasDelayed = false; ; ) {
        const delayMs: number = wasDelayed ? 0 : delayOf(keys)
        const turn = delayMs > 0 || needsTurn(keys) ? await enter(keys, delayMs, signal) : undefined
        wasDelayed ||= delayMs > 0
        const abortCheck = () => {
          if (signal.aborted) throw new ClientDisconnected()
          if ((!wasDelayed && delayOf(keys) > 0) || (!turn && needsTurn(keys))) throw new WaitRequired()
        }
        try {
          const result = await run(abortCheck)
          recordSuccess(keys)
          return result
        } catch (error) {
          if (error instanceof WaitRequired) continue
          if (error instanceof WrongCredentials) recordFailure(keys)
          throw error
        } finally {
          turn?.end()
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
  site: string
  /** The account and the network. */
  pair: string
  /** The account and the site. */
  sitePair: string
}

const keysOf = ({ email, address }: LoginAttempt): ThrottleKeys => {
  const [network, site] = [clientNetwork(address), clientSite(address)]
  // Hashed, since the e-mail address of a request may be as long as a body.
  const account = Bun.CryptoHasher.hash('sha256', email.trim().toLowerCase(), 'base64')
  return { account, network, site, pair: `${account} ${network}`, sitePair: `${account} ${site}` }
}

const delayAfter = (failures: number) => (failures < 0 ? 0 : Math.min(maxDelayMs, initialDelayMs * 2 ** failures))
