import type { Reset } from '../library/database.ts'
import { type Fetch, mapResponse } from './fetch.ts'

/** A server for visitors, which returns to its first state again and again. */
export interface Demo {
  /** Accounts that all visitors use. Their passwords and tokens are public. */
  readonly accounts: readonly DemoAccount[]
  /** When the next reset is due, as an ISO 8601 time. */
  resetAt(): string
  /** Resets it at once. The next reset that is due comes at its time. */
  readonly reset: Reset
  /** Called after a write for which the library had no room: it is full, or the write is too large by itself. */
  onFull(): void
}

export interface DemoAccount {
  email: string
  role: 'admin' | 'user'
  password: string
  token: string
  /** Where a token is kept that stays valid, such as a file. The log has this in place of the token. */
  tokenPlace?: string | undefined
}

/** The status of a write that a full library has no room for. */
const insufficientStorage = 507

/** Adds `X-Demo-Reset-At` to all responses, and reports writes without room. */
export const withDemo =
  (fetch: Fetch, demo: Demo): Fetch =>
  (request) =>
    mapResponse(fetch(request), (response) => {
      if (response.status === insufficientStorage) demo.onFull()
      response.headers.set('x-demo-reset-at', demo.resetAt())
      return response
    })
