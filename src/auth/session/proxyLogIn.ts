import type { Transaction } from '../../database/connection.ts'
import { ProxyLoginRejected } from '../../errors.ts'
import type { ProxyUser } from '../../security/proxyLogin.ts'
import { dummyHash } from '../passwords.ts'
import { deleteTokens } from '../tokens.ts'
import { userCreated } from '../users/entries.ts'
import { isLocked } from '../users/lock.ts'
import type { User } from '../users/model.ts'
import {
  countAdmins,
  insertUser,
  readAccount,
  readPasswordHash,
  readRoleId,
  readUser,
  updateUser,
} from '../users/store.ts'
import { type LogIn, recordLogIn } from './logIn.ts'
import { type AnonymousClient, recordNetworkOf, startSession } from './startSession.ts'

/** A request of a proxy that names a user. */
interface ProxyRequest extends Omit<AnonymousClient, 'read' | 'hashOptions'> {
  /** Whether an account is created for an address that has none. */
  createsAccounts: boolean
}

/** Why an account has another role than the groups of its user say, if it has. */
type KeptRole = 'locked' | 'last admin' | undefined

/**
 * Logs in the user whom a trusted proxy names. The role follows from the groups of the user, if the proxy says any.
 * @throws ProxyLoginRejected if the user has no account, and none is created
 */
export const logInByProxy = (from: ProxyRequest, proxyUser: ProxyUser): Promise<LogIn & { keptRole: KeptRole }> =>
  from.write(async (tx) => {
    const account = await readAccount(tx.db, proxyUser.email)
    const changes = { proxy: { from: null, to: proxyUser.proxy } }
    if (!account) {
      const user = await createAccount(tx, proxyUser, from)
      const { session, audit } = await startSession(tx, user, from)
      await audit(userCreated(user))
      // The network of a new account is no news, as at a registration.
      await recordNetworkOf(tx, user, from.client)
      await recordLogIn(tx, session.user, from.client, audit, changes)
      return { session, isNewNetwork: false, keptRole: undefined }
    }
    const before = await readUser(tx.db, account.id)
    const { role, keptRole } = await chooseRole(tx, before, proxyUser)
    const hash = role === 'admin' ? await revokeOldAccess(tx, before) : {}
    const { session, audited, audit } = await startSession(tx, before, from)
    const role_id = role && (await readRoleId(tx.db, role))
    const user = role ? await updateUser(audited, before.id, { role_id, ...hash }) : before
    const isNewNetwork = await recordLogIn(tx, user, from.client, audit, changes)
    return { session: { ...session, user }, isNewNetwork, keptRole }
  })

/** Creates an account without a password: none matches its hash. */
const createAccount = async (
  tx: Transaction,
  { email, name, isAdmin }: ProxyUser,
  { createsAccounts }: ProxyRequest,
) => {
  if (!createsAccounts)
    throw new ProxyLoginRejected('There is no account with your e-mail address. Ask an admin to create one.')
  const role_id = await readRoleId(tx.db, isAdmin ? 'admin' : 'user')
  return insertUser(tx, { name, email, hash: dummyHash, role_id })
}

/** Returns the new role of an account; undefined if it keeps its role. */
const chooseRole = async (
  { db }: Transaction,
  { id, role: { name } }: User,
  { isAdmin }: ProxyUser,
): Promise<{ role?: 'admin' | 'user'; keptRole?: KeptRole }> => {
  if (isAdmin === undefined || isAdmin === (name === 'admin')) return {}
  if (await isLocked(db, id)) return { keptRole: 'locked' }
  if (isAdmin) return { role: 'admin' }
  return (await countAdmins(db, id)) === 0 ? { keptRole: 'last admin' } : { role: 'user' }
}

/**
 * Revokes the password and the tokens of an account that becomes an admin by its groups. E-mail addresses are not verified: before the
 * user came by the proxy, somebody else may have registered with the address, or changed the own account to it.
 * @returns the changed fields; an account without a password has none, and its tokens are those of its user
 */
const revokeOldAccess = async (tx: Transaction, { id }: User): Promise<{ hash?: string }> => {
  if ((await readPasswordHash(tx.db, id)) === dummyHash) return {}
  await deleteTokens(tx, id)
  return { hash: dummyHash }
}
