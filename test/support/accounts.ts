import { createHash } from 'node:crypto'
import { readCaller } from '../../src/accounts/callers.ts'
import { createTokenRules } from '../../src/accounts/tokenLife.ts'
import { readAccount, readUser } from '../../src/accounts/users/store.ts'
import { like, listLikes } from '../../src/catalogue/likes/store.ts'
import { users } from '../../src/library/accountSchema.ts'
import type { Database } from '../../src/library/database.ts'
import { allIds } from '../../src/library/listRange.ts'

/** A fixed token that follows from a name. */
export const tokenFor = (name: string): string => `mlib_${createHash('sha256').update(name).digest('base64url')}`

/** The account with an e-mail address as responses contain it. */
export const readByEmail = async ({ read }: Pick<Database, 'read'>, email: string) => {
  const account = await readAccount(read, email)
  if (!account) throw new Error(`There is no account ${email}.`)
  return { ...(await readUser(read, account.id)), password: account.password }
}

/** Adds an account that can't log in, and that likes tracks. */
export const addListener = ({ write }: Pick<Database, 'write'>, email: string, track_ids: readonly number[]) =>
  write(async (tx) => {
    const stamps = { created_at: tx.now, updated_at: tx.now }
    const added = await tx.db
      .insert(users)
      .values({ name: 'a', email, password: '', role_id: 1, ...stamps })
      .returning()
    for (const { id } of added) for (const track_id of track_ids) await like(tx, id, track_id)
  })

/** The paths of the tracks that an account likes, the latest like first. */
export const likedPaths = async (database: Pick<Database, 'read'>, email: string) => {
  const { id } = await readByEmail(database, email)
  return (await listLikes(database.read, id, allIds)).map(({ track }) => track.file_path)
}

/** The address of the account that a token belongs to. */
export const ownerOf = async ({ read }: Pick<Database, 'read'>, token: string) =>
  (await readCaller(read, token, createTokenRules()))?.user.email
