import type { Instant } from '../../database/clock.ts'
import type { Reader, Writer } from '../../database/connection.ts'
import type { Database } from '../../database/database.ts'
import { ValidationError, WrongCredentials } from '../../errors.ts'
import type { HashOptions } from '../../security/authPolicy.ts'
import { hashPassword, verifyPassword } from '../passwords.ts'
import { type Caller, issueToken, revokeTokens } from '../tokens.ts'
import type { OwnChanges, User } from '../users/model.ts'
import { createUser, readAccount, readPasswordHash, readUser, requireFreeEmail, updateUser } from '../users/store.ts'
import type { Session } from './model.ts'

/** Creates an account with the role user, and logs it in. @throws ValidationError if the e-mail address is taken */
export const register = async (
  { read, write }: Pick<Database, 'read' | 'write'>,
  { name, email, password }: { name: string; email: string; password: string },
  hashOptions: HashOptions,
): Promise<Session> => {
  // The write checks the address again. This check avoids the cost of a hash.
  await requireFreeEmail(read, email)
  const hash = await hashPassword(password, hashOptions)
  return write(async (tx, now) => startSession(tx, now, await createUser(tx, now, { name, email, hash })))
}

/** @throws WrongCredentials; message and time are the same for an unknown e-mail address and a wrong password */
export const logIn = async (
  { read, write }: Pick<Database, 'read' | 'write'>,
  { email, password }: { email: string; password: string },
  hashOptions: HashOptions,
): Promise<Session> => {
  const account = await readAccount(read, email)
  if (!(await verifyPassword(password, account?.password, hashOptions)) || !account) throw new WrongCredentials()
  return write(async (tx, now) => {
    // While the password was being compared, it may have been changed, or the account deleted.
    if ((await readPasswordHash(tx, account.id)) !== account.password) throw new WrongCredentials()
    return startSession(tx, now, await readUser(tx, account.id))
  })
}

const startSession = async (tx: Writer, now: Instant, user: User): Promise<Session> => ({
  token: await issueToken(tx, now, user.id),
  user,
})

/** What a change of the caller's own account needs of its request. */
interface OwnAccount {
  read: Reader
  write: Database['write']
  caller: Caller
  hashOptions: HashOptions
  /** Runs a comparison with the account's password under the limits of a log-in (`AuthPolicy.attemptLogin`). */
  attemptLogin<T>(attempt: (options: HashOptions) => Promise<T>): Promise<T>
}

/**
 * Changes the caller's own account. A new e-mail address or password needs the current password, and a wrong one counts
 * as a failed log-in. A new password revokes the user's other tokens.
 * @throws ValidationError; LoginThrottled
 */
export const updateOwn = async (own: OwnAccount, changes: OwnChanges): Promise<User> => {
  const { current_password, password, ...account } = changes
  const { caller, read, write } = own
  const { id } = caller.user
  const comparedHash = await readPasswordHash(read, id)
  const isCurrent = current_password !== undefined && (await isPassword(own, current_password, comparedHash))
  const newPassword = password !== undefined && isCurrent ? { hash: await hashPassword(password, own.hashOptions) } : {}
  return write(async (tx, now) => {
    const before = await readUser(tx, id)
    const needsCurrent = password !== undefined || (account.email ?? before.email) !== before.email
    // While the passwords were being hashed, another request may have changed the password.
    if (needsCurrent) requireCurrent(current_password, isCurrent && (await readPasswordHash(tx, id)) === comparedHash)
    if (newPassword.hash) await revokeTokens(tx, id, caller.token_id)
    return updateUser(tx, now, id, { ...account, ...newPassword })
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
