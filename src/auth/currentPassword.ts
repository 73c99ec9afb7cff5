import type { Reader } from '../database/connection.ts'
import { ValidationError, WrongCredentials } from '../errors.ts'
import type { AuthPolicy, HashOptions } from '../security/authPolicy.ts'
import type { Caller } from './callers.ts'
import { verifyPassword } from './passwords.ts'
import { readPasswordHash } from './users/store.ts'

/** What a comparison with the password of a caller needs of the request. */
export interface PasswordCheck {
  read: Reader
  caller: Caller
  authPolicy: Pick<AuthPolicy, 'attemptLogin'>
  request: Request
}

/**
 * Compares a password with that of the caller, under the limits of a log-in: a wrong one counts as a failed log-in.
 * @returns the hash that the password matches; undefined for a wrong password
 * @throws LoginThrottled
 */
export const matchCurrentPassword = async (check: PasswordCheck, password: string): Promise<string | undefined> => {
  const { read, caller, authPolicy, request } = check
  const hash = await readPasswordHash(read, caller.user.id)
  const compare = async (options: HashOptions) => {
    if (!(await verifyPassword(password, hash, options))) throw new WrongCredentials()
    return hash
  }
  return authPolicy.attemptLogin(request, caller.user.email, compare).catch((error) => {
    if (error instanceof WrongCredentials) return undefined
    throw error
  })
}

/**
 * Makes sure, in the transaction of a write, that the password that was compared is still that of the account: while it was hashed,
 * another request may have changed it.
 * @param matchedHash - what `matchCurrentPassword` has returned
 * @throws ValidationError
 */
export const requireCurrentPassword = async (
  read: Reader,
  userId: number,
  matchedHash: string | undefined,
): Promise<void> => {
  if (matchedHash !== undefined && (await readPasswordHash(read, userId)) === matchedHash) return
  throw new ValidationError({ current_password: ['The current_password is incorrect.'] })
}
