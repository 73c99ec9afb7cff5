import { timingSafeEqual } from 'node:crypto'
import { Conflict } from '../base/errors.ts'
import type { Reader, Transaction } from '../library/connection.ts'
import type { Database } from '../library/database.ts'
import type { Library } from '../library/library.ts'
import { createSecret, hashSecret } from './secrets.ts'
import { createCodesInMemory, createStoredCodes } from './setupCodes.ts'
import { countAdmins } from './users/store.ts'

/** How the first admin of a library is made in a browser: by whoever has a code that the start of the server has printed. */
export interface Setup {
  /** Creates a one-time code. It is returned once, and only its hash is kept. */
  createCode(): Promise<string>
  /** Whether this process has created a code, and the library has had no admin since. */
  isNeeded(): Promise<boolean>
  /** Whether a code is valid, as long as there is no admin: that of this process or, on PostgreSQL, of any other one. */
  isCode(code: string): Promise<boolean>
  /** Creates the admin with `work` in a transaction, which ends all codes. @throws Conflict if there is an admin */
  use<T>(write: Database['write'], work: (tx: Transaction) => Promise<T>): Promise<T>
}

/** How long a code is valid, in milliseconds: seven days, as an invitation is by default. */
const defaultLifeMs = 7 * 86_400_000

export const createSetup = (
  library: Pick<Library, 'read' | 'write' | 'engine'>,
  { lifeMs = defaultLifeMs } = {},
): Setup => {
  const codes = library.engine === 'postgres' ? createStoredCodes(library, lifeMs) : createCodesInMemory(lifeMs)
  // Most servers have an admin when they start. Then no page looks for one.
  let mayBeNeeded = false
  return {
    createCode: async () => {
      const code = createSecret('mset_', 16)
      await codes.add(hashSecret(code))
      mayBeNeeded = true
      return code
    },
    isNeeded: async () => {
      mayBeNeeded &&= (await countAdmins(library.read)) === 0
      return mayBeNeeded
    },
    isCode: async (code) => {
      const hash = Buffer.from(hashSecret(code))
      const equal = (await codes.list()).filter((stored) => timingSafeEqual(Buffer.from(stored), hash))
      return equal.length > 0
    },
    use: async (write, work) => {
      const result = await write(async (tx) => {
        // Meanwhile another request, another node or a command may have made one.
        await requireNoAdmin(tx.db)
        await codes.deleteStored(tx)
        return work(tx)
      })
      codes.clear()
      return result
    },
  }
}

/** @throws Conflict if the library has an admin */
export const requireNoAdmin = async (read: Reader): Promise<void> => {
  if ((await countAdmins(read)) > 0) throw new Conflict('This library has an admin already. Log in.')
}
