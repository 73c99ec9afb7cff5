import { and, count, desc, eq, getTableColumns, isNull, lt, ne, type SQL } from 'drizzle-orm'
import type { AuditedTransaction } from '../audit/auditedWrite.ts'
import { NotFound, orNotFound } from '../base/errors.ts'
import type { Client } from '../http/client.ts'
import { tokens, users } from '../library/accountSchema.ts'
import type { Instant } from '../library/clock.ts'
import type { Reader } from '../library/connection.ts'
import { lastUse } from './tokens.ts'

// The lists of tokens, and what is done with tokens of a list: by the command line and the console.

/** A token as the command line lists it: without the token itself, which is not stored, and without its hash. */
export interface ListedToken extends Client {
  id: number
  email: string
  /** Null for the token of a session. */
  name: string | null
  read_only: boolean
  created_at: Instant
  /** Null for a token that was never used. */
  last_used_at: Instant | null
  /** Null for a token that ends only by the settings of the server. */
  expires_at: Instant | null
}

const { user_id: _user_id, hash: _hash, ...listedColumns } = getTableColumns(tokens)

const selectListed = (on: Reader) =>
  on
    .select({ email: users.email, ...listedColumns })
    .from(tokens)
    .innerJoin(users, eq(users.id, tokens.user_id))
    .orderBy(tokens.id)

const ofUser = (user_id: number | undefined) => (user_id === undefined ? undefined : eq(tokens.user_id, user_id))

/** Lists all tokens, or those of one user. */
export const listTokens = async (read: Reader, user_id?: number): Promise<ListedToken[]> =>
  selectListed(read).where(ofUser(user_id))

const isUnusedSince = (since: Instant) => lt(lastUse, since)

/** Lists the tokens that were last used before an instant, or created before it and never used. */
export const listUnusedTokens = async (read: Reader, since: Instant): Promise<ListedToken[]> =>
  selectListed(read).where(isUnusedSince(since))

/** Revokes all tokens for which a condition holds, with one entry in the audit trail. @returns their number */
const revokeAll = async ({ db, audit }: AuditedTransaction, condition: SQL | undefined, user_id?: number) => {
  const { length } = await db.delete(tokens).where(condition).returning({ id: tokens.id })
  const record = user_id === undefined ? {} : { record: `users/${user_id}` }
  if (length > 0) await audit({ action: 'revoke', ...record, counts: { tokens: length } })
  return length
}

/** Revokes the tokens that `listUnusedTokens` lists. @returns their number */
export const revokeUnusedTokens = (tx: AuditedTransaction, since: Instant): Promise<number> =>
  revokeAll(tx, isUnusedSince(since))

/** Revokes all tokens of a user. @returns their number */
export const revokeTokensOf = (tx: AuditedTransaction, user_id: number): Promise<number> =>
  revokeAll(tx, eq(tokens.user_id, user_id), user_id)

/** Revokes the sessions of a user, except for the token `except`. Named tokens stay. @returns their number */
export const revokeSessions = (tx: AuditedTransaction, user_id: number, except: number): Promise<number> =>
  revokeAll(tx, and(eq(tokens.user_id, user_id), isNull(tokens.name), ne(tokens.id, except)), user_id)

/** @throws NotFound */
export const requireTokenId = async (read: Reader, id: number): Promise<void> => {
  const found = await read.select({ id: tokens.id }).from(tokens).where(eq(tokens.id, id))
  if (found.length === 0) throw new NotFound('Token', id)
}

const user = { id: users.id, email: users.email, name: users.name }

/** A page of a list of tokens. */
interface TokenPage {
  limit: number
  offset: number
}

const readPage = (read: Reader, condition: SQL | undefined, order: SQL[], { limit, offset }: TokenPage) =>
  read
    .select({ ...listedColumns, user })
    .from(tokens)
    .innerJoin(users, eq(users.id, tokens.user_id))
    .where(condition)
    .orderBy(...order)
    .limit(limit)
    .offset(offset)

/** Reads a page of all tokens, or of those of one user: the newest ones first. */
export const readNewestTokens = async (read: Reader, page: TokenPage, user_id?: number) =>
  readPage(read, ofUser(user_id), [desc(tokens.id)], page)

/** Reads a page of the tokens of a user: those that were used last first. */
export const readLastUsedTokens = async (read: Reader, page: TokenPage, user_id: number) =>
  readPage(read, ofUser(user_id), [desc(lastUse), desc(tokens.id)], page)

/** Reads a token with its user; undefined if there is none with this id. */
export const findToken = async (read: Reader, id: number) => {
  const [token] = await readPage(read, eq(tokens.id, id), [], { limit: 1, offset: 0 })
  return token
}

/** Reads a token with its user. @throws NotFound */
export const readToken = async (read: Reader, id: number) => orNotFound('Token', id, await findToken(read, id))

/** Counts all tokens, or those of one user. */
export const countTokens = async (read: Reader, user_id?: number): Promise<number> => {
  const [row] = await read.select({ tokens: count() }).from(tokens).where(ofUser(user_id))
  return row?.tokens ?? 0
}
