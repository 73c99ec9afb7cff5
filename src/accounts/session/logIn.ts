import { cutValues, findChanges } from '../../audit/compareMembers.ts'
import { WrongCredentials } from '../../base/errors.ts'
import type { Clock } from '../../library/clock.ts'
import type { Database } from '../../library/database.ts'
import { requireInvitation, useInvitation } from '../invitations.ts'
import { matchPassword } from '../matchPassword.ts'
import { hashPassword } from '../passwords.ts'
import type { Setup } from '../setup.ts'
import { createSession } from '../tokens.ts'
import { userCreated } from '../users/auditEntries.ts'
import {
  insertUser,
  readAccount,
  readPasswordHash,
  readRoleId,
  readUser,
  readUserId,
  requireMember,
} from '../users/store.ts'
import type { Registration, Session } from './model.ts'
import { type AnonymousClient, startSession } from './startSession.ts'

/** What register needs of its request. */
interface NewClient extends AnonymousClient {
  realNow: Clock['realNow']
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
  if (invitation !== undefined) await requireInvitation(from.read, from.realNow(), invitation)
  await requireMember(from.read, 'email', { email })
  const hash = await hashPassword(password, from.hashOptions)
  return from.write(async (tx) => {
    from.requireAllowed()
    const invitationId = invitation === undefined ? null : await useInvitation(tx, invitation)
    const user = await insertUser(tx, { name, email, hash, email_set_by: 'account' })
    const { session, audit } = await startSession(tx, user, from)
    const changes = cutValues(findChanges({}, { name, email, role: user.role.name, invitation_id: invitationId }))
    await audit({ action: 'register', record: `users/${user.id}`, changes })
    return session
  })
}

/** @throws WrongCredentials; message and time are the same for an unknown e-mail address and a wrong password */
export const logIn = async (
  from: AnonymousClient,
  { email, password }: { email: string; password: string },
): Promise<Session> => {
  const account = await readAccount(from.read, email)
  const hash = await matchPassword(from, account, password)
  if (hash === undefined || !account) throw new WrongCredentials()
  return from.write(async (tx) => {
    // While the password was being compared, it may have been changed, or the account deleted.
    if ((await readPasswordHash(tx.db, account.id)) !== hash) throw new WrongCredentials()
    const user = await readUser(tx.db, account.id)
    const { session, audit } = await startSession(tx, user, from)
    await audit({ action: 'login', record: `users/${user.id}` })
    return session
  })
}

/**
 * Creates the first admin of the library, and logs it in. The caller has checked the code.
 * @throws Conflict if there is an admin; ValidationError if the e-mail address is taken
 */
export const setUp = async (
  from: AnonymousClient,
  setup: Setup,
  { name, email, password }: Pick<Registration, 'name' | 'email' | 'password'>,
): Promise<Session> => {
  const hash = await hashPassword(password, from.hashOptions)
  return setup.use(from.write, async (tx) => {
    const role_id = await readRoleId(tx.db, 'admin')
    const user = await insertUser(tx, { name, email, hash, role_id, email_set_by: 'admin' })
    const { session, audit } = await startSession(tx, user, from)
    await audit(userCreated(user))
    return session
  })
}

/** Starts a session of an account for the program that embeds the library. No password is needed. @returns the token @throws NotFound */
export const startSessionOf = (write: Database['write'], email: string): Promise<string> =>
  write(async (tx) => (await createSession(tx, { user_id: await readUserId(tx.db, email) })).token)
