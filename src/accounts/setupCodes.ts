import { and, gt, lt, sql } from 'drizzle-orm'
import { invitations } from '../library/accountSchema.ts'
import { addMilliseconds, type Instant, now } from '../library/clock.ts'
import type { Transaction } from '../library/connection.ts'
import type { Database } from '../library/database.ts'

/** The hashes of the codes that make the first admin. */
export interface SetupCodes {
  add(hash: string): Promise<void>
  /** Lists the hashes of the codes that have not expired. */
  list(): Promise<string[]>
  /** Deletes those that are stored, in the transaction that makes the admin. */
  deleteStored(tx: Transaction): Promise<void>
  /** Forgets those in memory, once the admin is made. */
  clear(): void
}

/** A file has one server, so its memory has the code. It ends with the process, and leaves nothing in the file. */
export const createCodesInMemory = (lifeMs: number): SetupCodes => {
  let codes: { hash: string; expires_at: Instant }[] = []
  return {
    add: async (hash) => {
      codes.push({ hash, expires_at: addMilliseconds(now(), lifeMs) })
    },
    list: async () => {
      const at = now()
      return codes.filter(({ expires_at }) => expires_at > at).map(({ hash }) => hash)
    },
    deleteStored: async () => {},
    clear: () => {
      codes = []
    },
  }
}

/**
 * Any node takes the code that another one has printed, so their hashes are in the database. They are rows of `invitations`, which has what a
 * code needs, an expiry included: a table of their own would be another schema. The id tells them apart: it is negative, and those of
 * invitations begin at 1. `uses` is 0, so that no version of the program takes such a code as an invitation, also in the copy of a backup.
 */
export const createStoredCodes = ({ read, write }: Pick<Database, 'read' | 'write'>, lifeMs: number): SetupCodes => ({
  add: (hash) =>
    write(async ({ db, realNow }) => {
      const lowest = sql<number>`(SELECT coalesce(min(id), 0) FROM invitations WHERE id < 0) - 1`
      const expires_at = addMilliseconds(realNow, lifeMs)
      await db.insert(invitations).values({ id: lowest, hash, uses: 0, expires_at, created_at: realNow })
    }),
  list: async () => {
    const rows = await read
      .select({ hash: invitations.hash })
      .from(invitations)
      .where(and(isSetupCode, gt(invitations.expires_at, now())))
    return rows.map(({ hash }) => hash)
  },
  deleteStored: async ({ db }) => {
    await db.delete(invitations).where(isSetupCode)
  },
  clear: () => {},
})

const isSetupCode = lt(invitations.id, 0)
