import { Type } from '@sinclair/typebox'
import { createAuditedWrite } from '../../audit/auditedWrite.ts'
import { serverStart } from '../../audit/entry.ts'
import type { Reader } from '../../library/connection.ts'
import type { Database } from '../../library/database.ts'
import { validateObject } from '../../validation/validateObject.ts'
import { hashPassword } from '../passwords.ts'
import { NewUser } from './model.ts'
import { createUser, readAccount, readRoleId, readUser } from './store.ts'

/**
 * Creates an admin, unless an account with the e-mail address exists. An existing account is not changed.
 * @returns whether the admin was created, and the role of the account
 * @throws ValidationError for an invalid e-mail address or password
 */
export const createFirstAdmin = async (
  database: Database,
  { email: sentEmail, password }: { email: string; password: string },
): Promise<{ isNew: boolean; role: string }> => {
  const email = sentEmail.trim()
  validateObject(Type.Pick(NewUser, ['email', 'password']), { email, password })
  const existing = await findAccount(database.read, email)
  if (existing) return existing
  const hash = await hashPassword(password)
  return createAuditedWrite(
    database.write,
    serverStart,
  )(async (tx) => {
    // Of several servers that start with one library, another may have created it meanwhile.
    const created = await findAccount(tx.db, email)
    if (created) return created
    const role_id = await readRoleId(tx.db, 'admin')
    await createUser(tx, { name: 'Admin', email, hash, role_id, email_set_by: 'admin' })
    return { isNew: true, role: 'admin' }
  })
}

const findAccount = async (read: Reader, email: string) => {
  const account = await readAccount(read, email)
  return account && { isNew: false, role: (await readUser(read, account.id)).role.name }
}
