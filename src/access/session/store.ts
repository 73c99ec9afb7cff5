import type { Instant } from '../../database/clock.ts'
import type { Writer } from '../../database/connection.ts'
import type { Database } from '../../database/open.ts'
import { Invalid, WrongCredentials } from '../../faults.ts'
import { fitsPassword, hashPassword } from '../passwords.ts'
import { type Caller, issueToken, revokeTokens } from '../tokens.ts'
import type { User } from '../user/model.ts'
import { createUser, readAccount, readPassword, readUser, requireFreeEmail, updateUser } from '../user/store.ts'

export interface Session {
  token: string
  user: User
}

/** Makes an account with the role user, and logs it in. @throws Invalid when the address is taken. */
export const register = async (
  database: Database,
  { name, email, password }: { name: string; email: string; password: string },
): Promise<Session> => {
  // Asked here too, so that nothing is hashed in vain.
  await requireFreeEmail(database.read, email)
  const hash = await hashPassword(password)
  return database.write(async (tx, now) => open(tx, now, await createUser(tx, now, { name, email, hash })))
}

/** @throws WrongCredentials, which tells nothing of what was wrong: not by its words and not by its time. */
export const logIn = async (
  database: Database,
  { email, password }: { email: string; password: string },
): Promise<Session> => {
  const account = await readAccount(database.read, email)
  if (!(await fitsPassword(password, account?.password)) || !account) throw new WrongCredentials()
  return database.write(async (tx, now) => {
    // While the password was being hashed, it may have been changed or the account removed.
    if ((await readPassword(tx, account.id)) !== account.password) throw new WrongCredentials()
    return open(tx, now, await readUser(tx, account.id))
  })
}

const open = async (tx: Writer, now: Instant, user: User): Promise<Session> => ({
  token: await issueToken(tx, now, user.id),
  user,
})

export interface OwnChanges {
  name?: string
  email?: string
  password?: string
  current_password?: string
}

/**
 * Changes the caller's own account. Another address or password needs the current password, and another password ends
 * the user's other sessions. @throws Invalid
 */
export const updateOwn = async (database: Database, caller: Caller, changes: OwnChanges): Promise<User> => {
  const { name, email, password, current_password } = changes
  const sensitive = password !== undefined || (email !== undefined && email !== caller.user.email)
  if (sensitive) await requireCurrent(database, caller, current_password)
  const hash = password === undefined ? undefined : await hashPassword(password)
  return database.write(async (tx, now) => {
    if (hash) await revokeTokens(tx, caller.user.id, caller.token_id)
    return updateUser(tx, now, caller.user.id, present({ name, email, hash }))
  })
}

const requireCurrent = async ({ read }: Database, { user }: Caller, password: string | undefined) => {
  if (password === undefined) {
    throw new Invalid({ current_password: ['The current_password is required to change the email or the password.'] })
  }
  if (await fitsPassword(password, await readPassword(read, user.id))) return
  throw new Invalid({ current_password: ['The current_password is incorrect.'] })
}

/** Without the members that are undefined, which would read as changes. */
export const present = <Members extends object>(members: Members) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Members]?: Exclude<Members[Name], undefined>
  }
