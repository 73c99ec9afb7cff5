import { dummyHash, hashPassword, hashTestPassword, verifyPassword } from '../../accounts/passwords.ts'
import { readAccount } from '../../accounts/users/store.ts'
import { slices } from '../../base/objects.ts'
import type { Reader } from '../../library/connection.ts'
import type { Entry } from './validate.ts'

/** What the write needs to know of an entry with a password: it does not hash itself, since all other writes wait for it. */
export interface PreparedPassword {
  /** The hash of the account with which the password was compared; undefined if there was no account. */
  comparedHash: string | undefined
  /** The hash of the new password; undefined if the account has this password. */
  newHash: string | undefined
  /** The hash of the normal form of the password; undefined unless that of the account is of the text as it was sent. */
  normalizedHash: string | undefined
}

/** How many passwords are hashed or wait for it at a time. The queue of hashes has places for a hundred. */
const batchSize = 16

interface Options {
  /** Whether passwords are compared. If not, each account has its password. */
  compares: boolean
  /** Whether the hashes of new passwords are stored. If not, another one takes their place, which costs no time. */
  stores: boolean
  /** Whether the accounts are those of a test, in a library in memory. */
  ofTest: boolean
  /** Called before some passwords are hashed. What it throws ends the seed. */
  onProgress: (() => Promise<void>) | undefined
}

/** Compares the passwords of entries with those of their accounts, and hashes the new ones. */
export const preparePasswords = async (
  read: Reader,
  entries: readonly Entry[],
  { compares, stores, ofTest, onProgress }: Options,
): Promise<Map<Entry, PreparedPassword>> => {
  const hash = ofTest ? hashTestPassword : hashPassword
  const prepare = async (entry: Entry, password: string) => {
    const comparedHash = (await readAccount(read, entry.account.email))?.password
    const match = comparedHash !== undefined && (!compares || (await verifyPassword(password, comparedHash)))
    const newHash = match ? undefined : stores ? await hash(password) : dummyHash
    const normalizedHash = match === 'sent' && stores ? await hash(password) : undefined
    prepared.set(entry, { comparedHash, newHash, normalizedHash })
  }
  const prepared = new Map<Entry, PreparedPassword>()
  const pending = entries.flatMap((entry) => {
    const { password } = entry.account
    return entry.isValid && password !== undefined ? [{ entry, password }] : []
  })
  for (const batch of slices(pending, batchSize)) {
    await onProgress?.()
    await Promise.all(batch.map(({ entry, password }) => prepare(entry, password)))
  }
  return prepared
}
