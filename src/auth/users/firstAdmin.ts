import { Type } from '@sinclair/typebox'
import { serverStart } from '../../audit/entry.ts'
import { createAuditedWrite } from '../../audit/write.ts'
import type { Database } from '../../database/database.ts'
import { validateObject } from '../../validation/validateObject.ts'
import { hashPassword } from '../passwords.ts'
import { auditUserCreation } from './audited.ts'
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
  const account = await readAccount(database.read, email)
  if (account) return { isNew: false, role: (await readUser(database.read, account.id)).role.name }
  const hash = await hashPassword(password)
  await createAuditedWrite(
    database.write,
    serverStart,
  )(async (tx, now, audit) => {
    const role_id = await readRoleId(tx, 'admin')
    await auditUserCreation(audit, await createUser(tx, now, { name: 'Admin', email, hash, role_id }))
  })
  return { isNew: true, role: 'admin' }
}
