import { Command } from 'commander'
import { createFirstAdmin } from '../../auth/users/firstAdmin.ts'
import { countRecords } from '../../catalogue/counts.ts'
import { addSettings } from '../../config/commandOptions.ts'
import { firstAdminFrom } from '../../config/firstAdmin.ts'
import { type Settings, settingNames } from '../../config/settings.ts'
import type { Demo } from '../../http/demo.ts'
import { backupFolder } from '../../library/backupFolder.ts'
import { describeError } from '../../library/describeError.ts'
import { type Library, openLibrary } from '../../library/open.ts'
import { removeStaleTemporaryFiles } from '../../library/temporaryFiles.ts'
import { announce, log, startLog } from '../../observability/log.ts'
import { sampleCatalogue } from '../../seeding/sample.ts'
import { seed } from '../../seeding/seed.ts'
import { type ServerOptions, startServer } from '../../server.ts'
import { scheduleBackups } from '../backupSchedule.ts'
import { createChildCommands } from '../childCommands.ts'
import { maxDemoPages, startDemo } from '../demo.ts'
import { announceAddresses, announceAdmin, announceDemo, announceLibrary } from '../output/serverLines.ts'
import { writePortFile } from '../portFile.ts'
import { readText } from '../readText.ts'
import { addServeFlags } from '../serveFlags.ts'
import { createStopSignal, waitForAbort } from '../stopSignal.ts'

interface Options extends Settings {
  sample?: true
  new?: true
  seed?: string
  stopWithStdin?: true
  portFile?: string
  demo?: true
  /** In milliseconds. */
  resetEvery: number
}

const adminHelp = `
ADMIN_EMAIL with ADMIN_PASSWORD_FILE (or ADMIN_PASSWORD) creates that admin if no account has the address.
SIGINT or SIGTERM finishes the requests in flight and closes the library.`

export const serveCommand = () =>
  addServeFlags(addSettings(new Command('serve'), settingNames))
    .description('serve the API (the default)')
    .addHelpText('after', adminHelp)
    .action(serve)

const serve = async (options: Options) => {
  const stopLog = await startLog(options.logLevel, options.logFormat)
  try {
    await serveUntilStopped(options)
    announce('Stopped.')
  } finally {
    await stopLog()
  }
}

const serveUntilStopped = async (options: Options) => {
  const admin = options.demo ? undefined : firstAdminFrom(options)
  const catalogue = await readSeed(options)
  // Created before anything is opened: without it, an early signal would end the process with the library open.
  const stopSignal = createStopSignal(() => announce('Stopping.'), options.stopWithStdin)
  const database = await openLibrary(options.demo ? ':memory:' : options.database, {
    ...(options.demo && { maxPages: maxDemoPages }),
    serve: true,
    createNew: options.new ?? false,
    keepSnapshots: options.keepSnapshots,
  })
  try {
    const account = admin && (await createFirstAdmin(database, admin))
    const seedSkipped = catalogue && !(await seedNew(database, catalogue.text))
    const demo = options.demo && (await startDemo(database, options.resetEvery))
    if (stopSignal.aborted) return
    const commands = createChildCommands()
    const server = await startServer({ ...serverOptions(database, options), commands, ...(demo && demoOptions(demo)) })
    let stopBackups = async () => {}
    let removePortFile = () => {}
    // From here on the server listens: whatever fails stops it, and ends the program with exit code 1.
    try {
      announceAddresses(server)
      if (options.portFile !== undefined) removePortFile = writePortFile(options.portFile, server.origin)
      stopBackups = startBackups(database, options)
      await announceLibrary(database)
      if (seedSkipped) announce(`The library has records already, so ${catalogue.name} was left out.`)
      if (demo) announceDemo(demo, options.resetEvery, options.docs === 'on' ? `${server.origin}/docs` : undefined)
      else await announceAdmin(database, account)
      await waitForAbort(stopSignal)
    } finally {
      removePortFile()
      // At once: their clients wait for them, and so would the server.
      const ended = Promise.all([stopBackups(), commands.endRuns()])
      await demo?.stop()
      await server.stop().finally(() => Promise.all([ended, commands.endStreams()]))
      removePartialBackups(database, options)
    }
  } catch (error) {
    throw describeError(error, database.file)
  } finally {
    await database.close()
  }
}

/** Reads the catalogue that the flags name. */
const readSeed = async ({ sample, seed: file }: Options) => {
  if (file !== undefined) return { name: file, text: await readText(file) }
  if (sample) return { name: 'the sample catalogue', text: sampleCatalogue() }
}

/**
 * Seeds only a library without catalogue records: seeding would undo what an admin has changed since the last start.
 * @returns whether it was seeded
 */
const seedNew = async (database: Library, text: string) => {
  const { users, ...catalogue } = await countRecords(database.read)
  if (Object.values(catalogue).some((count) => count > 0)) return false
  await seed(database, text)
  return true
}

const untrustedProxyWarning =
  'A proxy on this machine sends X-Forwarded-For, and no proxy is trusted: all its clients count as one. Start with --trusted-proxies 127.0.0.1,::1 to count each by its own address.'

const serverOptions = (library: Library, options: Options): ServerOptions => ({
  library,
  host: options.host,
  port: options.port,
  maxBodyBytes: options.maxBody,
  bodyMemoryBytes: options.bodyMemory * 1_048_576,
  cacheBytes: options.cache * 1_048_576,
  registration: options.registration,
  tokenLimits: {
    maxAgeMs: options.tokenMaxAge,
    maxIdleMs: options.tokenMaxIdle,
    perAccount: options.tokensPerAccount,
  },
  auditKeepMs: options.auditKeep,
  limits: { login: options.limitLogin, register: options.limitRegister, all: options.limitAll },
  trustedProxies: options.trustedProxies,
  corsOrigins: options.corsOrigins,
  idleTimeoutMs: options.idleTimeout * 1000,
  docs: options.docs === 'on',
  console: options.console === 'on',
  backups: { folder: options.backupDir, everyMs: options.backupEvery, keep: options.backupKeep },
  onFailedLogin: ({ address }) => log.warn(`Failed login from ${address}`, { address }),
  onNewNetwork: ({ address, user_id }) =>
    log.warn(`New network: account ${user_id} logged in from ${address}`, { address, user_id }),
  onUntrustedProxy: () => log.warn(untrustedProxyWarning),
  onLoopbackVariant: ({ rejected, allowed }) =>
    log.warn(`The origin ${rejected} is not allowed, but ${allowed} is. Add ${rejected} to --cors-origins.`, {
      rejected,
    }),
  metrics: options.metricsPort === undefined ? undefined : { host: options.metricsHost, port: options.metricsPort },
})

/** Visitors come from anywhere, and share the accounts. */
const demoOptions = (demo: Demo): Partial<ServerOptions> => ({ demo, registration: 'closed', corsOrigins: '*' })

const startBackups = ({ file }: Library, { backupEvery, backupKeep, backupDir }: Options) => {
  if (backupEvery === undefined || file === ':memory:') return async () => {}
  return scheduleBackups({ file, intervalMs: backupEvery, keep: backupKeep, folder: backupDir })
}

/** Removes what is left of backups that have ended with the server. */
const removePartialBackups = ({ file }: Library, { backupDir }: Options) => {
  if (file === ':memory:') return
  try {
    removeStaleTemporaryFiles(backupDir ?? backupFolder(file))
  } catch {
    // There is no such folder, or it can't be read. The next backup removes the files, too.
  }
}
