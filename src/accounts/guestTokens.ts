import { type Instant, instantOf } from '../library/clock.ts'
import { type Signer, signaturePattern } from './signer.ts'

/** Whether visitors without an account may read the catalogue. */
export type GuestAccess = 'off' | 'read'

/** Tokens of accounts begin otherwise. */
const prefix = 'mguest_'

/** The prefix, when the token ends in milliseconds since 1970, and a signature. */
const form = new RegExp(String.raw`^${prefix}(\d{1,15})\.(${signaturePattern})$`)

const lifeMs = 3_600_000

interface GuestOptions {
  /** A function, since it can change while requests are served. */
  access: () => GuestAccess
  signer: Signer
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
}

export const createGuests = ({ access, signer, now }: GuestOptions): Guests => ({
  areAllowed: () => access() === 'read',
  createToken: async () => {
    const sign = await signer.begin('guest')
    const ends = Math.floor(now()) + lifeMs
    return { token: `${prefix}${ends}.${sign(String(ends))}`, expires_at: instantOf(ends) }
  },
  isGuestToken: (token) => token.startsWith(prefix),
  isValid: async (token) => {
    const [, ends, signature] = form.exec(token) ?? []
    if (access() === 'off' || ends === undefined || signature === undefined || now() >= Number(ends)) return false
    return signer.isValid('guest', ends, signature)
  },
})
