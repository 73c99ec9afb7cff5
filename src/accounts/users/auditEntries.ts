import { cutValues, findChanges } from '../../audit/compareMembers.ts'
import type { NewEntry } from '../../audit/entry.ts'
import type { User } from './model.ts'

// Entries of the audit trail about accounts. None has a password.

const recordOf = ({ id }: User) => `users/${id}`
const profileOf = ({ name, email }: User) => ({ name, email })
const membersOf = (user: User) => ({ ...profileOf(user), role: user.role.name })

export const userCreated = (user: User): NewEntry => ({
  action: 'create',
  record: recordOf(user),
  changes: cutValues(findChanges({}, membersOf(user))),
})

/** An entry for the role, one for the password, and one for the name and address, as far as they have changed. */
export const userUpdated = (before: User, after: User, isNewPassword: boolean): NewEntry[] => {
  const record = recordOf(after)
  const entries: NewEntry[] = []
  if (before.role_id !== after.role_id) {
    entries.push({ action: 'role', record, changes: { role: { from: before.role.name, to: after.role.name } } })
  }
  if (isNewPassword) entries.push({ action: 'password', record })
  const changes = cutValues(findChanges(profileOf(before), profileOf(after)))
  // An update without a change still sets `updated_at`.
  if (Object.keys(changes).length > 0 || entries.length === 0) entries.push({ action: 'update', record, changes })
  return entries
}

export const userDeleted = (user: User): NewEntry => ({
  action: 'delete',
  record: recordOf(user),
  changes: cutValues(findChanges(membersOf(user), {})),
})
