import type { Instant } from '../../database/clock.ts'
import type { Writer } from '../../database/connection.ts'
import type { Database } from '../../database/database.ts'
import { ValidationError, WrongCredentials } from '../../errors.ts'
import type { AbortCheck } from '../../security/authPolicy.ts'
import { hashPassword, verifyPassword } from '../passwords.ts'
import { type Caller, issueToken, requireToken, revokeTokens } from '../tokens.ts'
import type { OwnChanges, User } from '../users/model.ts'
import { createUser, readAccount, readPasswordHash, readUser, requireFreeEmail, updateUser } from '../users/store.ts'
import type { Session } from './model.ts'

/** Creates an account with the role user, and logs it in. @throws ValidationError if the e-mail address is taken */
export const register = async (
  database: Database,
  { name, email, password }: { name: string; email: string; password: string },
  abortCheck?: AbortCheck,
): Promise<Session> => {
  // The write checks the address again. This check avoids the cost of a hash.
  await requireFreeEmail(database.read, email)
  const hash = await hashPassword(password, abortCheck)
  return database.write(async (tx, now) => startSession(tx, now, await createUser(tx, now, { name, email, hash })))
}

/** @throws WrongCredentials; message and time are the same for an unknown e-mail address and a wrong password */
export const logIn = async (
  database: Database,
  { email, password }: { email: string; password: string },
  abortCheck?: AbortCheck,
): Promise<Session> => {
  const account = await readAccount(database.read, email)
  if (!(await verifyPassword(password, account?.password, abortCheck)) || !account) throw new WrongCredentials()
  return database.write(async (tx, now) => {
    // While the password was being compared, it may have been changed, or the account deleted.
    if ((await readPasswordHash(tx, account.id)) !== account.password) throw new WrongCredentials()
    return startSession(tx, now, await readUser(tx, account.id))
  })
}

const startSession = async (tx: Writer, now: Instant, user: User): Promise<Session> => ({
  token: await issueToken(tx, now, user.id),
  user,
})

/**
 * Changes the caller's own account. A new e-mail address or password needs the current password. A new password revokes
 * the user's other tokens.
 * @throws ValidationError; Unauthenticated if the token was revoked meanwhile
 */
export const updateOwn = async (database: Database, caller: Caller, changes: OwnChanges): Promise<User> => {
  const { current_password, password, ...account } = changes
  const { id } = caller.user
  const comparedHash = await readPasswordHash(database.read, id)
  const isCurrent = current_password !== undefined && (await verifyPassword(current_password, comparedHash))
  const newPassword = password === undefined ? {} : { hash: await hashPassword(password) }
  return database.write(async (tx, now) => {
    await requireToken(tx, caller)
    const before = await readUser(tx, id)
    const needsCurrent = newPassword.hash !== undefined || (account.email ?? before.email) !== before.email
    // While the passwords were being hashed, another request may have changed the password.
    if (needsCurrent) requireCurrent(current_password, isCurrent && (await readPasswordHash(tx, id)) === comparedHash)
    if (newPassword.hash) await revokeTokens(tx, id, caller.token_id)
    return updateUser(tx, now, id, { ...account, ...newPassword })
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
