import { and, desc, eq, getTableName, isNull, lt, lte, ne, notInArray, or, sql } from 'drizzle-orm'
import type { AuditedTransaction } from '../audit/auditedWrite.ts'
import { cutValues, findChanges } from '../audit/compareMembers.ts'
import type { Client } from '../http/client.ts'
import { roles, tokens, users } from '../library/accountSchema.ts'
import type { TrackedTable } from '../library/changes.ts'
import type { Instant } from '../library/clock.ts'
import type { Reader, Transaction, Writer } from '../library/connection.ts'
import { placeholders, prepared, withId } from '../library/prepared.ts'
import { createSecret, hashSecret } from './secrets.ts'
import type { TokenRules } from './tokenLife.ts'

/** When a token was last used; for one that was not, when it was created. */
export const lastUse = sql`coalesce(${tokens.last_used_at}, ${tokens.created_at})`

const insert = prepared((on: Writer) =>
  on
    .insert(tokens)
    .values({
      ...placeholders('user_id', 'hash', 'created_at', 'name', 'expires_at', 'address', 'program'),
      read_only: sql`${sql.placeholder('read_only')}`,
    })
    .returning({ id: tokens.id })
    .prepare(),
)

interface NewToken {
  user_id: number
  name: string
  read_only?: boolean
  expires_at?: Instant | null
}

interface NewSession extends Partial<Client> {
  user_id: number
}

/** A token of a session has no name. */
const session = { name: null, read_only: false, expires_at: null, address: null, program: null }

/** Creates a token: a fixed prefix that scanners for leaked secrets can look for, then 256 random bits. */
const createToken = () => createSecret('mlib_', 32)

const insertToken = async (
  { db, realNow }: Transaction,
  token: string,
  fields: NewToken | NewSession,
): Promise<number> => {
  const row = { ...session, ...fields, hash: hashSecret(token), created_at: realNow }
  return (await insert(db).get({ ...row, read_only: Number(row.read_only) })).id
}

/** Creates the token of a session, without an entry in the audit trail: a login has an entry of its own. */
export const createSession = async (tx: Transaction, fields: NewSession): Promise<{ id: number; token: string }> => {
  const token = createToken()
  return { id: await insertToken(tx, token, fields), token }
}

/** Creates a named token. */
export const issueToken = async (tx: AuditedTransaction, fields: NewToken): Promise<{ id: number; token: string }> => {
  const token = createToken()
  return { id: await storeToken(tx, token, fields), token }
}

/** The form of all tokens, in JSON Schema. */
export const tokenPattern = '^mlib_[A-Za-z0-9_-]{43}$'

/** Stores the hash of a named token that exists outside the library. @returns its id */
export const storeToken = async (tx: AuditedTransaction, token: string, fields: NewToken): Promise<number> => {
  const id = await insertToken(tx, token, fields)
  const { user_id, name, read_only = false, expires_at = null } = fields
  const changes = cutValues(findChanges({}, { user_id, name, read_only, expires_at }))
  await tx.audit({ action: 'create', record: `tokens/${id}`, changes })
  return id
}

const selectOwner = prepared((on) =>
  on
    .select({ user_id: tokens.user_id })
    .from(tokens)
    .where(eq(tokens.hash, sql.placeholder('hash')))
    .prepare(),
)

/** Reads the id of the account that has a token; undefined if none has it. */
export const readTokenOwner = async (read: Reader, token: string): Promise<number | undefined> =>
  (await selectOwner(read).get({ hash: hashSecret(token) }))?.user_id

// One statement: with one for each session, SQLite takes minutes to end a hundred thousand.
const deleteSessions = prepared((on: Writer) => {
  const others = and(
    eq(tokens.user_id, sql.placeholder('user_id')),
    isNull(tokens.name),
    ne(tokens.id, sql.placeholder('newest')),
  )
  const kept = on
    .select({ id: tokens.id })
    .from(tokens)
    .where(others)
    .orderBy(desc(lastUse), desc(tokens.id))
    .limit(sql.placeholder('others'))
  return on
    .delete(tokens)
    .where(and(others, notInArray(tokens.id, kept)))
    .prepare()
})

/**
 * Revokes the sessions of a user that were not used for the longest time, except for `count` of them.
 * @param newest - the id of a session that stays, even if the clock was set back since others were used
 */
export const limitSessions = async (
  { db }: Transaction,
  user_id: number,
  count: number,
  newest: number,
): Promise<void> => {
  await deleteSessions(db).run({ user_id, newest, others: count - 1 })
}

const deleteById = prepared((on: Writer) => on.delete(tokens).where(withId(tokens)).prepare())

/** Deletes a token without an entry in the audit trail: one that has ended, or that of a logout, which has an entry of its own. */
export const deleteToken = async ({ db }: Transaction, id: number): Promise<void> => {
  await deleteById(db).run({ id })
}

export const revokeToken = async (tx: AuditedTransaction, id: number): Promise<void> => {
  await deleteToken(tx, id)
  await tx.audit({ action: 'revoke', record: `tokens/${id}` })
}

const deleteOthers = prepared((on: Writer) =>
  on
    .delete(tokens)
    .where(and(eq(tokens.user_id, sql.placeholder('user_id')), ne(tokens.id, sql.placeholder('except'))))
    .prepare(),
)

/**
 * Deletes all tokens of a user, except for the token `except`. They have no entry in the audit trail: they end with a new password,
 * which has one.
 */
export const deleteTokens = async ({ db }: Transaction, user_id: number, except = 0): Promise<void> => {
  await deleteOthers(db).run({ user_id, except })
}

/** Lists the ids of tokens that have ended, at most `limit`. */
export const listEndedTokens = async (
  read: Reader,
  now: Instant,
  rules: TokenRules,
  limit: number,
): Promise<number[]> => {
  const { created, used } = rules.endedBefore(now)
  const conditions = [
    lte(tokens.expires_at, now),
    created === undefined ? undefined : lte(tokens.created_at, created),
    used === undefined ? undefined : lt(lastUse, used),
  ]
  const rows = await read
    .select({ id: tokens.id })
    .from(tokens)
    .where(or(...conditions))
    .limit(limit)
  return rows.map((token) => token.id)
}

const updateLastUse = prepared((on: Writer) =>
  on
    .update(tokens)
    .set(placeholders('last_used_at', 'address', 'program'))
    .where(withId(tokens))
    .prepare(),
)

/** A token that was used, when, and by which client. */
export interface TokenUse extends Client {
  id: number
  last_used_at: Instant
}

/** Records that tokens were used. Tokens that have been revoked since are ignored. */
export const recordTokenUses = async ({ db }: Transaction, uses: readonly TokenUse[]): Promise<void> => {
  for (const use of uses) await updateLastUse(db).run({ ...use })
}

/**
 * Reports revoked tokens and changed accounts to the cache. The columns that a use changes are left out: the cache updates
 * the last use of its callers itself.
 */
export const trackedTables: TrackedTable[] = [
  {
    table: getTableName(tokens),
    changes: [{ kind: 'tokens', column: 'id' }],
    columns: ['user_id', 'hash', 'read_only', 'expires_at'],
  },
  { table: getTableName(users), changes: [{ kind: 'users', column: 'id' }] },
  { table: getTableName(roles), changes: [{ kind: 'roles', column: 'id' }] },
]
