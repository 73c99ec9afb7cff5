import { Command } from 'commander'
import { createFirstAdmin } from '../../accounts/users/firstAdmin.ts'
import { countAdmins } from '../../accounts/users/store.ts'
import { openPorts, type Ports, startServer } from '../../app/server.ts'
import { errorMessage } from '../../base/errors.ts'
import { waitForPendingIo } from '../../base/eventLoop.ts'
import { mapValues } from '../../base/objects.ts'
import { addFlags } from '../../config/commandOptions.ts'
import { firstAdminFrom } from '../../config/firstAdmin.ts'
import { describeOpenRegistration } from '../../config/proxyLogin.ts'
import { type ResolvedSettings, readSettings } from '../../config/readSettings.ts'
import { requireServerSettings } from '../../config/serveChecks.ts'
import { type Settings, settingNames } from '../../config/settings.ts'
import type { Library } from '../../library/library.ts'
import { inMemory, isPostgresUrl } from '../../library/locate.ts'
import { openLibrary } from '../../library/open.ts'
import { announce, log, startLog } from '../../observability/log.ts'
import { createBackupRuns } from '../backupRuns.ts'
import { becomeOwner } from '../becomeOwner.ts'
import { createChildCommands } from '../childCommands.ts'
import { describeLowLimit, pauseAtDescriptorLimit } from '../descriptorLimit.ts'
import { hangUpAction } from '../hangUp.ts'
import { listenForSignal } from '../listenForSignal.ts'
import {
  announceAddresses,
  announceAdmin,
  announceConsole,
  announceDemo,
  announceLibrary,
  type SchemaUpgrade,
} from '../output/serverLines.ts'
import { demoPortFile, writePortFile } from '../portFile.ts'
import { removePartialBackups, startBackups } from '../serve/backups.ts'
import type { ControlInput } from '../serve/control.ts'
import { logLibraryStates } from '../serve/libraryStates.ts'
import { readSeed } from '../serve/readSeed.ts'
import { createReload } from '../serve/reload.ts'
import { changeableOptions, portsOptions, serverOptions } from '../serve/serverOptions.ts'
import { createSetupWithCode, setupUrlsOf } from '../serve/setup.ts'
import { addServeFlags, type ServeFlags } from '../serveFlags.ts'
import { connectServiceManager, type ServiceManager } from '../serviceManager/serviceManager.ts'
import { startWatchdog } from '../serviceManager/watchdog.ts'
import { createStopSignal, limitStop, waitForAbort } from '../stopSignal.ts'
import { describeLibraryError } from '../withDatabase.ts'

const help = `
ADMIN_EMAIL with ADMIN_PASSWORD_FILE (or ADMIN_PASSWORD) creates that admin if no account has the address.
PGPASSWORD_FILE (or PGPASSWORD) has the password of the user of a library on PostgreSQL.
Without an admin, the start prints a URL with a one-time code, with which a browser makes one.
SIGINT or SIGTERM finishes the requests in flight and closes the library. SIGHUP, too, ends a server that has a terminal. Without
one it reads the settings again, and applies the level of the log, registration, the limits, the trusted proxies and the origins.
SIGUSR2 resets a demo, and so does "music-library demo reset".`

export const serveCommand = () =>
  addServeFlags(addFlags(new Command('serve'), settingNames))
    .description('serve the API (the default)')
    .addHelpText('after', help)
    .action(serve)

/** One start of the server: its flags and its settings. */
interface Start {
  flags: ServeFlags
  resolved: ResolvedSettings
  settings: Settings
  admin: ReturnType<typeof firstAdminFrom>
  setLogLevel: (level: Settings['logLevel']) => void
}

const serve = async (flags: ServeFlags) => {
  const warnings: string[] = []
  const resolved = readSettings(settingNames, flags, (warning) => warnings.push(warning))
  // `Resolved` has the type of each value.
  const settings = mapValues(resolved, ({ value }) => value) as Settings
  requireServerSettings(resolved, flags)
  const admin = flags.demo ? undefined : firstAdminFrom(settings)
  const started = await startLog(settings.logLevel, settings.logFormat, flags.control)
  for (const warning of warnings) log.warn(warning)
  try {
    await serveUntilStopped({ flags, resolved, settings, admin, setLogLevel: started.setLevel })
    announce('Stopped.')
  } finally {
    limitStop()
    await started.stop()
  }
}

const serveUntilStopped = async (start: Start) => {
  const { flags, resolved, settings } = start
  const catalogue = await readSeed(flags)
  const controlInput = flags.control && (await loadControl()).readControlInput()
  // Created before anything is opened: without them, an early signal would end the process with the library open.
  const atHangUp = await hangUpAction()
  const stopSignal = createStopSignal(
    () => announce('Stopping.'),
    flags.stopWithStdin || flags.control,
    atHangUp === 'stop',
  )
  const hangUps = atHangUp === 'reload' ? listenForSignal('SIGHUP') : undefined
  // Windows does not have it.
  const demoResets = flags.demo && process.platform !== 'win32' ? listenForSignal('SIGUSR2') : undefined
  const serviceManager = await connectServiceManager()
  // Taken before the library is opened: a port that is in use changes nothing. Requests wait until it is served.
  const ports = await openPorts(portsOptions(settings))
  let upgraded: SchemaUpgrade | undefined
  try {
    if (!flags.demo) becomeOwner(settings.database)
    const database = await openLibrary(flags.demo ? inMemory : settings.database, {
      now: flags.now,
      ...(flags.demo && { maxPages: (await loadDemo()).maxDemoPages(catalogue?.text) }),
      serve: true,
      checkWhileServed: true,
      createNew: flags.new ?? false,
      createFolder: flags.new ?? resolved.database.source.kind === 'default',
      backupFolder: settings.backupDir,
      keepSnapshots: settings.keepSnapshots,
      nodeName: settings.nodeName,
      onUpgrade: (from, to) => {
        upgraded = { from, to }
        const line = `Upgrading the library from schema ${from} to ${to}.`
        serviceManager.extendStart(line)
        if (isPostgresUrl(settings.database)) announce(line)
      },
    })
    try {
      const opened = {
        database,
        upgraded,
        ports,
        stopSignal,
        hangUps,
        demoResets,
        serviceManager,
        catalogue,
        controlInput,
      }
      await serveLibrary(start, opened)
    } catch (error) {
      throw await describeLibraryError(error, database)
    } finally {
      await database.close()
    }
  } finally {
    await ports.close()
  }
}

interface Opened {
  database: Library
  /** How opening has changed the schema. */
  upgraded: SchemaUpgrade | undefined
  ports: Ports
  stopSignal: AbortSignal
  hangUps: ReturnType<typeof listenForSignal> | undefined
  demoResets: ReturnType<typeof listenForSignal> | undefined
  serviceManager: ServiceManager
  catalogue: Awaited<ReturnType<typeof readSeed>>
  controlInput: ControlInput | undefined
}

const serveLibrary = async ({ flags, resolved, settings, admin, setLogLevel }: Start, opened: Opened) => {
  const { database, ports, stopSignal, serviceManager, catalogue } = opened
  const account = admin && (await createFirstAdmin(database, admin))
  if (catalogue || flags.demo) serviceManager.extendStart('Seeding the library.')
  const { resetEvery } = flags
  const demo = flags.demo && (await (await loadDemo()).startDemo(database, { ...settings, resetEvery, catalogue }))
  const seedSkipped = catalogue && !demo && !(await (await loadSeeding()).seedIfEmpty(database, catalogue.text))
  const hasAdmin = (await countAdmins(database.read)) > 0
  const setup =
    hasAdmin || settings.console === 'off' || demo || flags.control ? undefined : await createSetupWithCode(database)
  if (stopSignal.aborted) return
  const commands = createChildCommands({ databaseUrl: database.engine === 'postgres' ? settings.database : undefined })
  const { backupCommand: words, backupCommandTimeout: timeoutMs } = settings
  const backupRuns = createBackupRuns(words && { words, timeoutMs })
  const options = serverOptions(database, settings, demo)
  const backups = { ...options.backups, runs: backupRuns }
  const server = await startServer({ ...options, backups, ports, commands, setup: setup?.setup })
  let stopBackups = async () => {}
  let removePortFile = () => {}
  let removeDemoPort = () => {}
  let stopWatchdog = () => {}
  const stopStates = logLibraryStates(database, () => ports.api.server.pendingRequests === 0)
  const stopLimit = pauseAtDescriptorLimit(ports.api)
  // From here on requests are served: whatever fails stops the server, and ends the program with exit code 1.
  try {
    // The program at the other end of the pipes is told by its first line.
    if (!flags.control) announceAddresses(server)
    // Requests that have waited for the start come first.
    await waitForPendingIo()
    const lowLimit = describeLowLimit()
    if (lowLimit !== undefined) log.warn(lowLimit)
    if (!demo) warnOfOpenRegistration(settings)
    if (flags.portFile !== undefined) removePortFile = writePortFile(flags.portFile, server.origin)
    if (demo && settings.demoTokens !== undefined) removeDemoPort = writeDemoPort(settings.demoTokens, server.origin)
    stopBackups = startBackups(database, settings, backupRuns)
    await announceLibrary(database, opened.upgraded)
    if (seedSkipped) announce(`The library has records already, so ${catalogue.name} was left out.`)
    announceConsole(server, settings.console === 'on')
    if (demo) announceDemo(demo, settings, settings.docs === 'on' ? `${server.rootUrl}/docs` : undefined)
    else announceAdmin(database, { account, hasAdmin, setupUrls: setup && setupUrlsOf(server, setup.code) })
    const reload = createReload({
      flags,
      started: resolved,
      apply: (changed) => {
        setLogLevel(changed.logLevel)
        server.update(changeableOptions(changed, demo))
        if (!demo) warnOfOpenRegistration({ ...settings, ...changed })
      },
    })
    const status = `Listening on ${server.rootUrl}/api`
    stopWatchdog = startWatchdog(database, serviceManager)
    serviceManager.ready(status)
    // After the first `ready`: a signal that came during the start is handled here.
    opened.hangUps?.handle(() => {
      if (stopSignal.aborted) return
      serviceManager.reloading()
      reload()
      serviceManager.ready(status)
    })
    if (opened.controlInput) (await loadControl()).startControl(opened.controlInput, database, server.origin)
    if (demo) opened.demoResets?.handle(demo.resetOrLog)
    await waitForAbort(stopSignal)
  } finally {
    limitStop()
    serviceManager.stopping()
    stopWatchdog()
    stopStates()
    stopLimit()
    removePortFile()
    removeDemoPort()
    // At once: their clients wait for them, and so would the server.
    const ended = Promise.all([stopBackups(), backupRuns.stop(), commands.endRuns()])
    await demo?.stop()
    await server.stop().finally(() => Promise.all([ended, commands.endStreams()]))
    removePartialBackups(database, settings)
  }
}

/** Only `demo reset` reads the file. So a folder that can't be written is a warning. */
const writeDemoPort = (tokens: string, origin: string) => {
  try {
    return writePortFile(demoPortFile(tokens), origin)
  } catch (error) {
    log.warn(`${errorMessage(error)} "demo reset" needs --port.`)
    return () => {}
  }
}

const warnOfOpenRegistration = (settings: Settings) => {
  const warning = describeOpenRegistration(settings)
  if (warning !== undefined) log.warn(warning)
}

// Most servers seed nothing. Loading the code for it takes 5 ms.

const loadDemo = () => import('../demo.ts')

const loadControl = () => import('../serve/control.ts')

const loadSeeding = () => import('../serve/seedIfEmpty.ts')
