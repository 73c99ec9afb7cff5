import { Command } from 'commander'
import { countAdmins } from '../../auth/users/store.ts'
import { type Counts, countRecords } from '../../catalogue/counts.ts'
import { type FirstAdmin, firstAdmin } from '../../config/admin.ts'
import { addSettings } from '../../config/options.ts'
import { type Settings, settingNames } from '../../config/settings.ts'
import { describeError } from '../../library/describeError.ts'
import { type Library as Database, openLibrary } from '../../library/open.ts'
import { announce, log, startLog } from '../../observability/log.ts'
import { startServer } from '../../server.ts'
import { scheduleBackups } from '../backupSchedule.ts'
import { commandLine } from '../commandLine.ts'
import { formatCount } from '../output/table.ts'
import { addServeFlags } from '../serveFlags.ts'

interface Options extends Settings {
  sample?: true
  new?: true
}

export const serveCommand = () =>
  addServeFlags(addSettings(new Command('serve'), settingNames))
    .description('serve the API (the default)')
    .addHelpText(
      'after',
      `
ADMIN_EMAIL with ADMIN_PASSWORD_FILE (or ADMIN_PASSWORD) makes that admin when nobody has the address.
SIGINT or SIGTERM finishes what is under way and closes the library.`,
    )
    .action(serve)

const serve = async (given: Options) => {
  const endLog = await startLog(given.logLevel, given.logFormat)
  try {
    await run(given)
    announce('Stopped.')
  } finally {
    await endLog()
  }
}

const run = async (given: Options) => {
  const { host, port, maxBody, cache, metricsPort, sample } = given
  const admin = firstAdmin(given)
  // Listened for from the start: a signal may come before everything is open.
  const told = stopSignal()
  const database = await openLibrary(given.database, {
    serve: true,
    createNew: given.new ?? false,
    keepSnapshots: given.keepSnapshots,
  })
  try {
    const account = admin && (await makeAdmin(database, admin))
    const seeded = sample && (await seedSample(database))
    const server = await startServer({
      library: database,
      host,
      port,
      maxBodyBytes: maxBody,
      cacheBytes: cache * 1_048_576,
      registration: given.registration,
      limits: { login: given.limitLogin, register: given.limitRegister, all: given.limitAll },
      trustedProxies: given.trustedProxies,
      corsOrigins: given.corsOrigins,
      idleTimeoutMs: given.idleTimeout * 1000,
      onFailedLogin: ({ address }) => log.warn(`Failed login from ${address}`, { address }),
      metrics: metricsPort === undefined ? undefined : { host: given.metricsHost, port: metricsPort },
    })
    announce(`Listening on ${server.origin}/api`, { url: `${server.origin}/api` })
    if (server.metricsOrigin) announce(`Metrics at ${server.metricsOrigin}/metrics`)
    const endBackups = startBackups(database, given)
    const tell = async () => {
      for (const line of await aboutLibrary(database)) announce(line)
      if (sample && !seeded) announce('The library has records already, so the sample catalogue was left out.')
      for (const line of await aboutAdmin(database, account)) announce(line)
    }
    try {
      const early = await Promise.race([told.then(() => true), Bun.sleep(settled)])
      if (!early) await tell()
      await told
    } finally {
      await server.stop()
      await endBackups()
    }
  } catch (error) {
    throw describeError(error, database.file)
  } finally {
    await database.close()
  }
}

/** How long after its start a server says what it serves, in milliseconds: by then those who waited for it have been answered. */
const settled = 50

/** Most servers start with one made long ago. */
const makeAdmin = async (database: Database, admin: FirstAdmin) => {
  const { createFirstAdmin } = await import('../../auth/users/firstAdmin.ts')
  return createFirstAdmin(database, admin)
}

const aboutLibrary = async ({ file, created, snapshotBefore, read }: Database): Promise<string[]> => [
  `Library: ${file}${created ? ' (new)' : ''}: ${summaryOf(await countRecords(read))}`,
  ...(created && file !== ':memory:' ? [`There was no library at ${file}, so a new one was made.`] : []),
  ...(snapshotBefore ? [`Its schema was brought up to date. How it was before is at ${snapshotBefore}`] : []),
]

/** Without the address: it would stand in the log. */
const aboutAdmin = async (database: Database, account?: { made: boolean; role: string }): Promise<string[]> => {
  if (account?.made) return ['Made the admin that ADMIN_EMAIL names.']
  if (account && account.role !== 'admin') {
    return [`ADMIN_EMAIL has an account already, and it is no admin. ${howTo(database, 'role "$ADMIN_EMAIL" admin')}`]
  }
  if ((await countAdmins(database.read)) > 0) return []
  return [`There is no admin yet. ${howTo(database, 'add you@example.com --admin')}`]
}

const startBackups = ({ file }: Database, { backupEvery, backupKeep, backupDir }: Options) => {
  if (backupEvery === undefined || file === ':memory:') return async () => {}
  return scheduleBackups({ file, every: backupEvery, keep: backupKeep, folder: backupDir })
}

/** Only into a library without a catalogue: what an admin has changed since must not be turned back. */
const seedSample = async (database: Database) => {
  const { users, ...catalogue } = await countRecords(database.read)
  if (Object.values(catalogue).some((count) => count > 0)) return false
  const [{ sampleCatalogue }, { seed }] = await Promise.all([
    import('../../seeding/sample.ts'),
    import('../../seeding/seed.ts'),
  ])
  await seed(database, sampleCatalogue())
  return true
}

const summaryOf = (counts: Counts) =>
  Object.entries(counts)
    .map(([name, count]) => formatCount(count, name))
    .join(', ')

const howTo = ({ file }: Database, words: string) =>
  file === ':memory:'
    ? 'Start with ADMIN_EMAIL and ADMIN_PASSWORD_FILE set to have one.'
    : `Make one with: ${commandLine} user ${words} --database ${quoted(file)}`

const quoted = (path: string) => (/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`)

/** What starts a program may pass a signal on that the program has had already; that is no second one. */
const echo = 500

/** Resolves at the first SIGINT or SIGTERM; a second one ends the program at once. */
const stopSignal = () =>
  new Promise<void>((resolve) => {
    let asked: number | undefined
    const stop = () => {
      if (asked !== undefined && performance.now() - asked > echo) process.exit(1)
      if (asked !== undefined) return
      asked = performance.now()
      announce('Stopping.')
      resolve()
    }
    process.on('SIGINT', stop)
    process.on('SIGTERM', stop)
  })
