import { cutValues, findChanges } from '../../audit/changes.ts'
import type { Audit } from '../../audit/entry.ts'
import type { Changes } from '../../audit/model.ts'
import { WrongCredentials } from '../../base/errors.ts'
import type { Client } from '../../http/client.ts'
import { now } from '../../library/clock.ts'
import type { Transaction } from '../../library/connection.ts'
import { requireInvitation, useInvitation } from '../invitations.ts'
import { matchPassword } from '../matchPassword.ts'
import { hashPassword } from '../passwords.ts'
import type { User } from '../users/model.ts'
import { insertUser, readAccount, readPasswordHash, readUser, requireFreeEmail } from '../users/store.ts'
import type { Registration, Session } from './model.ts'
import { type AnonymousClient, recordNetworkOf, startSession } from './startSession.ts'

/** What register needs of its request. */
interface NewClient extends AnonymousClient {
  /** @throws RegistrationClosed, ValidationError if the operator's setting does not allow this registration any more */
  requireAllowed: () => void
}

type NewAccount = Omit<Registration, 'password_confirmation'>

/**
 * Creates an account with the role user, and logs it in.
 * @throws ValidationError if the e-mail address is taken or the invitation is not valid
 */
export const register = async (from: NewClient, account: NewAccount): Promise<Session> => {
  const { name, email, password, invitation } = account
  // The write checks both again. These checks avoid the cost of a hash. Who has no invitation does not learn which addresses
  // have an account.
  if (invitation !== undefined) await requireInvitation(from.read, now(), invitation)
  await requireFreeEmail(from.read, email)
  const hash = await hashPassword(password, from.hashOptions)
  return from.write(async (tx) => {
    from.requireAllowed()
    const invitationId = invitation === undefined ? null : await useInvitation(tx, invitation)
    const user = await insertUser(tx, { name, email, hash, email_set_by: 'account' })
    const { session, audit } = await startSession(tx, user, from)
    const changes = cutValues(findChanges({}, { name, email, role: user.role.name, invitation_id: invitationId }))
    await audit({ action: 'register', record: `users/${user.id}`, changes })
    await recordNetworkOf(tx, user, from.client)
    return session
  })
}

/** A session, and whether the account has never logged in from the network of the client before. */
export interface LogIn {
  session: Session
  isNewNetwork: boolean
}

/** @throws WrongCredentials; message and time are the same for an unknown e-mail address and a wrong password */
export const logIn = async (
  from: AnonymousClient,
  { email, password }: { email: string; password: string },
): Promise<LogIn> => {
  const account = await readAccount(from.read, email)
  const hash = await matchPassword(from, account, password)
  if (hash === undefined || !account) throw new WrongCredentials()
  return from.write(async (tx) => {
    // While the password was being compared, it may have been changed, or the account deleted.
    if ((await readPasswordHash(tx.db, account.id)) !== hash) throw new WrongCredentials()
    const user = await readUser(tx.db, account.id)
    const { session, audit } = await startSession(tx, user, from)
    return { session, isNewNetwork: await recordLogIn(tx, user, from.client, audit) }
  })
}

/** Records a log-in in the audit trail, and the network of the client. @returns whether the network is new to the account */
export const recordLogIn = async (
  tx: Transaction,
  user: User,
  client: Client,
  audit: Audit,
  changes?: Changes,
): Promise<boolean> => {
  const record = `users/${user.id}`
  await audit({ action: 'login', record, ...(changes && { changes }) })
  const newNetwork = await recordNetworkOf(tx, user, client)
  if (newNetwork === undefined) return false
  await audit({ action: 'new_network', record, changes: { network: { from: null, to: newNetwork } } })
  return true
}
