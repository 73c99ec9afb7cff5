import { and, eq, inArray, lt, ne, sql } from 'drizzle-orm'
import type { Instant } from '../database/clock.ts'
import type { Reader, Writer } from '../database/connection.ts'
import { placeholders, prepared } from '../database/prepared.ts'
import { roles, tokens, users } from '../database/schema.ts'
import { NotFound, Unauthenticated } from '../errors.ts'
import type { User } from './users/model.ts'
import { publicUserColumns, roleColumns } from './users/store.ts'

/** Who is asking, and the token that says so. */
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

/** Gives a user a new token: a fixed prefix that scanners for leaked secrets can look for, then 256 random bits. */
export const issueToken = async (tx: Writer, now: Instant, user_id: number): Promise<string> => {
  const token = `mlib_${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')}`
  await insert(tx).run({ user_id, hash: sha256(token), created_at: now })
  return token
}

const byHash = prepared((on) =>
  on
    .select({ token_id: tokens.id, user: publicUserColumns, role: roleColumns })
    .from(tokens)
    .innerJoin(users, eq(users.id, tokens.user_id))
    .innerJoin(roles, eq(roles.id, users.role_id))
    .where(eq(tokens.hash, sql.placeholder('hash')))
    .prepare(),
)

/** The hash of the token in an `Authorization` header: `Bearer`, in any case, and one token. */
export const hashBearerToken = (authorization: string | null): string | undefined => {
  const token = /^bearer +([\w.~+/-]+=*)$/i.exec(authorization ?? '')?.[1]
  return token && sha256(token)
}

/** Whom the token with that hash speaks for. */
export const readCaller = async (read: Reader, hash: string): Promise<Caller | undefined> => {
  const row = await byHash(read).get({ hash })
  return row && { token_id: row.token_id, user: { ...row.user, role: row.role } }
}

/** Whom an `Authorization` header speaks for, looked up anew each time. */
export const createCallerLookup =
  ({ read }: { read: Reader }) =>
  async (authorization: string | null): Promise<Caller | undefined> => {
    const hash = hashBearerToken(authorization)
    return hash === undefined ? undefined : readCaller(read, hash)
  }

const tokenExists = prepared((on) =>
  on
    .select({ id: tokens.id })
    .from(tokens)
    .where(eq(tokens.id, sql.placeholder('id')))
    .prepare(),
)

/** Inside a write: the guard looked at the token before, and it may have been revoked since. @throws Unauthenticated */
export const requireToken = async (tx: Writer, { token_id }: Caller): Promise<void> => {
  if (!(await tokenExists(tx).get({ id: token_id }))) throw new Unauthenticated()
}

const removeOne = prepared((on: Writer) =>
  on
    .delete(tokens)
    .where(eq(tokens.id, sql.placeholder('id')))
    .prepare(),
)

export const revokeToken = async (tx: Writer, id: number): Promise<void> => {
  await removeOne(tx).run({ id })
}

/** @throws NotFound */
export const requireTokenId = async (tx: Reader, id: number): Promise<void> => {
  if (!(await tokenExists(tx).get({ id }))) throw new NotFound('Token', id)
}

const removeOthers = prepared((on: Writer) =>
  on
    .delete(tokens)
    .where(and(eq(tokens.user_id, sql.placeholder('user_id')), ne(tokens.id, sql.placeholder('kept'))))
    .prepare(),
)

/** Revokes all tokens of a user but the one to keep, if any. */
export const revokeTokens = async (tx: Writer, user_id: number, kept = 0): Promise<void> => {
  await removeOthers(tx).run({ user_id, kept })
}

/** What people are shown of a token: neither the token itself, which is kept nowhere, nor its hash. */
export interface ListedToken {
  id: number
  email: string
  created_at: Instant
  /** Null when it was never used. */
  last_used_at: Instant | null
}

const listed = (on: Reader) =>
  on
    .select({ id: tokens.id, email: users.email, created_at: tokens.created_at, last_used_at: tokens.last_used_at })
    .from(tokens)
    .innerJoin(users, eq(users.id, tokens.user_id))
    .orderBy(tokens.id)

/** All tokens, or those of one user. */
export const listTokens = async (read: Reader, user_id?: number): Promise<ListedToken[]> =>
  listed(read).where(user_id === undefined ? undefined : eq(tokens.user_id, user_id))

const unusedSince = (moment: Instant) => lt(sql`coalesce(${tokens.last_used_at}, ${tokens.created_at})`, moment)

/** The tokens that were last used before a moment, or were made before it and never used. */
export const listUnusedTokens = async (read: Reader, since: Instant): Promise<ListedToken[]> =>
  listed(read).where(unusedSince(since))

/** Revokes those. @returns how many they were */
export const revokeUnusedTokens = async (tx: Writer, since: Instant): Promise<number> => {
  const gone = await tx.delete(tokens).where(unusedSince(since)).returning({ id: tokens.id })
  return gone.length
}

const stamp = prepared((on: Writer) =>
  on
    .update(tokens)
    .set({ last_used_at: sql`${sql.placeholder('now')}` })
    .where(inArray(tokens.id, sql`(select value from json_each(${sql.placeholder('ids')}))`))
    .prepare(),
)

/** Writes that tokens were used; some may have been revoked since. */
export const recordTokenUses = async (tx: Writer, now: Instant, ids: number[]): Promise<void> => {
  await stamp(tx).run({ now, ids: JSON.stringify(ids) })
}

const sha256 = (token: string) => Bun.CryptoHasher.hash('sha256', token, 'hex')
