import { and, count, eq, getTableColumns, ne, sql } from 'drizzle-orm'
import type { Instant } from '../../database/clock.ts'
import type { Reader, Writer } from '../../database/connection.ts'
import { createdNow, placeholders, prepared, updatedNow } from '../../database/prepared.ts'
import { requireReferences } from '../../database/references.ts'
import { roles, users } from '../../database/schema.ts'
import { Conflict, orNotFound, ValidationError } from '../../errors.ts'
import type { User } from './model.ts'

const { password: _, ...withoutPassword } = getTableColumns(users)

/** What the API shows of a user. */
export const publicUserColumns = withoutPassword
export const roleColumns = getTableColumns(roles)

const withRole = (on: Reader) =>
  on.select({ user: publicUserColumns, role: roleColumns }).from(users).innerJoin(roles, eq(roles.id, users.role_id))

const shown = ({ user, role }: { user: Omit<User, 'role'>; role: User['role'] }): User => ({ ...user, role })

const all = prepared((on) => withRole(on).orderBy(users.id).prepare())

export const listUsers = async (read: Reader): Promise<User[]> => (await all(read).all()).map(shown)

const byId = prepared((on) =>
  withRole(on)
    .where(eq(users.id, sql.placeholder('id')))
    .prepare(),
)

/** @throws NotFound */
export const readUser = async (read: Reader, id: number): Promise<User> => {
  const row = await byId(read).get({ id })
  return shown(orNotFound('User', id, row))
}

const sameAddress = eq(sql`lower(${users.email})`, sql`lower(${sql.placeholder('email')})`)

const hashByEmail = prepared((on) =>
  on.select({ id: users.id, password: users.password }).from(users).where(sameAddress).prepare(),
)

/** The id and the password's hash of the account with that address, whatever its case. */
export const readAccount = async (read: Reader, email: string) => hashByEmail(read).get({ email })

/** @throws NotFound */
export const readUserId = async (read: Reader, email: string): Promise<number> =>
  orNotFound('User', email, await readAccount(read, email.trim())).id

const hashById = prepared((on) =>
  on
    .select({ password: users.password })
    .from(users)
    .where(eq(users.id, sql.placeholder('id')))
    .prepare(),
)

/** The hash of a user's password. */
export const readPasswordHash = async (read: Reader, id: number) => (await hashById(read).get({ id }))?.password

/** @throws ValidationError when another account than `id` has the address. */
export const requireFreeEmail = async (read: Reader, email: string, id = 0): Promise<void> => {
  const account = await readAccount(read, email)
  if (account && account.id !== id) throw new ValidationError({ email: ['The email has already been taken.'] })
}

const roleByName = prepared((on) =>
  on
    .select({ id: roles.id })
    .from(roles)
    .where(eq(roles.name, sql.placeholder('name')))
    .prepare(),
)

/** The id of a role by its name. */
export const readRoleId = async (read: Reader, name: string) => (await roleByName(read).get({ name }))?.id

const columns = placeholders('name', 'email', 'role_id')

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
  /** Of the password, which never comes this far. */
  hash: string
  /** The role user, unless said otherwise. */
  role_id?: number | undefined
}

/** @throws ValidationError when the address is taken or there is no such role. */
export const createUser = async (tx: Writer, now: Instant, account: NewAccount): Promise<User> => {
  await requireFreeEmail(tx, account.email)
  const role_id = account.role_id ?? (await readRoleId(tx, 'user'))
  await requireReferences(tx, ['role_id', roles, [role_id]])
  const { id } = await insert(tx).get({ ...account, role_id, now })
  return readUser(tx, id)
}

const update = prepared((on: Writer) =>
  on
    .update(users)
    .set({
      ...columns,
      password: sql`coalesce(${sql.placeholder('hash')}, ${users.password})`,
      ...updatedNow,
    })
    .where(eq(users.id, sql.placeholder('id')))
    .prepare(),
)

/**
 * Changes what is given, and nothing else.
 * @throws NotFound; ValidationError as `createUser`; Conflict when nobody would be admin any more.
 */
export const updateUser = async (tx: Writer, now: Instant, id: number, changes: Partial<NewAccount>): Promise<User> => {
  const before = await readUser(tx, id)
  if (changes.email !== undefined) await requireFreeEmail(tx, changes.email, id)
  if (changes.role_id !== undefined) await requireReferences(tx, ['role_id', roles, [changes.role_id]])
  const after = { ...before, hash: null, ...changes }
  if (after.role_id !== before.role_id) await requireAnotherAdmin(tx, before)
  await update(tx).run({ name: after.name, email: after.email, hash: after.hash, role_id: after.role_id, id, now })
  return readUser(tx, id)
}

const remove = prepared((on: Writer) =>
  on
    .delete(users)
    .where(eq(users.id, sql.placeholder('id')))
    .prepare(),
)

/**
 * Removes a user with their tokens and likes.
 * @throws NotFound; Conflict for the last admin.
 */
export const deleteUser = async (tx: Writer, id: number): Promise<void> => {
  await requireAnotherAdmin(tx, await readUser(tx, id))
  await remove(tx).run({ id })
}

const otherAdmins = prepared((on) =>
  on
    .select({ number: count() })
    .from(users)
    .innerJoin(roles, eq(roles.id, users.role_id))
    .where(and(eq(roles.name, 'admin'), ne(users.id, sql.placeholder('id'))))
    .prepare(),
)

/** How many admins there are, without one of them. */
export const countAdmins = async (read: Reader, without = 0): Promise<number> =>
  (await otherAdmins(read).get({ id: without }))?.number ?? 0

const requireAnotherAdmin = async (tx: Reader, user: User) => {
  if (user.role.name !== 'admin' || (await countAdmins(tx, user.id)) > 0) return
  throw new Conflict('This is the last admin. Make somebody else an admin first.')
}
