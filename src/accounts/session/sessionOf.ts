import type { Database } from '../../library/database.ts'
import { createSession } from '../tokens.ts'
import { readUserId } from '../users/store.ts'

/** Starts a session of an account for the program that embeds the library. No password is needed. @returns the token @throws NotFound */
export const startSessionOf = (write: Database['write'], email: string): Promise<string> =>
  write(async (tx) => (await createSession(tx, { user_id: await readUserId(tx.db, email) })).token)
