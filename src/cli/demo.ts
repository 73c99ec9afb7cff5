import { sql } from 'drizzle-orm'
import { serverStart } from '../audit/entry.ts'
import { createAuditedWrite } from '../audit/write.ts'
import { createSecret } from '../auth/secrets.ts'
import type { Reader } from '../database/connection.ts'
import { oneRow } from '../database/engineSql.ts'
import { errorMessage } from '../errors.ts'
import type { Demo, DemoAccount } from '../http/demo.ts'
import { announce, log } from '../observability/log.ts'
import { seedAccounts } from '../seeding/accounts/seedAccounts.ts'
import { sampleCatalogue } from '../seeding/sample.ts'
import { seedCatalogue } from '../seeding/seedCatalogue.ts'
import type { Library } from '../storage/library.ts'

/** The maximum size of the library of a demo, in pages of 4 KiB: the sample takes a fortieth of it. */
export const maxDemoPages = 4_096

/**
 * A demo with fewer free pages than this is full. A write that fails although more are free is too large by itself, such as a
 * catalogue file or its preview. It has changed nothing, so no visitor loses anything for it.
 */
const minFreePages = maxDemoPages / 8

const createAccount = (role: DemoAccount['role']): DemoAccount => ({
  email: `${role}@example.com`,
  role,
  password: `demo ${role}`,
  token: createSecret('mlib_', 32),
})

/**
 * Makes a library in memory that of a demo: the sample catalogue, an admin and a user that no request can change, and a reset
 * at an interval, in milliseconds. A library that visitors have filled is reset at once.
 */
export const startDemo = async (library: Library, intervalMs: number): Promise<Demo & { stop(): Promise<void> }> => {
  const accounts = [createAccount('admin'), createAccount('user')]
  await seedCatalogue(createAuditedWrite(library.write, serverStart), sampleCatalogue())
  await seedAccounts(
    library,
    accounts.map((account) => ({ ...account, locked: true })),
  )
  const resetTables = library.createResetPoint?.()
  if (!resetTables) throw new Error('The library of a demo is in memory.')
  let resetAt = Date.now() + intervalMs
  let resetting: Promise<void> | undefined
  let checking: Promise<void> | undefined

  const reset = async () => {
    try {
      await resetTables()
      announce('The demo was reset.')
    } catch (error) {
      log.error(`The demo could not be reset. ${errorMessage(error)}`)
    } finally {
      resetting = undefined
    }
  }
  const resetIfFull = async () => {
    try {
      if ((await countFreePages(library.read)) < minFreePages) resetting ??= reset()
    } catch (error) {
      log.error(`It can't be found out whether the demo is full. ${errorMessage(error)}`)
    } finally {
      checking = undefined
    }
  }
  const timer = setInterval(() => {
    resetAt = Date.now() + intervalMs
    resetting ??= reset()
  }, intervalMs)

  return {
    accounts,
    resetAt: () => new Date(resetAt).toISOString(),
    onFull: () => {
      checking ??= resetIfFull()
    },
    stop: async () => {
      clearInterval(timer)
      await checking
      await resetting
    },
  }
}

/** Pages of deleted records are free, too. */
const countFreePages = async (read: Reader) => {
  const free = sql<number>`${maxDemoPages} - (SELECT page_count FROM pragma_page_count) + (SELECT freelist_count FROM pragma_freelist_count)`
  const [row] = await read.select({ free }).from(oneRow)
  return row?.free ?? 0
}
