import type { AuditedTransaction } from '../../audit/write.ts'
import { dummyHash } from '../../auth/passwords.ts'
import { deleteTokens, readTokenOwner, storeToken } from '../../auth/tokens.ts'
import { setEmailSetter } from '../../auth/users/emailSetter.ts'
import { setLocked } from '../../auth/users/lock.ts'
import { createUser, readAccount, readRoleId, readUser, replaceHash, updateUser } from '../../auth/users/store.ts'
import { Conflict, OperationalError } from '../../errors.ts'
import { likeAll } from '../../likes/store.ts'
import type { ProblemList } from '../read/problems.ts'
import type { PreparedPassword } from './passwords.ts'
import type { Entry } from './validate.ts'

/** The write in which entries are seeded. */
export interface SeedWrite {
  tx: AuditedTransaction
  problems: ProblemList
}

/** What seeding an entry changes. */
export interface Outcome {
  isNew: boolean
  /** The names of the members that differ from the library. Never their values: a password is among them. */
  members: string[]
  likesAdded: number
}

interface PreparedEntry {
  entry: Entry
  password: PreparedPassword | undefined
  track_ids: readonly number[]
}

/**
 * Creates or updates the account of a valid entry. Adds a problem if it can't.
 * @throws OperationalError if the password of the account has changed since it was compared
 */
export const writeAccount = async (
  write: SeedWrite,
  { entry, password, track_ids }: PreparedEntry,
): Promise<Outcome | undefined> => {
  const { tx } = write
  const account = await readAccount(tx.db, entry.account.email)
  requireCompared(account?.password, password)
  if (account && password?.normalizedHash !== undefined)
    await replaceHash(tx.db, { id: account.id, hash: account.password, newHash: password.normalizedHash })
  const written = account
    ? await updateAccount(write, entry, account, password)
    : await createAccount(write, entry, password)
  if (!written) return
  const { id, members } = written
  if (await writeToken(write, entry, id)) members.push('token')
  if (await writeLock(write, entry, id)) members.push('locked')
  const { email_set_by: to } = entry.account
  if (account && to !== undefined && to !== account.email_set_by) {
    await setEmailSetter(tx, id, { from: account.email_set_by, to })
    members.push('email_set_by')
  }
  return { isNew: !account, members, likesAdded: await likeAll(tx, id, track_ids) }
}

const requireCompared = (hash: string | undefined, password: PreparedPassword | undefined) => {
  if (!password || password.comparedHash === hash) return
  throw new OperationalError('An account has changed meanwhile. Nothing was changed; try again.')
}

interface Written {
  id: number
  members: string[]
}

const createAccount = async (
  { tx, problems }: SeedWrite,
  { account, pointer }: Entry,
  password: PreparedPassword | undefined,
): Promise<Written | undefined> => {
  const { email, password_hash, token, role = 'user', email_set_by = 'admin' } = account
  const name = account.name ?? email.slice(0, email.indexOf('@'))
  const hash = password?.newHash ?? password_hash ?? (token === undefined ? undefined : dummyHash)
  if (hash === undefined) {
    problems.add(
      pointer,
      'The library has no account with this email. Give it a password, a password_file, a password_hash or a token.',
    )
    return
  }
  const user = await createUser(tx, { name, email, hash, role_id: await readRoleId(tx.db, role), email_set_by })
  return { id: user.id, members: [] }
}

const updateAccount = async (
  { tx, problems }: SeedWrite,
  { account: { name, role, password_hash }, pointer }: Entry,
  { id, password: currentHash }: { id: number; password: string },
  password: PreparedPassword | undefined,
): Promise<Written | undefined> => {
  const before = await readUser(tx.db, id)
  const hash = password?.newHash ?? password_hash
  const changes = {
    ...(name !== undefined && name !== before.name && { name }),
    ...(role !== undefined && role !== before.role.name && { role_id: await readRoleId(tx.db, role) }),
    ...(hash !== undefined && hash !== currentHash && { hash }),
  }
  const members = Object.keys(changes).map((column) => memberNames[column] ?? column)
  if (members.length === 0) return { id, members }
  try {
    await updateUser(tx, id, changes)
    // As after any other change of a password. A token of the entry is stored again.
    if (changes.hash) await deleteTokens(tx, id)
    return { id, members }
  } catch (error) {
    if (!(error instanceof Conflict)) throw error
    problems.add(`${pointer}/role`, error.message)
  }
}

const memberNames: Record<string, string> = { role_id: 'role', hash: 'password' }

/** A token with a name is not ended by a limit of sessions. */
const tokenName = 'seed'

/** Stores the token of an entry, unless the account has it. @returns whether it was stored */
const writeToken = async (
  { tx, problems }: SeedWrite,
  { account: { token }, pointer }: Entry,
  user_id: number,
): Promise<boolean> => {
  if (token === undefined) return false
  const owner = await readTokenOwner(tx.db, token)
  if (owner === user_id) return false
  if (owner !== undefined) {
    problems.add(`${pointer}/token`, 'Another account has this token. Give this one another token.')
    return false
  }
  await storeToken(tx, token, { user_id, name: tokenName })
  return true
}

/** Locks or unlocks the account of an entry. @returns whether this was a change */
const writeLock = async ({ tx }: SeedWrite, { account: { locked } }: Entry, id: number): Promise<boolean> =>
  locked !== undefined && setLocked(tx, id, locked)
