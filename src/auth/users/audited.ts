import { cutValues, findChanges } from '../../audit/changes.ts'
import type { Audit } from '../../audit/entry.ts'
import type { User } from './model.ts'

// Entries of the audit trail about accounts. None has a password.

const recordOf = ({ id }: User) => `users/${id}`
const profileOf = ({ name, email }: User) => ({ name, email })
const membersOf = (user: User) => ({ ...profileOf(user), role: user.role.name })

export const auditUserCreation = (audit: Audit, user: User): Promise<void> =>
  audit({ action: 'create', record: recordOf(user), changes: cutValues(findChanges({}, membersOf(user))) })

/** Adds an entry for the name and address, one for the role, and one for the password, as far as they have changed. */
export const auditUserUpdate = async (
  audit: Audit,
  before: User,
  after: User,
  isNewPassword: boolean,
): Promise<void> => {
  const record = recordOf(after)
  const isNewRole = before.role_id !== after.role_id
  const changes = cutValues(findChanges(profileOf(before), profileOf(after)))
  if (isNewRole) {
    await audit({ action: 'role', record, changes: { role: { from: before.role.name, to: after.role.name } } })
  }
  if (isNewPassword) await audit({ action: 'password', record })
  // An update without a change still sets `updated_at`.
  if (Object.keys(changes).length > 0 || !(isNewRole || isNewPassword)) {
    await audit({ action: 'update', record, changes })
  }
}

export const auditUserDeletion = (audit: Audit, user: User): Promise<void> =>
  audit({ action: 'delete', record: recordOf(user), changes: cutValues(findChanges(membersOf(user), {})) })
