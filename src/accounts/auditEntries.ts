import { cutValues, findChanges } from '../audit/changes.ts'
import type { NewEntry } from '../audit/entry.ts'
import type { Instant } from '../library/clock.ts'

// Entries of the audit trail about tokens and invitations. None has the token or the code.

interface CreatedToken {
  user_id: number
  name: string
  read_only?: boolean
  expires_at?: Instant | null
}

export const tokenCreated = (
  id: number,
  { user_id, name, read_only = false, expires_at = null }: CreatedToken,
): NewEntry => ({
  action: 'create',
  record: `tokens/${id}`,
  changes: cutValues(findChanges({}, { user_id, name, read_only, expires_at })),
})

export const tokenRevoked = (id: number): NewEntry => ({ action: 'revoke', record: `tokens/${id}` })

/** The entry of several tokens of a user, or of all users. */
export const tokensRevoked = (tokens: number, user_id?: number): NewEntry => ({
  action: 'revoke',
  ...(user_id !== undefined && { record: `users/${user_id}` }),
  counts: { tokens },
})

export const invitationCreated = (id: number, invitation: { uses: number; expires_at: Instant }): NewEntry => ({
  action: 'create',
  record: `invitations/${id}`,
  changes: findChanges({}, invitation),
})

export const invitationDeleted = (id: number): NewEntry => ({ action: 'delete', record: `invitations/${id}` })
