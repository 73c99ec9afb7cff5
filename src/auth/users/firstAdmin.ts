import { Type } from '@sinclair/typebox'
import type { Database } from '../../database/database.ts'
import { validateObject } from '../../validation/validateObject.ts'
import { hashPassword } from '../passwords.ts'
import { NewUser } from './model.ts'
import { createUser, readAccount, readRoleId, readUser } from './store.ts'

/**
 * Makes an admin, unless somebody has the address: then nothing is changed.
 * @returns whether one was made; else the role that the account has.
 * @throws ValidationError for an address or a password that no account may have.
 */
export const createFirstAdmin = async (
  database: Database,
  { email, password }: { email: string; password: string },
): Promise<{ made: boolean; role: string }> => {
  validateObject(Type.Pick(NewUser, ['email', 'password']), { email, password })
  const account = await readAccount(database.read, email)
  if (account) return { made: false, role: (await readUser(database.read, account.id)).role.name }
  const hash = await hashPassword(password)
  await database.write(async (tx, now) => {
    const role_id = await readRoleId(tx, 'admin')
    await createUser(tx, now, { name: 'Admin', email, hash, role_id })
  })
  return { made: true, role: 'admin' }
}
