import type { Proceed } from '../auth/passwords.ts'
import { Abandoned, Closed, WrongCredentials } from '../errors.ts'
import type { guessing } from './loginThrottle.ts'

/** Looks at a request before its body is read; it refuses by throwing. */
export type Gate = (context: { request: Request }) => void

/** What stands before the routes that anybody may call. */
export interface Gates {
  register: Gate
  login: Gate
  /** Does the work of an attempt to log in to an account, perhaps after a while. */
  attempt<T>(request: Request, email: string, work: (proceed: Proceed) => Promise<T>): Promise<T>
}

/** Nothing stands there. */
export const openGates: Gates = {
  register: () => {},
  login: () => {},
  attempt: (request, _, work) => work(whileThere(request)),
}

/** The options of a route that takes a body, with a gate before all of it. */
export const behind = <Options extends { transform: unknown[] }>(gate: Gate, options: Options): Options => ({
  ...options,
  transform: [gate, ...options.transform],
})

/** What a client that has gone was waiting for is not done. */
export const whileThere =
  ({ signal }: Request): Proceed =>
  () => {
    if (signal.aborted) throw new Abandoned()
  }

export interface GateOptions {
  /** Whether anybody may make an account. */
  registration: 'open' | 'closed'
  addressOf: (request: Request) => string
  /** Count requests; they throw when there are too many. */
  limits: { login?: ((request: Request) => void) | undefined; register?: ((request: Request) => void) | undefined }
  /** Nothing is slowed down without it. */
  guesses?: ReturnType<typeof guessing> | undefined
  onFailedLogin: (failed: { address: string }) => void
}

export const createGates = ({ registration, addressOf, limits, guesses, onFailedLogin }: GateOptions): Gates => ({
  register: ({ request }) => {
    if (registration === 'closed') throw new Closed()
    limits.register?.(request)
  },
  login: ({ request }) => limits.login?.(request),
  attempt: async (request, email, work) => {
    const address = addressOf(request)
    try {
      if (!guesses) return await work(whileThere(request))
      return await guesses.attempt({ email, address, signal: request.signal }, work)
    } catch (error) {
      if (error instanceof WrongCredentials) onFailedLogin({ address })
      throw error
    }
  },
})
