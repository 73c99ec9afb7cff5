import { hashPassword } from '../passwords.ts'
import type { Setup } from '../setup.ts'
import { userCreated } from '../users/entries.ts'
import { insertUser, readRoleId } from '../users/store.ts'
import type { Registration, Session } from './model.ts'
import { type AnonymousClient, startSession } from './startSession.ts'

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
