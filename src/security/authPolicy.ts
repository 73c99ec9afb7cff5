import type { AbortCheck } from '../auth/passwords.ts'
import { ClientDisconnected, RegistrationClosed, WrongCredentials } from '../errors.ts'
import type { createLoginThrottle } from './loginThrottle.ts'

/** Looks at a request before its body is read; it refuses by throwing. */
export type RequestCheck = (context: { request: Request }) => void

/** What stands before the routes that anybody may call. */
export interface AuthPolicy {
  register: RequestCheck
  login: RequestCheck
  /** Does the work of an attempt to log in to an account, perhaps after a while. */
  attempt<T>(request: Request, email: string, work: (proceed: AbortCheck) => Promise<T>): Promise<T>
}

/** Nothing stands there. */
export const allowAll: AuthPolicy = {
  register: () => {},
  login: () => {},
  attempt: (request, _, work) => work(abortIfDisconnected(request)),
}

/** The options of a route that takes a body, with a gate before all of it. */
export const beforeBody = <Options extends { transform: unknown[] }>(
  gate: RequestCheck,
  options: Options,
): Options => ({
  ...options,
  transform: [gate, ...options.transform],
})

/** What a client that has gone was waiting for is not done. */
export const abortIfDisconnected =
  ({ signal }: Request): AbortCheck =>
  () => {
    if (signal.aborted) throw new ClientDisconnected()
  }

export interface AuthPolicyOptions {
  /** Whether anybody may make an account. */
  registration: 'open' | 'closed'
  addressOf: (request: Request) => string
  /** Count requests; they throw when there are too many. */
  limits: { login?: ((request: Request) => void) | undefined; register?: ((request: Request) => void) | undefined }
  /** Nothing is slowed down without it. */
  guesses?: ReturnType<typeof createLoginThrottle> | undefined
  onFailedLogin: (failed: { address: string }) => void
}

export const createAuthPolicy = ({
  registration,
  addressOf,
  limits,
  guesses,
  onFailedLogin,
}: AuthPolicyOptions): AuthPolicy => ({
  register: ({ request }) => {
    if (registration === 'closed') throw new RegistrationClosed()
    limits.register?.(request)
  },
  login: ({ request }) => limits.login?.(request),
  attempt: async (request, email, work) => {
    const address = addressOf(request)
    try {
      if (!guesses) return await work(abortIfDisconnected(request))
      return await guesses.attempt({ email, address, signal: request.signal }, work)
    } catch (error) {
      if (error instanceof WrongCredentials) onFailedLogin({ address })
      throw error
    }
  },
})
