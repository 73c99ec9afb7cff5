import { eq, getTableColumns, lt } from 'drizzle-orm'
import { tokens, users } from '../database/accountSchema.ts'
import type { Instant } from '../database/clock.ts'
import type { Reader, Writer } from '../database/connection.ts'
import { NotFound } from '../errors.ts'
import type { Client } from '../security/client.ts'
import { lastUse } from './tokens.ts'

// What only the command line does with tokens.

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

/** Lists all tokens, or those of one user. */
export const listTokens = async (read: Reader, user_id?: number): Promise<ListedToken[]> =>
  selectListed(read).where(user_id === undefined ? undefined : eq(tokens.user_id, user_id))

const isUnusedSince = (since: Instant) => lt(lastUse, since)

/** Lists the tokens that were last used before an instant, or created before it and never used. */
export const listUnusedTokens = async (read: Reader, since: Instant): Promise<ListedToken[]> =>
  selectListed(read).where(isUnusedSince(since))

/** Revokes the tokens that `listUnusedTokens` lists. @returns their number */
export const revokeUnusedTokens = async (tx: Writer, since: Instant): Promise<number> => {
  const revoked = await tx.delete(tokens).where(isUnusedSince(since)).returning({ id: tokens.id })
  return revoked.length
}

/** @throws NotFound */
export const requireTokenId = async (tx: Reader, id: number): Promise<void> => {
  const found = await tx.select({ id: tokens.id }).from(tokens).where(eq(tokens.id, id))
  if (found.length === 0) throw new NotFound('Token', id)
}
