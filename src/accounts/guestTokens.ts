import { type Instant, instantOf } from '../library/clock.ts'
import type { Library } from '../library/library.ts'
import { createSecret } from './secrets.ts'

/** Whether visitors without an account may read the catalogue. */
export type GuestAccess = 'off' | 'read'

/** Tokens of accounts begin otherwise. */
const prefix = 'mguest_'

/** The prefix, when the token ends in milliseconds since 1970, and a signature in base64url. */
const form = /^mguest_(\d{1,15})\.[\w-]{43}$/

const lifeMs = 3_600_000

interface GuestOptions {
  /** A function, since it can change while requests are served. */
  access: () => GuestAccess
  nodeIds: Library['nodeIds']
  /** The time in milliseconds since 1970. */
  now: () => number
}

/** Tokens for visitors without an account. The library does not store them: they are signed, and end after an hour. */
export interface Guests {
  areAllowed(): boolean
  createToken(): Promise<{ token: string; expires_at: Instant }>
  /** Whether a token has the form of a guest's. It may be invalid. */
  isGuestToken(token: string): boolean
  isValid(token: string): Promise<boolean>
  /** Ends the tokens of a library that has one server. */
  reset(): void
}

/**
 * The key of a signature is the id of a node, which is random: all nodes of a library know the ids of the others, and nobody else does. A
 * file has one server, whose key is lost when it stops.
 */
export const createGuests = ({ access, nodeIds, now }: GuestOptions): Guests => {
  let ownKey = createSecret('', 32)
  let keys: readonly string[] = [ownKey]
  const readKeys = async () => {
    if (nodeIds) keys = [...(await nodeIds()), ownKey]
  }
  const isSigned = (token: string, ends: string) =>
    keys.some((key) => crypto.timingSafeEqual(Buffer.from(token), Buffer.from(sign(ends, key))))

  return {
    areAllowed: () => access() === 'read',
    createToken: async () => {
      await readKeys()
      const ends = Math.floor(now()) + lifeMs
      return { token: sign(String(ends), keys[0] ?? ownKey), expires_at: instantOf(ends) }
    },
    isGuestToken: (token) => token.startsWith(prefix),
    isValid: async (token) => {
      const [, ends] = form.exec(token) ?? []
      if (access() === 'off' || ends === undefined || now() >= Number(ends)) return false
      if (isSigned(token, ends)) return true
      if (!nodeIds) return false
      // A node that has started since may have signed it.
      await readKeys()
      return isSigned(token, ends)
    },
    reset: () => {
      ownKey = createSecret('', 32)
      keys = [ownKey]
    },
  }
}

const sign = (ends: string, key: string) => {
  const signature = new Bun.CryptoHasher('sha256', key).update(`guest ${ends}`).digest('base64url')
  return `${prefix}${ends}.${signature}`
}
