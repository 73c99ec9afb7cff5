import type { Audit } from '../../audit/entry.ts'
import { ValidationError } from '../../base/errors.ts'
import type { HashOptions } from '../authPolicy.ts'
import { matchCurrentPassword, type PasswordCheck, requireCurrentPassword } from '../currentPassword.ts'
import { hashPassword } from '../passwords.ts'
import { deleteTokens } from '../tokens.ts'
import { requireUnlocked } from '../users/lock.ts'
import type { OwnChanges, User } from '../users/model.ts'
import { readUser, requireVisibleName, updateUser } from '../users/store.ts'

/** What a change of the caller's own account needs of its request. */
interface OwnAccount extends PasswordCheck {
  hashOptions: HashOptions
}

/**
 * Changes the caller's own account. A new e-mail address or password needs the current password, and a wrong one counts
 * as a failed log-in. A new password revokes the user's other tokens.
 * @throws Forbidden for a locked account; ValidationError; LoginThrottled
 */
export const updateOwn = async (own: OwnAccount, changes: OwnChanges): Promise<User> => {
  const { current_password, password, ...account } = changes
  const { caller, write } = own
  const { id } = caller.user
  const matchedHash = current_password === undefined ? undefined : await matchCurrentPassword(own, current_password)
  const newPassword =
    password !== undefined && matchedHash !== undefined ? { hash: await hashPassword(password, own.hashOptions) } : {}
  return write(async (tx) => {
    // The route has checked it before the body was read. Meanwhile the account may have been locked.
    await requireUnlocked(tx.db, id)
    await requireVisibleName(tx.db, id, account.name)
    const before = await readUser(tx.db, id)
    const needsCurrent = password !== undefined || (account.email ?? before.email) !== before.email
    if (needsCurrent && current_password === undefined)
      throw new ValidationError({
        current_password: ['The current_password is required to change the email or the password.'],
      })
    if (needsCurrent) await requireCurrentPassword(tx.db, id, matchedHash)
    if (newPassword.hash) await deleteTokens(tx, id, caller.token_id)
    const audit: Audit = (entry) => tx.audit({ ...entry, isOwnChange: true })
    return updateUser({ ...tx, audit }, id, { ...account, ...newPassword, email_set_by: 'account' })
  })
}
