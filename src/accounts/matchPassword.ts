import type { Transaction } from '../library/connection.ts'
import type { HashOptions } from './authPolicy.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { readPasswordHash, replaceHash } from './users/store.ts'

interface MatchOptions {
  write: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>
  hashOptions: HashOptions
}

/**
 * Compares a password with that of an account; without an account this takes as long. The hash of a password as it was sent is replaced by
 * that of its normal form, so that either form matches from then on. This is no change of the password: tokens stay.
 * @returns the hash that the password matches now; undefined for a wrong password
 * @throws HashQueueFull
 */
export const matchPassword = async (
  options: MatchOptions,
  account: { id: number; password: string } | undefined,
  password: string,
): Promise<string | undefined> => {
  const match = await verifyPassword(password, account?.password, options.hashOptions)
  if (!match || !account) return
  const { id, password: hash } = account
  if (match === 'normalized') return hash
  const newHash = await hashPassword(password, options.hashOptions)
  const stored = await options.write(async ({ db }) => {
    await replaceHash(db, { id, hash, newHash })
    return readPasswordHash(db, id)
  })
  if (stored === newHash) return newHash
  // Meanwhile another request has replaced it, or the password has been changed.
  return matchPassword(options, stored === undefined ? undefined : { id, password: stored }, password)
}
