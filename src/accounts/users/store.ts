import { and, count, eq, getTableColumns, ne, sql } from 'drizzle-orm'
import type { AuditedTransaction } from '../../audit/auditedWrite.ts'
import { Conflict, type FieldErrors, orNotFound, requireNoErrors } from '../../base/errors.ts'
import { isVisible } from '../../base/visibleText.ts'
import { type EmailSetter, roles, users } from '../../library/accountSchema.ts'
import type { Reader, Transaction, Writer } from '../../library/connection.ts'
import { deleteLikes } from '../../library/deleteLikes.ts'
import { isAmongIds, lowerParameter } from '../../library/engineSql.ts'
import { allIds, inIdRange, rangeLimit } from '../../library/listRange.ts'
import { createdNow, placeholders, prepared, updatedNow, withId } from '../../library/prepared.ts'
import { findMissing } from '../../library/references.ts'
import { required } from '../../validation/rules.ts'
import { userCreated, userDeleted, userUpdated } from './auditEntries.ts'
import type { User } from './model.ts'

const { password: _password, locked: _locked, email_set_by: _email_set_by, ...responseColumns } = getTableColumns(users)

/** The columns of a user that responses contain. */
export const publicUserColumns = responseColumns
export const roleColumns = getTableColumns(roles)

const selectUsers = (on: Reader) =>
  on.select({ user: publicUserColumns, role: roleColumns }).from(users).innerJoin(roles, eq(roles.id, users.role_id))

const toUser = ({ user, role }: { user: Omit<User, 'role'>; role: User['role'] }): User => ({ ...user, role })

const selectRange = prepared((on) =>
  selectUsers(on).where(inIdRange(users.id)).orderBy(users.id).limit(rangeLimit).prepare(),
)

export const listUsers = async (read: Reader, range = allIds): Promise<User[]> =>
  (await selectRange(read).all({ ...range })).map(toUser)

const selectSome = prepared((on) => selectUsers(on).where(isAmongIds(users.id, 'ids')).prepare())

/** Reads users in any order. Ids without an account are left out. */
export const readUsers = async (read: Reader, ids: readonly number[]): Promise<User[]> =>
  (await selectSome(read).all({ ids: JSON.stringify(ids) })).map(toUser)

const selectById = prepared((on) => selectUsers(on).where(withId(users)).prepare())

/** @throws NotFound */
export const readUser = async (read: Reader, id: number): Promise<User> => {
  const row = await selectById(read).get({ id })
  return toUser(orNotFound('User', id, row))
}

const hasEmail = eq(sql`lower(${users.email})`, lowerParameter('email'))

const selectByEmail = prepared((on) =>
  on
    .select({ id: users.id, password: users.password, email_set_by: users.email_set_by })
    .from(users)
    .where(hasEmail)
    .prepare(),
)

/**
 * Reads the id and password hash of the account with an e-mail address, regardless of case, and who has set the address; undefined if
 * there is none.
 */
export const readAccount = async (read: Reader, email: string) => selectByEmail(read).get({ email })

/** @throws NotFound */
export const readUserId = async (read: Reader, email: string): Promise<number> =>
  orNotFound('User', email, await readAccount(read, email.trim())).id

const selectHash = prepared((on) => on.select({ password: users.password }).from(users).where(withId(users)).prepare())

/** Reads the hash of a user's password; undefined if there is no such user. */
export const readPasswordHash = async (read: Reader, id: number) => (await selectHash(read).get({ id }))?.password

const updateHash = prepared((on: Writer) =>
  on
    .update(users)
    .set(placeholders('password'))
    .where(and(withId(users), eq(users.password, sql.placeholder('hash'))))
    .prepare(),
)

/** Replaces the hash of a password by another one of the same password, unless the account has another one than `hash` meanwhile. */
export const replaceHash = async (
  db: Writer,
  { id, hash, newHash }: { id: number; hash: string; newHash: string },
): Promise<void> => {
  await updateHash(db).run({ id, hash, password: newHash })
}

type CheckedMembers = Partial<Pick<NewAccount, 'name' | 'email' | 'role_id'>>

/**
 * Finds what is wrong with these members of an account in this state of the library. A stored name that nobody can see may stay.
 * @param id - of the account that is changed; 0 for a new one
 */
export const findAccountErrors = async (read: Reader, { name, email, role_id }: CheckedMembers, id = 0) => {
  const errors: FieldErrors = {}
  if (name !== undefined && !isVisible(name) && (id === 0 || (await readUser(read, id)).name !== name))
    errors.name = [`The name ${required}`]
  const account = email === undefined ? undefined : await readAccount(read, email)
  if (account && account.id !== id) errors.email = ['The email has already been taken.']
  return { ...errors, ...(await findMissing(read, ['role_id', roles, [role_id]])) }
}

/** Checks one member before the others. @throws ValidationError with the errors of all members, if there is one of it */
export const requireMember = async (read: Reader, member: 'name' | 'email', account: CheckedMembers, id = 0) => {
  const errors = await findAccountErrors(read, { [member]: account[member] }, id)
  if (member in errors) requireNoErrors(await findAccountErrors(read, account, id))
}

const selectRole = prepared((on) =>
  on
    .select({ id: roles.id })
    .from(roles)
    .where(eq(roles.name, sql.placeholder('name')))
    .prepare(),
)

/** Reads the id of a role; undefined if there is none. */
export const readRoleId = async (read: Reader, name: string) => (await selectRole(read).get({ name }))?.id

/** What people search for in an account. */
const searchedNames = ({ name, email }: Pick<User, 'name' | 'email'>) => [name, `${name} ${email}`]

const columns = placeholders('name', 'email', 'role_id', 'email_set_by')

const insert = prepared((on: Writer) =>
  on
    .insert(users)
    .values({ ...columns, password: sql.placeholder('hash'), ...createdNow })
    .returning({ id: users.id })
    .prepare(),
)

export interface NewAccount {
  name: string
  email: string
  /** The hash of the password. No store handles the password itself. */
  hash: string
  /** The role `user` by default. */
  role_id?: number | undefined
  email_set_by: EmailSetter
}

/**
 * Creates an account without an entry in the audit trail: a registration has an entry of its own.
 * @throws ValidationError if the e-mail address is taken or the role does not exist
 */
export const insertUser = async ({ db, now, foldNames }: Transaction, account: NewAccount): Promise<User> => {
  const role_id = account.role_id ?? (await readRoleId(db, 'user'))
  requireNoErrors(await findAccountErrors(db, { email: account.email, role_id }))
  foldNames(searchedNames(account))
  const { id } = await insert(db).get({ ...account, role_id, now })
  return readUser(db, id)
}

/** @throws ValidationError as `insertUser` */
export const createUser = async (tx: AuditedTransaction, account: NewAccount): Promise<User> => {
  const user = await insertUser(tx, account)
  await tx.audit(userCreated(user))
  return user
}

const update = prepared((on: Writer) =>
  on
    .update(users)
    .set({
      ...columns,
      email_set_by: sql`case when ${hasEmail} then ${users.email_set_by} else ${columns.email_set_by} end`,
      password: sql`coalesce(${sql.placeholder('hash')}, ${users.password})`,
      ...updatedNow,
    })
    .where(withId(users))
    .prepare(),
)

/**
 * Changes the given fields, and nothing else. An address that differs only in case is the same one, whoever sends it.
 * @throws NotFound; ValidationError as `insertUser`; Conflict if no admin would be left
 */
export const updateUser = async (
  { db, now, audit, foldNames }: AuditedTransaction,
  id: number,
  changes: Partial<NewAccount> & ({ email?: never } | Pick<NewAccount, 'email_set_by'>),
): Promise<User> => {
  const before = await readUser(db, id)
  requireNoErrors(await findAccountErrors(db, { email: changes.email, role_id: changes.role_id }, id))
  const { name, email, hash, role_id, email_set_by } = { ...before, hash: null, email_set_by: null, ...changes }
  if (role_id !== before.role_id) await requireAnotherAdmin(db, before)
  if (name !== before.name || email !== before.email) foldNames(searchedNames({ name, email }))
  await update(db).run({ name, email, hash, role_id, email_set_by, id, now })
  const user = await readUser(db, id)
  for (const entry of userUpdated(before, user, changes.hash !== undefined)) await audit(entry)
  return user
}

const updateEmailSetter = prepared((on: Writer) =>
  on
    .update(users)
    .set({ email_set_by: sql`${sql.placeholder('to')}` })
    .where(withId(users))
    .prepare(),
)

/** Changes who counts as having set the address of an account. No response contains it, so `updated_at` stays as it is. */
export const setEmailSetter = async (
  { db, audit }: AuditedTransaction,
  id: number,
  email_set_by: { from: EmailSetter; to: EmailSetter },
): Promise<void> => {
  await updateEmailSetter(db).run({ id, to: email_set_by.to })
  await audit({ action: 'update', record: `users/${id}`, changes: { email_set_by } })
}

const deleteById = prepared((on: Writer) => on.delete(users).where(withId(users)).prepare())

/** Deletes a user with their tokens and likes. @throws NotFound; Conflict for the last admin */
export const deleteUser = async (tx: AuditedTransaction, id: number): Promise<void> => {
  const { db, audit } = tx
  const user = await readUser(db, id)
  await requireAnotherAdmin(db, user)
  await deleteLikes(tx, 'user_id', id)
  await deleteById(db).run({ id })
  await audit(userDeleted(user))
}

const selectOtherAdmins = prepared((on) =>
  on
    .select({ number: count() })
    .from(users)
    .innerJoin(roles, eq(roles.id, users.role_id))
    .where(and(eq(roles.name, 'admin'), ne(users.id, sql.placeholder('id'))))
    .prepare(),
)

/** Counts the admins, except for the user `without`. */
export const countAdmins = async (read: Reader, without = 0): Promise<number> =>
  (await selectOtherAdmins(read).get({ id: without }))?.number ?? 0

const requireAnotherAdmin = async (read: Reader, user: User) => {
  if (user.role.name !== 'admin' || (await countAdmins(read, user.id)) > 0) return
  throw createLastAdminError()
}

/** The error of a change after which no admin would be left. */
export const createLastAdminError = () => new Conflict('This is the last admin. Make somebody else an admin first.')
