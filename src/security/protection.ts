import { type AllowedOrigins, cors } from '../http/cors.ts'
import { toErrorResponse } from '../http/errorResponse.ts'
import type { Fetch } from '../http/fetch.ts'
import type { Route } from '../http/methods.ts'
import { withSecurityHeaders } from '../http/securityHeaders.ts'
import { createAuthPolicy } from './authPolicy.ts'
import { clientNetwork, resolveClientIp, type TrustedProxies } from './clientIp.ts'
import { createLoginThrottle, type LoginThrottleOptions } from './loginThrottle.ts'
import { createRateLimiter, type RateLimit } from './rateLimit.ts'

export interface ProtectionOptions {
  /** Whether anybody may make an account; `open` by default. */
  registration?: 'open' | 'closed' | undefined
  /** The proxies whose `X-Forwarded-For` counts; none by default. */
  trustedProxies?: TrustedProxies | undefined
  /** How often each client may ask; as often as it likes by default. */
  limits?: { login?: RateLimit | undefined; register?: RateLimit | undefined; all?: RateLimit | undefined }
  /** Whose pages may read answers; nobody's by default. */
  corsOrigins?: AllowedOrigins | undefined
  /** How log-ins slow down that fail again and again; `false` for never. */
  guessing?: LoginThrottleOptions | false
  /** Told of each log-in that failed. */
  onFailedLogin?: ((failed: { address: string }) => void) | undefined
  /** How long a connection on which nothing is asked may stay open, in milliseconds. */
  idleTimeout?: number
  /** The time, in milliseconds on any clock. */
  now?: () => number
}

/** What is asked of the server that listens. */
interface Listening {
  requestIP(request: Request): { address: string } | null
  timeout(request: Request, seconds: number): void
}

/** How long sending a long answer may take, in seconds: as long as Bun can be told, short of for ever. */
const longest = 255

/** Everything that keeps strangers from harming a library. */
export const createProtection = (options: ProtectionOptions, listening: () => Listening) => {
  const {
    registration = 'open',
    trustedProxies = () => false,
    limits = {},
    corsOrigins,
    idleTimeout = 75_000,
  } = options
  const now = options.now ?? (() => performance.now())
  const addressOf = (request: Request) =>
    resolveClientIp(listening().requestIP(request)?.address, request.headers.get('x-forwarded-for'), trustedProxies)
  const counting = (limit: RateLimit | undefined) => {
    const count = limit && createRateLimiter(limit, now)
    return count && ((request: Request) => count(clientNetwork(addressOf(request))))
  }
  const idleSeconds = Math.ceil(idleTimeout / 1000)
  const guesses = options.guessing === false ? undefined : createLoginThrottle({ now, ...options.guessing })
  const countAll = counting(limits.all)

  /** Bun counts the time that an answer takes to be made, and to be sent, as idle. */
  const making = async <T>(request: Request, work: () => Promise<T>): Promise<T> => {
    listening().timeout(request, 0)
    try {
      return await work()
    } finally {
      listening().timeout(request, idleSeconds)
    }
  }

  return {
    gates: createAuthPolicy({
      registration,
      addressOf,
      limits: { login: counting(limits.login), register: counting(limits.register) },
      guesses,
      onFailedLogin: options.onFailedLogin ?? (() => {}),
    }),
    idleSeconds,
    /** Around the app: what the catalogue shows is answered without it. */
    inside(fetch: Fetch): Fetch {
      return async (request) => withSecurityHeaders(await making(request, async () => fetch(request)))
    },
    patience: { making, sending: (request: Request) => listening().timeout(request, longest) },
    /** Around everything: nothing at all unless it is asked for. */
    around(fetch: Fetch, routes: readonly Route[]): Fetch {
      const counted = countAll ? limited(fetch, countAll) : fetch
      return corsOrigins ? cors(counted, corsOrigins, routes) : counted
    },
    /** Sends away those whose answers are delayed. */
    close: () => guesses?.close(),
  }
}

const limited =
  (fetch: Fetch, count: (request: Request) => void): Fetch =>
  (request) => {
    try {
      count(request)
    } catch (error) {
      return withSecurityHeaders(toErrorResponse(error, request))
    }
    return fetch(request)
  }
