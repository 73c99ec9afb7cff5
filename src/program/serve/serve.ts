import { createSetup } from '../../accounts/setup.ts'
import { createFirstAdmin } from '../../accounts/users/firstAdmin.ts'
import { countAdmins } from '../../accounts/users/store.ts'
import { openPorts, type Ports, type RunningServer, startServer } from '../../app/server.ts'
import { errorMessage } from '../../base/errors.ts'
import { waitForPendingIo } from '../../base/eventLoop.ts'
import { mapValues } from '../../base/objects.ts'
import { describeCovers } from '../../config/covers.ts'
import { describeOpenRegistration } from '../../config/proxyLogin.ts'
import { type ResolvedSettings, readSettings } from '../../config/readSettings.ts'
import { describeGuests, firstAdminFrom, requireServerSettings } from '../../config/serveChecks.ts'
import { type Settings, settingNames } from '../../config/settings.ts'
import { setupPath } from '../../http/paths.ts'
import type { Library } from '../../library/library.ts'
import { announce, log, startLog } from '../../observability/log.ts'
import { createBackupRuns } from '../backupRuns.ts'
import { scheduleBackups } from '../backupSchedule.ts'
import { becomeOwner } from '../becomeOwner.ts'
import { createChildCommands } from '../childCommands.ts'
import { describeLowLimit, pauseAtDescriptorLimit } from '../descriptorLimit.ts'
import {
  announceAddresses,
  announceAdmin,
  announceConsole,
  announceDemo,
  announceLibrary,
  type SchemaUpgrade,
} from '../output/serverLines.ts'
import { demoPortFile, writePortFile } from '../portFile.ts'
import type { ServeFlags } from '../serveFlags.ts'
import { connectServiceManager, type ServiceManager } from '../serviceManager/serviceManager.ts'
import { startWatchdog } from '../serviceManager/watchdog.ts'
import { limitStop, listenForSignals, waitForAbort } from '../signals.ts'
import { describeLibraryError } from '../withDatabase.ts'
import type { ControlInput } from './control.ts'
import { createLeftoverRemoval, scheduleLeftoverRemoval } from './leftovers.ts'
import { logLibraryStates } from './libraryStates.ts'
import { openServedLibrary, readSeed } from './openServedLibrary.ts'
import { createReload } from './reload.ts'
import { changeableOptions, portsOptions, serverOptions } from './serverOptions.ts'

/** One start of the server: its flags and its settings. */
interface Start {
  flags: ServeFlags
  resolved: ResolvedSettings
  settings: Settings
  admin: ReturnType<typeof firstAdminFrom>
  setLogLevel: (level: Settings['logLevel']) => void
  signals: Awaited<ReturnType<typeof listenForSignals>>
  controlInput: ControlInput | undefined
}

/** Serves until a signal stops the process. */
export const serve = async (flags: ServeFlags): Promise<void> => {
  const warnings: string[] = []
  const resolved = readSettings(settingNames, flags, (warning) => warnings.push(warning))
  // `Resolved` has the type of each value.
  const settings = mapValues(resolved, ({ value }) => value) as Settings
  requireServerSettings(resolved, flags)
  if (flags.demo) (await import('../demo.ts')).requireDemoPaths(settings)
  const admin = flags.demo ? undefined : firstAdminFrom(settings)
  const started = startLog(settings.logLevel, settings.logFormat, flags.control)
  for (const warning of warnings) log.warn(warning)
  try {
    // From here on: as soon as something listens for the end of standard input, it is read.
    const controlInput = flags.control && (await import('./control.ts')).readControlInput()
    const signals = await listenForSignals(flags)
    const start = { flags, resolved, settings, admin, setLogLevel: started.setLevel, signals, controlInput }
    await serveUntilStopped(start).catch((error) => {
      // A signal that comes during the start ends it.
      if (error !== signals.stop.reason) throw error
    })
    announce('Stopped.')
  } finally {
    limitStop()
    await started.stop()
  }
}

const serveUntilStopped = async (start: Start) => {
  const { flags, settings, signals } = start
  const catalogue = await readSeed(flags)
  const serviceManager = await connectServiceManager()
  await using parts = new AsyncDisposableStack()
  // Taken before the library is opened: a port that is in use changes nothing. Requests wait until it is served.
  const ports = await openPorts(portsOptions(settings))
  parts.defer(() => ports.close())
  signals.stop.throwIfAborted()
  if (!flags.demo) becomeOwner(settings.database)
  const { library, upgraded } = await openServedLibrary(start, catalogue, serviceManager)
  parts.defer(() => library.close())
  try {
    await serveLibrary({ ...start, library, upgraded, ports, serviceManager, catalogue })
  } catch (error) {
    throw await describeLibraryError(error, library)
  }
}

type Catalogue = Awaited<ReturnType<typeof readSeed>>

interface Opened extends Start {
  library: Library
  /** How opening has changed the schema. */
  upgraded: SchemaUpgrade | undefined
  ports: Ports
  serviceManager: ServiceManager
  catalogue: Catalogue
}

/** Each part is stopped by the function that is deferred where it starts: the last one first. */
const serveLibrary = async (opened: Opened) => {
  const { flags, settings, library, signals, serviceManager } = opened
  await using parts = new AsyncDisposableStack()
  const prepared = await prepareLibrary(opened, parts)
  signals.stop.throwIfAborted()
  const removeLeftovers = createLeftoverRemoval(library, settings)
  // Backups that have ended with the server leave some.
  parts.defer(removeLeftovers)
  const { account, demo, skippedSeed, hasAdmin, setupCode } = prepared
  const { server, controls, backupRuns, ending } = await startRequests(opened, prepared, parts)
  // From here on requests are served: whatever fails stops the server, and ends the program with exit code 1.
  try {
    // The program at the other end of the pipes is told by its first line.
    if (!flags.control) announceAddresses(server)
    // Requests that have waited for the start come first.
    await waitForPendingIo()
    const lowLimit = describeLowLimit()
    if (lowLimit !== undefined) log.warn(lowLimit)
    announceSettings(settings, demo)
    if (flags.portFile !== undefined) parts.defer(writePortFile(flags.portFile, server.origin))
    const tokenFile = settings.accounts ?? settings.demoTokens
    if (demo && tokenFile !== undefined) parts.defer(writeDemoPort(tokenFile, server.origin))
    parts.defer(scheduleLeftoverRemoval(removeLeftovers))
    const stopBackups = scheduleBackups(library, settings, backupRuns)
    parts.defer(() => void ending.push(stopBackups()))
    await announceLibrary(library, opened.upgraded, flags.copyOf)
    if (skippedSeed !== undefined) announce(`The library has records already, so ${skippedSeed} was left out.`)
    announceConsole(server, settings.console === 'on')
    // First as this machine opens the page, then as others in the network do.
    const rootUrls = [server.rootUrl, ...server.networkUrls]
    const setupUrls = setupCode === undefined ? undefined : rootUrls.map((url) => `${url}${setupPath}#${setupCode}`)
    if (demo) announceDemo(demo, settings, settings.docs === 'on' ? `${server.rootUrl}/docs` : undefined)
    else announceAdmin(library, { account, hasAdmin, setupUrls })
    parts.defer(startWatchdog(library, serviceManager))
    handleReloads(opened, demo, server)
    if (opened.controlInput && controls)
      (await import('./control.ts')).startControl(opened.controlInput, { library, controls, server })
    if (demo) signals.demoResets?.handle(demo.resetOrLog)
    await waitForAbort(signals.stop)
  } finally {
    limitStop()
    serviceManager.stopping()
  }
}

type Prepared = Awaited<ReturnType<typeof prepareLibrary>>

/** Creates the first admin, or a code with which a browser can create it, and seeds the library. */
const prepareLibrary = async (
  { flags, settings, admin, library, serviceManager, catalogue, signals }: Opened,
  parts: AsyncDisposableStack,
) => {
  const account = admin && (await createFirstAdmin(library, admin))
  if (catalogue || flags.demo) serviceManager.extendStart('Seeding the library.')
  const { resetEvery } = flags
  /** A signal undoes a long seed, which the next start begins again. */
  const seedOptions = { onProgress: async () => signals.stop.throwIfAborted() }
  // Most servers seed nothing. Loading the code for it takes 5 ms.
  const demo =
    flags.demo &&
    (await (await import('../demo.ts')).startDemo(library, { ...settings, resetEvery, catalogue, seedOptions }))
  parts.defer(() => demo?.stop())
  const isSkipped =
    catalogue && !demo && !(await (await import('./seedIfEmpty.ts')).seedIfEmpty(library, catalogue.text, seedOptions))
  const hasAdmin = (await countAdmins(library.read)) > 0
  const needsSetup = !hasAdmin && settings.console !== 'off' && !demo && !flags.control
  const setup = needsSetup ? createSetup(library) : undefined
  const setupCode = await setup?.createCode()
  return { account, demo, skippedSeed: isSkipped ? catalogue.name : undefined, hasAdmin, setup, setupCode }
}

/** Starts what responds to requests. */
const startRequests = async (
  { flags, settings, library, ports }: Opened,
  { demo, setup }: Prepared,
  parts: AsyncDisposableStack,
) => {
  const commands = createChildCommands({ databaseUrl: library.engine === 'postgres' ? settings.database : undefined })
  const { backupCommand: words, backupCommandTimeout: timeoutMs } = settings
  const backupRuns = createBackupRuns(words && { words, timeoutMs }, library.rejectAsDamaged)
  const options = serverOptions(library, settings, demo)
  const controls = flags.control ? (await import('../../embedding/testControls.ts')).createTestControls() : undefined
  const { failures = demo?.failures, recorder } = controls ?? {}
  const backups = { ...options.backups, runs: backupRuns }
  const server = await startServer({ ...options, failures, recorder, backups, ports, commands, setup })
  /** What ends at once, since its clients wait for it, and so would the server. */
  const ending: Promise<unknown>[] = []
  parts.defer(async () => void (await Promise.all([...ending, commands.endStreams()])))
  parts.defer(() => server.stop())
  parts.defer(() => failures?.stop())
  parts.defer(() => void ending.push(backupRuns.stop(), commands.endRuns()))
  parts.defer(logLibraryStates(library, () => ports.api.server.pendingRequests === 0))
  parts.defer(pauseAtDescriptorLimit(ports.api))
  return { server, controls, backupRuns, ending }
}

/** Tells the service manager that the server is ready, and reloads the settings when a signal asks for it. */
const handleReloads = (opened: Opened, demo: Prepared['demo'], server: RunningServer) => {
  const { flags, resolved, settings, setLogLevel, signals, serviceManager } = opened
  const reload = createReload({
    flags,
    started: resolved,
    apply: (changed) => {
      setLogLevel(changed.logLevel)
      server.update(changeableOptions(changed, demo))
      announceSettings({ ...settings, ...changed }, demo)
    },
  })
  const status = `Listening on ${server.rootUrl}/api`
  serviceManager.ready(status)
  // After the first `ready`: a signal that came during the start is handled here.
  signals.hangUps?.handle(() => {
    if (signals.stop.aborted) return
    serviceManager.reloading()
    reload()
    serviceManager.ready(status)
  })
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

/** Says who may use the library without having been invited, and whether a folder is missing. */
const announceSettings = (settings: Settings, demo: Prepared['demo']) => {
  const warnings = [demo ? undefined : describeOpenRegistration(settings), describeCovers(settings)]
  for (const warning of warnings) if (warning !== undefined) log.warn(warning)
  const guests = describeGuests(settings)
  if (guests !== undefined) announce(guests)
}
