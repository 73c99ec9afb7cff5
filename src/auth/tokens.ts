import { and, eq, getTableName, inArray, lt, ne, sql } from 'drizzle-orm'
import type { TrackedTable } from '../database/changeCapture.ts'
import type { Instant } from '../database/clock.ts'
import type { Reader, Writer } from '../database/connection.ts'
import { placeholders, prepared } from '../database/prepared.ts'
import { roles, tokens, users } from '../database/schema.ts'
import { Forbidden, NotFound, Unauthenticated } from '../errors.ts'
import type { User } from './users/model.ts'
import { publicUserColumns, roleColumns } from './users/store.ts'

/** The account that sends a request, and its token. */
export interface Caller {
  user: User
  token_id: number
}

const insert = prepared((on: Writer) =>
  on
    .insert(tokens)
    .values({ ...placeholders('user_id', 'hash', 'created_at') })
    .prepare(),
)

/** Creates a token of a user: a fixed prefix that scanners for leaked secrets can look for, then 256 random bits. */
export const issueToken = async (tx: Writer, now: Instant, user_id: number): Promise<string> => {
  const token = `mlib_${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')}`
  await insert(tx).run({ user_id, hash: hashToken(token), created_at: now })
  return token
}

const selectByHash = prepared((on) =>
  on
    .select({ token_id: tokens.id, user: publicUserColumns, role: roleColumns })
    .from(tokens)
    .innerJoin(users, eq(users.id, tokens.user_id))
    .innerJoin(roles, eq(roles.id, users.role_id))
    .where(eq(tokens.hash, sql.placeholder('hash')))
    .prepare(),
)

/** Reads the account and role of a token; undefined for an invalid token. */
export const readCaller = async (read: Reader, token: string): Promise<Caller | undefined> => {
  const row = await selectByHash(read).get({ hash: hashToken(token) })
  return row && { token_id: row.token_id, user: { ...row.user, role: row.role } }
}

/** @throws Forbidden if this is another role */
export const requireRole = (role: { name: string }, required: 'admin'): void => {
  if (role.name !== required) throw new Forbidden()
}

// Every write runs this statement. With joins in place of the subselects it takes five times as long.
const selectRole = prepared((on) => {
  const role_id = sql`(select ${users.role_id} from ${users} where ${users.id} = ${tokens.user_id})`
  const name = sql<string>`(select ${roles.name} from ${roles} where ${roles.id} = ${role_id})`
  return on
    .select({ name })
    .from(tokens)
    .where(eq(tokens.id, sql.placeholder('id')))
    .prepare()
})

/**
 * Checks in a write that the caller's token still exists, and that its account still has the role.
 * @throws Unauthenticated; Forbidden
 */
export const requireCaller = async (tx: Writer, { token_id }: Caller, role?: 'admin'): Promise<void> => {
  const current = await selectRole(tx).get({ id: token_id })
  if (!current) throw new Unauthenticated()
  if (role) requireRole(current, role)
}

const selectById = prepared((on) =>
  on
    .select({ id: tokens.id })
    .from(tokens)
    .where(eq(tokens.id, sql.placeholder('id')))
    .prepare(),
)

const deleteById = prepared((on: Writer) =>
  on
    .delete(tokens)
    .where(eq(tokens.id, sql.placeholder('id')))
    .prepare(),
)

export const revokeToken = async (tx: Writer, id: number): Promise<void> => {
  await deleteById(tx).run({ id })
}

/** @throws NotFound */
export const requireTokenId = async (tx: Reader, id: number): Promise<void> => {
  if (!(await selectById(tx).get({ id }))) throw new NotFound('Token', id)
}

const deleteOthers = prepared((on: Writer) =>
  on
    .delete(tokens)
    .where(and(eq(tokens.user_id, sql.placeholder('user_id')), ne(tokens.id, sql.placeholder('except'))))
    .prepare(),
)

/** Revokes all tokens of a user, except for the token `except`. */
export const revokeTokens = async (tx: Writer, user_id: number, except = 0): Promise<void> => {
  await deleteOthers(tx).run({ user_id, except })
}

/** A token as the command line lists it: without the token itself, which is not stored, and without its hash. */
export interface ListedToken {
  id: number
  email: string
  created_at: Instant
  /** Null for a token that was never used. */
  last_used_at: Instant | null
}

const selectListed = (on: Reader) =>
  on
    .select({ id: tokens.id, email: users.email, created_at: tokens.created_at, last_used_at: tokens.last_used_at })
    .from(tokens)
    .innerJoin(users, eq(users.id, tokens.user_id))
    .orderBy(tokens.id)

/** Lists all tokens, or those of one user. */
export const listTokens = async (read: Reader, user_id?: number): Promise<ListedToken[]> =>
  selectListed(read).where(user_id === undefined ? undefined : eq(tokens.user_id, user_id))

const isUnusedSince = (since: Instant) => lt(sql`coalesce(${tokens.last_used_at}, ${tokens.created_at})`, since)

/** Lists the tokens that were last used before an instant, or created before it and never used. */
export const listUnusedTokens = async (read: Reader, since: Instant): Promise<ListedToken[]> =>
  selectListed(read).where(isUnusedSince(since))

/** Revokes the tokens that `listUnusedTokens` lists. @returns their number */
export const revokeUnusedTokens = async (tx: Writer, since: Instant): Promise<number> => {
  const revoked = await tx.delete(tokens).where(isUnusedSince(since)).returning({ id: tokens.id })
  return revoked.length
}

const updateLastUsed = prepared((on: Writer) =>
  on
    .update(tokens)
    .set({ last_used_at: sql`${sql.placeholder('now')}` })
    .where(inArray(tokens.id, sql`(select value from json_each(${sql.placeholder('ids')}))`))
    .prepare(),
)

/** Records that tokens were used. Ids of tokens that have been revoked since are ignored. */
export const recordTokenUses = async (tx: Writer, now: Instant, ids: number[]): Promise<void> => {
  await updateLastUsed(tx).run({ now, ids: JSON.stringify(ids) })
}

/** The form in which a token is stored. */
const hashToken = (token: string) => Bun.CryptoHasher.hash('sha256', token, 'hex')

/**
 * Reports revoked tokens and changed accounts to the cache. `last_used_at` is left out, since no caller contains it.
 */
export const trackedTables: TrackedTable[] = [
  { table: getTableName(tokens), changes: [{ kind: 'tokens', column: 'id' }], columns: ['user_id', 'hash'] },
  { table: getTableName(users), changes: [{ kind: 'users', column: 'id' }] },
  { table: getTableName(roles), changes: [{ kind: 'roles', column: 'id' }] },
]
