import { dirname } from 'node:path'
import { sql } from 'drizzle-orm'
import { countAdmins } from '../accounts/users/store.ts'
import { createAuditedWrite } from '../audit/auditedWrite.ts'
import { serverStart } from '../audit/entry.ts'
import { errorMessage, OperationalError, UsageError } from '../base/errors.ts'
import type { Settings } from '../config/settings.ts'
import { describePath } from '../embedding/failurePaths.ts'
import type { Demo, DemoAccount } from '../http/demo.ts'
import { createFailures, type Failures } from '../http/failures.ts'
import type { Reader } from '../library/connection.ts'
import type { Reset } from '../library/database.ts'
import { oneRow } from '../library/engineSql.ts'
import type { Library } from '../library/library.ts'
import { commandToHide } from '../library/secretFile.ts'
import { announce, log } from '../observability/log.ts'
import type { AccountEntry } from '../seeding/accounts/format.ts'
import { seedAccounts, seedAccountsFile } from '../seeding/accounts/seedAccounts.ts'
import { InvalidFile } from '../seeding/read/problems.ts'
import { sampleCatalogue } from '../seeding/sample.ts'
import { seedCatalogue } from '../seeding/seedCatalogue.ts'
import { createDemoTokens, ensureDemoTokens } from './demoTokens.ts'
import { printProblems, summarizeProblems } from './output/problems.ts'
import { readText } from './readText.ts'

/** How much the library of a demo may grow, in pages of 4 KiB: the sample takes a fortieth of it. */
const roomPages = 4_096

/**
 * A demo with fewer free pages than this is full. A write that fails although more are free is too large by itself, such as a
 * catalogue file. It has changed nothing, so no visitor loses anything for it.
 */
const minFreePages = roomPages / 8

/** The bytes of a library for each character of a catalogue file. One of short records takes three. */
const maxBytesPerCharacter = 6

/** The maximum size of the library of a demo, in pages of 4 KiB. @param catalogue - its catalogue file; the sample by default */
export const maxDemoPages = (catalogue = ''): number =>
  roomPages + Math.ceil((catalogue.length * maxBytesPerCharacter) / 4_096)

const defaultIntervalMs = 3_600_000

interface DemoOptions extends Pick<Settings, 'accounts' | 'demoTokens' | 'demoLatency' | 'demoErrors' | 'demoPaths'> {
  /** Its catalogue file; the sample by default. */
  catalogue: { name: string; text: string } | undefined
  /** The interval between resets, in milliseconds. */
  resetEvery: number | undefined
  seedOptions: { onProgress: () => Promise<void> }
}

export interface RunningDemo extends Demo {
  intervalMs: number
  failures: Failures
  /** The same as `reset`, for callers that nobody waits for: the log has its error. */
  resetOrLog(): Promise<void>
  stop(): Promise<void>
}

/**
 * Makes a library in memory that of a demo: a catalogue, the accounts of a file, and a reset at an interval. Without an admin in the file, an
 * admin and a user are added that no request can change. A library that visitors have filled is reset at once.
 * @throws OperationalError for a file with problems, which it prints, and for a file of tokens that can't be used
 */
export const startDemo = async (library: Library, options: DemoOptions): Promise<RunningDemo> => {
  const { catalogue, resetEvery: intervalMs = defaultIntervalMs } = options
  const write = createAuditedWrite(library.write, serverStart)
  await seedCatalogue(write, catalogue?.text ?? sampleCatalogue(), options.seedOptions).catch((error) =>
    throwProblems(error, catalogue?.name),
  )
  const accounts = await seedDemoAccounts(library, options)
  const resetTables = library.createResetPoint?.()
  if (!resetTables) throw new Error('The library of a demo is in memory.')
  const failures = createDemoFailures(options)
  const maxPages = maxDemoPages(catalogue?.text)
  let resetAt = Date.now() + intervalMs
  const running = new Set<Promise<void>>()
  let checking: Promise<void> | undefined

  const reset: Reset = async (check) => {
    const current = resetTables(check)
    running.add(current)
    try {
      await current
      announce('The demo was reset.')
    } finally {
      running.delete(current)
    }
  }
  const resetOrLog = () => reset().catch(logFailedReset)
  const resetIfFull = async () => {
    try {
      if ((await countFreePages(library.read, maxPages)) < minFreePages) await resetOrLog()
    } catch (error) {
      log.error(`It is not known whether the demo is full. ${errorMessage(error)}`)
    } finally {
      checking = undefined
    }
  }
  const timer = setInterval(() => {
    resetAt = Date.now() + intervalMs
    resetOrLog()
  }, intervalMs)

  return {
    accounts,
    intervalMs,
    resetAt: () => new Date(resetAt).toISOString(),
    reset,
    resetOrLog,
    onFull: () => {
      checking ??= resetIfFull()
    },
    failures,
    stop: async () => {
      clearInterval(timer)
      await checking
      await Promise.allSettled(running)
    },
  }
}

/**
 * Seeds the accounts of a demo.
 * @returns those that visitors may know: of a file, the entries with the address and the password of an account of other demos
 */
const seedDemoAccounts = async (library: Library, { accounts: file, demoTokens, seedOptions }: DemoOptions) => {
  const entries = file === undefined ? [] : await seedAccountsOf(file, library, seedOptions)
  if ((await countAdmins(library.read)) > 0)
    return createAccounts(undefined).flatMap((account) => {
      const { role = 'user', password, token } = entries.find(({ email }) => email === account.email) ?? {}
      const isPublic = role === account.role && password === account.password && token !== undefined
      return isPublic ? { ...account, token, tokenPlace: file } : []
    })
  const accounts = createAccounts(demoTokens)
  await seedAccounts(
    library,
    accounts.map(({ tokenPlace, ...account }) => ({ ...account, locked: true })),
  )
  return accounts
}

/** Seeds an accounts file. @returns its entries */
const seedAccountsOf = async (file: string, library: Library, { onProgress }: DemoOptions['seedOptions']) => {
  const text = await readText(file)
  const command = commandToHide(file)
  if (command !== undefined)
    log.warn(`${file} has passwords or tokens, and others may read it. Keep it to yourself: ${command}`)
  await seedAccountsFile(library, text, { folder: dirname(file), onProgress }).catch((error) =>
    throwProblems(error, file),
  )
  // The seed has validated it.
  return (JSON.parse(text) as { accounts: AccountEntry[] }).accounts
}

/** Prints the problems of a file, as `seed` does. @throws OperationalError for these; any other error as it is */
const throwProblems = (error: unknown, file = 'The sample'): never => {
  if (!(error instanceof InvalidFile)) throw error
  printProblems(file, error, false)
  throw new OperationalError(`${summarizeProblems(file, error)} The server was not started.`)
}

const createAccounts = (tokenFile: string | undefined) => {
  const tokens = tokenFile === undefined ? createDemoTokens() : ensureDemoTokens(tokenFile)
  return (['admin', 'user'] as const).map((role): DemoAccount => {
    const tokenPlace = tokenFile && `${role.toUpperCase()}_TOKEN in ${tokenFile}`
    return { email: `${role}@example.com`, role, password: `demo ${role}`, token: tokens[role], tokenPlace }
  })
}

/** What a share of the requests gets. */
const failure = {
  status: 503,
  message: 'This demo lets some requests fail, so this one was not carried out. Try again in a second.',
  retryAfter: 1,
}

/** Checks the settings of a demo before anything is opened. @throws UsageError for a path that no request has */
export const requireDemoPaths = ({ demoPaths }: Pick<Settings, 'demoPaths'>): void => {
  const wrong = demoPaths.map((path) => describePath(path, undefined)).find((problem) => problem !== undefined)
  if (wrong !== undefined) throw new UsageError(`demo-paths: ${wrong}`)
}

const createDemoFailures = ({ demoLatency: ms, demoErrors, demoPaths: paths }: DemoOptions) =>
  createFailures({
    failures: demoErrors === undefined ? [] : [{ ...failure, paths, share: demoErrors / 100 }],
    delays: ms === undefined ? [] : [{ paths, ms }],
  })

const logFailedReset = (error: unknown) => log.error(`The demo could not be reset. ${errorMessage(error)}`)

/** Pages of deleted records are free, too. */
const countFreePages = async (read: Reader, maxPages: number) => {
  const free = sql<number>`${maxPages} - (SELECT page_count FROM pragma_page_count) + (SELECT freelist_count FROM pragma_freelist_count)`
  const [row] = await read.select({ free }).from(oneRow)
  return row?.free ?? 0
}
