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

/** Makes an account with the role user, and logs it in. @throws ValidationError when the address is taken. */
export const register = async (
  database: Database,
  { name, email, password }: { name: string; email: string; password: string },
  proceed?: AbortCheck,
): Promise<Session> => {
  // Asked here too, so that nothing is hashed in vain.
  await requireFreeEmail(database.read, email)
  const hash = await hashPassword(password, proceed)
  return database.write(async (tx, now) => open(tx, now, await createUser(tx, now, { name, email, hash })))
}

/** @throws WrongCredentials, which tells nothing of what was wrong: not by its words and not by its time. */
export const logIn = async (
  database: Database,
  { email, password }: { email: string; password: string },
  proceed?: AbortCheck,
): Promise<Session> => {
  const account = await readAccount(database.read, email)
  if (!(await verifyPassword(password, account?.password, proceed)) || !account) throw new WrongCredentials()
  return database.write(async (tx, now) => {
    // While the password was being hashed, it may have been changed or the account removed.
    if ((await readPasswordHash(tx, account.id)) !== account.password) throw new WrongCredentials()
    return open(tx, now, await readUser(tx, account.id))
  })
}

const open = async (tx: Writer, now: Instant, user: User): Promise<Session> => ({
  token: await issueToken(tx, now, user.id),
  user,
})

/**
 * Changes the caller's own account. Another address or password needs the current password, and another password ends
 * the user's other sessions. @throws ValidationError; Unauthenticated when the session has ended meanwhile.
 */
export const updateOwn = async (database: Database, caller: Caller, changes: OwnChanges): Promise<User> => {
  const { current_password, password, ...account } = changes
  const { id } = caller.user
  const compared = await readPasswordHash(database.read, id)
  const fits = current_password !== undefined && (await verifyPassword(current_password, compared))
  const secret = password === undefined ? {} : { hash: await hashPassword(password) }
  return database.write(async (tx, now) => {
    await requireToken(tx, caller)
    const before = await readUser(tx, id)
    const sensitive = secret.hash !== undefined || (account.email ?? before.email) !== before.email
    // While the passwords were being hashed, somebody may have set another.
    if (sensitive) requireCurrent(current_password, fits && (await readPasswordHash(tx, id)) === compared)
    if (secret.hash) await revokeTokens(tx, id, caller.token_id)
    return updateUser(tx, now, id, { ...account, ...secret })
  })
}

const requireCurrent = (password: string | undefined, fits: boolean) => {
  if (fits) return
  const missing = 'The current_password is required to change the email or the password.'
  throw new ValidationError({
    current_password: [password === undefined ? missing : 'The current_password is incorrect.'],
  })
}
