import { cutValues, findChanges } from '../audit/changes.ts'
import type { Audit } from '../audit/entry.ts'
import type { Instant } from '../database/clock.ts'

// Entries of the audit trail about tokens and invitations. None has the token or the code.

interface CreatedToken {
  user_id: number
  name: string
  read_only: boolean
  expires_at: Instant | null
}

export const auditTokenCreation = (
  audit: Audit,
  id: number,
  { user_id, name, read_only, expires_at }: CreatedToken,
): Promise<void> =>
  audit({
    action: 'create',
    record: `tokens/${id}`,
    changes: cutValues(findChanges({}, { user_id, name, read_only, expires_at })),
  })

export const auditTokenRevocation = (audit: Audit, id: number): Promise<void> =>
  audit({ action: 'revoke', record: `tokens/${id}` })

/** Adds an entry for all tokens of a user that a write has revoked, if there were any. */
export const auditRevocations = async (audit: Audit, user_id: number, tokens: number): Promise<void> => {
  if (tokens > 0) await audit({ action: 'revoke', record: `users/${user_id}`, counts: { tokens } })
}

export const auditInvitationCreation = (
  audit: Audit,
  id: number,
  { uses, expires_at }: { uses: number; expires_at: Instant },
): Promise<void> =>
  audit({ action: 'create', record: `invitations/${id}`, changes: findChanges({}, { uses, expires_at }) })

export const auditInvitationDeletion = (audit: Audit, id: number): Promise<void> =>
  audit({ action: 'delete', record: `invitations/${id}` })
