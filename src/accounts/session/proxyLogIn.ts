import { ProxyLoginRejected } from '../../base/errors.ts'
import type { Transaction } from '../../library/connection.ts'
import { dummyHash } from '../passwords.ts'
import type { ProxyUser } from '../proxyHeaders.ts'
import { deleteTokens } from '../tokens.ts'
import { userCreated } from '../users/auditEntries.ts'
import { isLocked } from '../users/lock.ts'
import type { User } from '../users/model.ts'
import {
  countAdmins,
  insertUser,
  readAccount,
  readRoleId,
  readUser,
  setEmailSetter,
  updateUser,
} from '../users/store.ts'
import type { Session } from './model.ts'
import { type AnonymousClient, startSession } from './startSession.ts'

/** A request of a proxy that names a user. */
interface ProxyRequest extends Omit<AnonymousClient, 'read' | 'hashOptions'> {
  /** Whether an account is created for an address that has none. */
  createsAccounts: boolean
}

/** Why an account has another role than the groups of its user say, if it has. */
type KeptRole = 'locked' | 'last admin' | undefined

/**
 * Logs in the user whom a trusted proxy names. The role follows from the groups of the user, if the proxy says any.
 *
 * E-mail addresses are not verified: somebody else may have registered with the address, or changed the own account to it. So an account
 * that has set its address itself loses its password and its tokens. From then on the address is that of the proxy.
 * @throws ProxyLoginRejected if the user has no account, and none is created
 */
export const logInByProxy = (
  from: ProxyRequest,
  proxyUser: ProxyUser,
): Promise<{ session: Session; keptRole: KeptRole }> =>
  from.write(async (tx) => {
    const account = await readAccount(tx.db, proxyUser.email)
    const loginOf = ({ id }: User) =>
      ({ action: 'login', record: `users/${id}`, changes: { proxy: { from: null, to: proxyUser.proxy } } }) as const
    if (!account) {
      const user = await createAccount(tx, proxyUser, from)
      const { session, audit } = await startSession(tx, user, from)
      await audit(userCreated(user))
      await audit(loginOf(user))
      return { session, keptRole: undefined }
    }
    const before = await readUser(tx.db, account.id)
    const { role, keptRole } = await chooseRole(tx, before, proxyUser)
    const isUnverified = account.email_set_by === 'account'
    if (isUnverified) await deleteTokens(tx, before.id)
    const { session, audited, audit } = await startSession(tx, before, from)
    const changes = {
      ...(role && { role_id: await readRoleId(tx.db, role) }),
      ...(isUnverified && { hash: dummyHash }),
    }
    const user = Object.keys(changes).length > 0 ? await updateUser(audited, before.id, changes) : before
    if (isUnverified) await setEmailSetter(audited, before.id, { from: 'account', to: 'proxy' })
    await audit(loginOf(user))
    return { session: { ...session, user }, keptRole }
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
  return insertUser(tx, { name, email, hash: dummyHash, role_id, email_set_by: 'proxy' })
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
