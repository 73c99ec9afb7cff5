import { getTableName, gt, lte } from 'drizzle-orm'
import { Conflict } from '../base/errors.ts'
import { setup_codes, users } from '../library/accountSchema.ts'
import type { TrackedTable } from '../library/changes.ts'
import { addMilliseconds, type Instant } from '../library/clock.ts'
import type { Reader, Transaction } from '../library/connection.ts'
import type { Database } from '../library/database.ts'
import type { Library } from '../library/library.ts'
import { createSecret, hashSecret } from './secrets.ts'
import { countAdmins } from './users/store.ts'

/** How the first admin of a library is made in a browser: by whoever has a code that the start of a server has printed. */
export interface Setup {
  /** Creates a one-time code. It is returned once, and only its hash is stored. */
  createCode(): Promise<string>
  /** Whether this process has created a code, and the library has had no admin since. */
  isNeeded(): Promise<boolean>
  /** Whether anybody has an account. */
  hasUsers(): Promise<boolean>
  /** Whether a code is valid, as long as there is no admin: also one that another node has printed, if this process has created one, too. */
  isCode(code: string): Promise<boolean>
  /** Creates the admin with `work` in a transaction, which ends all codes. @throws Conflict if there is an admin */
  use<T>(write: Database['write'], work: (tx: Transaction) => Promise<T>): Promise<T>
}

/** How long a code is valid, in milliseconds: seven days, as an invitation is by default. */
const defaultLifeMs = 7 * 86_400_000

export const createSetup = (
  { read, write: writeCode, engine, clock }: Pick<Library, 'read' | 'write' | 'engine' | 'clock'>,
  { lifeMs = defaultLifeMs } = {},
): Setup => {
  // Most servers have an admin when they start. Then no page looks for one.
  let mayBeNeeded = false
  return {
    createCode: async () => {
      const code = createSecret('mset_', 16)
      const hash = hashSecret(code)
      await writeCode(async ({ db, realNow }) => {
        // A file has one server, whose start ends the code of the one before.
        if (engine !== 'postgres') await db.delete(setup_codes)
        await db.insert(setup_codes).values({ hash, expires_at: addMilliseconds(realNow, lifeMs) })
      })
      mayBeNeeded = true
      return code
    },
    isNeeded: async () => {
      mayBeNeeded &&= (await countAdmins(read)) === 0
      return mayBeNeeded
    },
    hasUsers: async () => (await read.select({ id: users.id }).from(users).limit(1)).length > 0,
    isCode: async (code) => {
      // A program that embeds the service has printed none, and takes none that a server has left in the library.
      if (!mayBeNeeded) return false
      const hash = Buffer.from(hashSecret(code))
      const stored = await read.select().from(setup_codes).where(gt(setup_codes.expires_at, clock.realNow()))
      const equal = stored.filter((row) => crypto.timingSafeEqual(Buffer.from(row.hash), hash))
      return equal.length > 0
    },
    use: (write, work) =>
      write(async (tx) => {
        // Meanwhile another request, another node or a command may have made one.
        await requireNoAdmin(tx.db)
        await tx.db.delete(setup_codes)
        return work(tx)
      }),
  }
}

/** @throws Conflict if the library has an admin */
export const requireNoAdmin = async (read: Reader): Promise<void> => {
  if ((await countAdmins(read)) > 0) throw new Conflict('This library has an admin already. Log in.')
}

export const hasExpiredCodes = async (read: Reader, at: Instant): Promise<boolean> => {
  const rows = await read.select().from(setup_codes).where(lte(setup_codes.expires_at, at)).limit(1)
  return rows.length > 0
}

/** Deletes the codes that are left where a command has made the admin. @returns how many */
export const deleteExpiredCodes = async ({ db }: Transaction, at: Instant): Promise<number> =>
  (await db.delete(setup_codes).where(lte(setup_codes.expires_at, at)).returning()).length

/** No cached response depends on the codes. */
export const trackedTables: TrackedTable[] = [{ table: getTableName(setup_codes), changes: [] }]
