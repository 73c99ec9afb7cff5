import type { Audit } from '../../audit/entry.ts'
import type { AuditedWrite } from '../../audit/write.ts'
import type { Reader } from '../../database/connection.ts'
import { ValidationError, WrongCredentials } from '../../errors.ts'
import type { HashOptions } from '../../security/authPolicy.ts'
import type { Caller } from '../callers.ts'
import { hashPassword, verifyPassword } from '../passwords.ts'
import { deleteTokens } from '../tokens.ts'
import { requireUnlocked } from '../users/lock.ts'
import type { OwnChanges, User } from '../users/model.ts'
import { readPasswordHash, readUser, updateUser } from '../users/store.ts'

/** What a change of the caller's own account needs of its request. */
interface OwnAccount {
  read: Reader
  write: AuditedWrite
  caller: Caller
  hashOptions: HashOptions
  /** Runs a comparison with the account's password under the limits of a log-in (`AuthPolicy.attemptLogin`). */
  attemptLogin<T>(attempt: (options: HashOptions) => Promise<T>): Promise<T>
}

/**
 * Changes the caller's own account. A new e-mail address or password needs the current password, and a wrong one counts
 * as a failed log-in. A new password revokes the user's other tokens.
 * @throws Forbidden for a locked account; ValidationError; LoginThrottled
 */
export const updateOwn = async (own: OwnAccount, changes: OwnChanges): Promise<User> => {
  const { current_password, password, ...account } = changes
  const { caller, read, write } = own
  const { id } = caller.user
  const comparedHash = await readPasswordHash(read, id)
  const isCurrent = current_password !== undefined && (await isPassword(own, current_password, comparedHash))
  const newPassword = password !== undefined && isCurrent ? { hash: await hashPassword(password, own.hashOptions) } : {}
  return write(async (tx) => {
    // The route has checked it before the body was read. Meanwhile the account may have been locked.
    await requireUnlocked(tx.db, id)
    const before = await readUser(tx.db, id)
    const needsCurrent = password !== undefined || (account.email ?? before.email) !== before.email
    // While the passwords were being hashed, another request may have changed the password.
    if (needsCurrent)
      requireCurrent(current_password, isCurrent && (await readPasswordHash(tx.db, id)) === comparedHash)
    if (newPassword.hash) await deleteTokens(tx, id, caller.token_id)
    const audit: Audit = (entry) => tx.audit({ ...entry, isOwnChange: true })
    return updateUser({ ...tx, audit }, id, { ...account, ...newPassword })
  })
}

/** @throws LoginThrottled */
const isPassword = async ({ attemptLogin }: OwnAccount, password: string, hash: string | undefined) => {
  const compare = async (options: HashOptions) => {
    if (!(await verifyPassword(password, hash, options))) throw new WrongCredentials()
    return true
  }
  return attemptLogin(compare).catch((error) => {
    if (error instanceof WrongCredentials) return false
    throw error
  })
}

const requireCurrent = (password: string | undefined, isCurrent: boolean) => {
  if (isCurrent) return
  const sentence =
    password === undefined
      ? 'The current_password is required to change the email or the password.'
      : 'The current_password is incorrect.'
  throw new ValidationError({ current_password: [sentence] })
}
