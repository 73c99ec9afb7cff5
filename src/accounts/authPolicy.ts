import { ClientDisconnected, RegistrationClosed, WrongCredentials } from '../base/errors.ts'
import type { Owner } from '../base/taskOwner.ts'
import type { CountRequest } from '../http/rateLimit.ts'
import type { Caller } from './callers.ts'
import type { LoginThrottle } from './loginThrottle.ts'
import type { OwnerOf } from './requestOwner.ts'

/** Checks a request before its body is read. Throws to reject it. */
type RequestCheck = (context: { request: Request }) => void

/** How a password of a request is hashed. */
export interface HashOptions {
  /** For whom it is hashed. The hash of a login belongs to its site: whose the account is, only the hash shows. */
  owner: Owner
  /** Called right before the password is hashed. Throws if the hash is not needed any more. */
  abortCheck: () => void
  /** Whether a password may match the hash of a test, as in a library in memory. */
  acceptsTestHashes?: boolean
}

/** The operator's limits for requests that hash passwords. */
export interface AuthPolicy {
  /** Who may create an account, at this moment. */
  registration(): Registration
  beforeRegister: RequestCheck
  beforeLogin: RequestCheck
  /** @param caller - who is known to send the request */
  hashOptions(request: Request, caller?: Caller): HashOptions
  /**
   * Runs an attempt to prove the password of the account with an e-mail address; after a delay, if attempts are
   * throttled. An attempt that throws WrongCredentials is counted and reported as a failed login.
   */
  attemptLogin<T>(request: Request, email: string, attempt: (options: HashOptions) => Promise<T>): Promise<T>
  /** Reports a failed login that tries no password. */
  reportFailedLogin(request: Request): void
}

/** Adds a check to the options of a route that takes a body: it runs before the body is read. */
export const beforeBody = <Context, Options extends { transform: unknown[] }>(
  check: (context: Context) => void | Promise<void>,
  options: Options,
): Options => ({ ...options, transform: [check, ...options.transform] })

/** Who may create an account: everybody, who has an invitation, or nobody. */
export type Registration = 'open' | 'invite' | 'closed'

interface AuthPolicyOptions {
  /** A function, since it can change while requests are served. */
  registration: () => Registration
  clientIp: (request: Request) => string
  ownerOf: OwnerOf
  /** As in `HashOptions`. */
  acceptsTestHashes: boolean
  countLogin: CountRequest
  countRegister: CountRequest
  /** Logins are not delayed without it. */
  throttle?: LoginThrottle | undefined
  /** Called after each failed login. */
  onFailedLogin?: ((failed: { address: string }) => void) | undefined
}

export const createAuthPolicy = ({
  registration,
  clientIp,
  ownerOf,
  acceptsTestHashes,
  countLogin,
  countRegister,
  throttle,
  onFailedLogin,
}: AuthPolicyOptions): AuthPolicy => {
  const hashOptions = (request: Request, caller?: Caller): HashOptions => ({
    owner: ownerOf(request, caller),
    // The password of a client that has disconnected need not be hashed.
    abortCheck: () => {
      if (request.signal.aborted) throw new ClientDisconnected()
    },
    acceptsTestHashes,
  })
  return {
    registration,
    beforeRegister: ({ request }) => {
      if (registration() === 'closed') throw new RegistrationClosed()
      countRegister(request)
    },
    beforeLogin: ({ request }) => countLogin(request),
    hashOptions,
    attemptLogin: async (request, email, attempt) => {
      const options = hashOptions(request)
      const address = clientIp(request)
      try {
        if (!throttle) return await attempt(options)
        return await throttle.attempt({ email, address, signal: request.signal }, (abortCheck) =>
          attempt({ ...options, abortCheck }),
        )
      } catch (error) {
        if (error instanceof WrongCredentials) onFailedLogin?.({ address })
        throw error
      }
    },
    reportFailedLogin: (request) => onFailedLogin?.({ address: clientIp(request) }),
  }
}
