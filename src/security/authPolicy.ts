import { ClientDisconnected, RegistrationClosed, WrongCredentials } from '../errors.ts'
import type { LoginThrottle } from './loginThrottle.ts'
import type { CountRequest } from './rateLimit.ts'

/** Checks a request before its body is read. Throws to reject it. */
type RequestCheck = (context: { request: Request }) => void

/** Called before a password is hashed. Throws if the hash is not needed any more. */
export type AbortCheck = () => void

/** The operator's limits for the routes that need no token: register and login. */
export interface AuthPolicy {
  beforeRegister: RequestCheck
  beforeLogin: RequestCheck
  /** Runs an attempt to log in to the account with an e-mail address; after a delay, if log-ins are throttled. */
  attemptLogin<T>(request: Request, email: string, attempt: (abortCheck: AbortCheck) => Promise<T>): Promise<T>
}

export const allowAll: AuthPolicy = {
  beforeRegister: () => {},
  beforeLogin: () => {},
  attemptLogin: (request, _, attempt) => attempt(abortIfDisconnected(request)),
}

/** Adds a check to the options of a route that takes a body: it runs before the body is read. */
export const beforeBody = <Options extends { transform: unknown[] }>(
  check: RequestCheck,
  options: Options,
): Options => ({ ...options, transform: [check, ...options.transform] })

/** Creates a check that throws ClientDisconnected once the client has disconnected: its password need not be hashed. */
export const abortIfDisconnected =
  ({ signal }: Request): AbortCheck =>
  () => {
    if (signal.aborted) throw new ClientDisconnected()
  }

interface AuthPolicyOptions {
  /** Whether anybody may create an account. */
  registration?: 'open' | 'closed' | undefined
  clientIp: (request: Request) => string
  countLogin?: CountRequest | undefined
  countRegister?: CountRequest | undefined
  /** Log-ins are not delayed without it. */
  throttle?: LoginThrottle | undefined
  /** Called after each failed log-in. */
  onFailedLogin?: ((failed: { address: string }) => void) | undefined
}

export const createAuthPolicy = ({
  registration = 'open',
  clientIp,
  countLogin,
  countRegister,
  throttle,
  onFailedLogin,
}: AuthPolicyOptions): AuthPolicy => ({
  beforeRegister: ({ request }) => {
    if (registration === 'closed') throw new RegistrationClosed()
    countRegister?.(request)
  },
  beforeLogin: ({ request }) => countLogin?.(request),
  attemptLogin: async (request, email, attempt) => {
    const address = clientIp(request)
    try {
      if (!throttle) return await attempt(abortIfDisconnected(request))
      return await throttle.attempt({ email, address, signal: request.signal }, attempt)
    } catch (error) {
      if (error instanceof WrongCredentials) onFailedLogin?.({ address })
      throw error
    }
  },
})
