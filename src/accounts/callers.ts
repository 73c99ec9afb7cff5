import { eq, sql } from 'drizzle-orm'
import { Forbidden, Unauthenticated } from '../base/errors.ts'
import { roles, tokens, users } from '../library/accountSchema.ts'
import type { Reader, Transaction } from '../library/connection.ts'
import { isAmongIds } from '../library/engineSql.ts'
import { prepared, withId } from '../library/prepared.ts'
import { hashSecret } from './secrets.ts'
import type { TokenLife, TokenRules } from './tokenLife.ts'
import type { User } from './users/model.ts'
import { publicUserColumns, roleColumns } from './users/store.ts'

/** The account that sends a request, and its token. */
export interface Caller {
  user: User
  token_id: number
  /** Whether the token is only for reading and for likes. */
  read_only: boolean
  life: TokenLife
}

const { id, read_only, created_at, expires_at, last_used_at } = tokens
const callerColumns = { id, read_only, created_at, expires_at, last_used_at }

const selectByHash = prepared((on) =>
  on
    .select({ token: callerColumns, user: publicUserColumns, role: roleColumns })
    .from(tokens)
    .innerJoin(users, eq(users.id, tokens.user_id))
    .innerJoin(roles, eq(roles.id, users.role_id))
    .where(eq(tokens.hash, sql.placeholder('hash')))
    .prepare(),
)

/** Reads the account and role of a token; undefined for an invalid token, and for one that has ended. */
export const readCaller = async (read: Reader, token: string, rules: TokenRules): Promise<Caller | undefined> => {
  const row = await selectByHash(read).get({ hash: hashSecret(token) })
  if (!row) return
  const life = rules.lifeOf(row.token)
  if (rules.hasEnded(life)) return
  return { token_id: row.token.id, read_only: row.token.read_only, life, user: { ...row.user, role: row.role } }
}

/** @throws Forbidden if this is another role */
export const requireRole = (role: { name: string }, required: 'admin'): void => {
  if (role.name !== required) throw new Forbidden()
}

// Every write runs this statement. With joins in place of the subselects it takes five times as long.
const selectRole = prepared((on) => {
  const role_id = sql`(select ${users.role_id} from ${users} where ${users.id} = ${tokens.user_id})`
  const name = sql<string>`(select ${roles.name} from ${roles} where ${roles.id} = ${role_id})`
  return on.select({ name }).from(tokens).where(withId(tokens)).prepare()
})

/**
 * Checks in a write that the caller's token still exists, and that its account still has the role.
 * @throws Unauthenticated; Forbidden
 */
export const requireCaller = async ({ db }: Transaction, { token_id }: Caller, role?: 'admin'): Promise<void> => {
  const current = await selectRole(db).get({ id: token_id })
  if (!current) throw new Unauthenticated()
  if (role) requireRole(current, role)
}

const selectRoles = prepared((on) =>
  on
    .select({ token_id: tokens.id, role: roles.name })
    .from(tokens)
    .innerJoin(users, eq(users.id, tokens.user_id))
    .innerJoin(roles, eq(roles.id, users.role_id))
    .where(isAmongIds(tokens.id, 'ids'))
    .prepare(),
)

/** Whether callers still have their tokens and their roles. @returns those who have not */
export const findLostCallers = async (read: Reader, callers: readonly Caller[]): Promise<Set<Caller>> => {
  const rows = await selectRoles(read).all({ ids: JSON.stringify(callers.map(({ token_id }) => token_id)) })
  const current = new Map(rows.map(({ token_id, role }) => [token_id, role]))
  return new Set(callers.filter(({ token_id, user }) => current.get(token_id) !== user.role.name))
}
