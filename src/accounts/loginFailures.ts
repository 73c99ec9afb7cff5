import { createBoundedMap } from '../http/boundedMap.ts'
import { clientNetwork, clientSite } from '../http/clientIp.ts'

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

export interface ThrottleKeys {
  account: string
  network: string
  site: string
  /** The account and the network. */
  pair: string
  /** The account and the site. */
  sitePair: string
}

/** @param address - the client's IP address */
export const throttleKeysOf = (email: string, address: string): ThrottleKeys => {
  const [network, site] = [clientNetwork(address), clientSite(address)]
  // Hashed, since the e-mail address of a request may be as long as a body.
  const account = Bun.CryptoHasher.hash('sha256', email.trim().toLowerCase(), 'base64')
  return { account, network, site, pair: `${account} ${network}`, sitePair: `${account} ${site}` }
}

/**
 * Counts failed logins by account, whether it exists or not, by client network, and by pair of account and network.
 * @param now - the time in milliseconds, on any clock
 */
export const createLoginFailures = (now: () => number) => {
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
  /** Whether an attempt has to wait for those at the same account that came before it. */
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

  return {
    /** How long an attempt has to wait, in milliseconds. */
    delayOf,
    needsTurn,
    failuresOf,
    /** When a count may rise again without a delay, in milliseconds from now; negative if it may now. */
    dueIn: (key: string) => (counts.get(key)?.changedAt ?? Number.NEGATIVE_INFINITY) + initialDelayMs - now(),
    recordFailure,
    recordSuccess,
    reset: (): void => {
      counts.clear()
      knownNetworks.clear()
    },
  }
}

const delayAfter = (failures: number) => (failures < 0 ? 0 : Math.min(maxDelayMs, initialDelayMs * 2 ** failures))
