import type { Database } from '../../database/open.ts'
import { hashPassword } from '../passwords.ts'
import { createUser, readAccount, readRole } from './store.ts'

/** Makes an admin, unless somebody has the address: then nothing is changed. True when one was made. */
export const makeFirstAdmin = async (
  database: Database,
  { email, password }: { email: string; password: string },
): Promise<boolean> => {
  if (await readAccount(database.read, email)) return false
  const hash = await hashPassword(password)
  await database.write(async (tx, now) => {
    const role_id = await readRole(tx, 'admin')
    await createUser(tx, now, { name: 'Admin', email, hash, role_id })
  })
  return true
}
