import type { AuditedWrite } from '../audit/auditedWrite.ts'
import { ValidationError, WrongCredentials } from '../base/errors.ts'
import type { Reader } from '../library/connection.ts'
import type { AuthPolicy, HashOptions } from './authPolicy.ts'
import type { Caller } from './callers.ts'
import { matchPassword } from './matchPassword.ts'
import { readPasswordHash } from './users/store.ts'

/** What a comparison with the password of a caller needs of the request. */
export interface PasswordCheck {
  read: Reader
  write: AuditedWrite
  caller: Caller
  authPolicy: Pick<AuthPolicy, 'attemptLogin'>
  request: Request
}

/**
 * Compares a password with that of the caller, under the limits of a login: a wrong one counts as a failed login.
 * @returns the hash that the password matches; undefined for a wrong password
 * @throws LoginThrottled
 */
export const matchCurrentPassword = async (check: PasswordCheck, password: string): Promise<string | undefined> => {
  const { read, write, caller, authPolicy, request } = check
  const { id, email } = caller.user
  const hash = await readPasswordHash(read, id)
  const account = hash === undefined ? undefined : { id, password: hash }
  const compare = async (hashOptions: HashOptions) => {
    const matched = await matchPassword({ write, hashOptions }, account, password)
    if (matched === undefined) throw new WrongCredentials()
    return matched
  }
  return authPolicy.attemptLogin(request, email, compare).catch((error) => {
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
