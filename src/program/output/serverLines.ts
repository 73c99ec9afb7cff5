import { version } from '../../../package.json'
import type { createFirstAdmin } from '../../accounts/users/firstAdmin.ts'
import type { RunningServer } from '../../app/server.ts'
import { quoteForShell } from '../../base/visibleText.ts'
import { formatCount } from '../../base/words.ts'
import { countRecords } from '../../catalogue/store.ts'
import type { Settings } from '../../config/settings.ts'
import type { Library } from '../../library/library.ts'
import { inMemory } from '../../library/locate.ts'
import { announce, announceAlways } from '../../observability/log.ts'
import type { RunningDemo } from '../demo.ts'
import { typedCommand } from '../ownCommand.ts'
import { formatCounts } from './table.ts'

export const announceAddresses = ({ rootUrl, networkUrls, metricsOrigin }: RunningServer): void => {
  announceAlways(`Listening on ${rootUrl}/api`, { url: `${rootUrl}/api`, version })
  if (networkUrls.length > 0) announceAlways(`In the network: ${networkUrls.join(' ')}`)
  if (metricsOrigin) announceAlways(`Metrics at ${metricsOrigin}/metrics`)
}

/** Schemas before and after an upgrade. */
export interface SchemaUpgrade {
  from: number
  to: number
}

/** Logs which library is served, its contents, and whether it was created or upgraded. */
export const announceLibrary = async (
  { name, created, snapshotBefore, read }: Library,
  upgraded: SchemaUpgrade | undefined,
  copyOf: string | undefined,
): Promise<void> => {
  const origin = copyOf === undefined ? '' : ` (a copy of ${copyOf})`
  const change = created ? ' (new)' : upgraded ? ` (upgraded from schema ${upgraded.from} to ${upgraded.to})` : origin
  const details = created || !upgraded ? {} : { schema_before: upgraded.from, schema: upgraded.to }
  announce(`Library: ${name}${change}: ${formatCounts(await countRecords(read))}`, details)
  if (created && name !== inMemory) announce(`There was no library at ${name}, so a new one was made.`)
  if (snapshotBefore) announce(`A snapshot from before the upgrade is at ${snapshotBefore}`)
}

/** Logs what serves the library, and where a browser opens it. */
export const announceConsole = ({ rootUrl }: RunningServer, isOn: boolean): void =>
  announce(`music-library ${version}: ${isOn ? `the console is at ${rootUrl}/console` : 'the console is off.'}`)

type FirstAdmin = Awaited<ReturnType<typeof createFirstAdmin>>

/** Logs whether the first admin was created. The address of the admin stays out of the log. */
const announceAccount = (database: Library, account: FirstAdmin) => {
  if (account.isNew) announce('Made the admin that ADMIN_EMAIL names.')
  if (account.role === 'admin') return
  const advice = adviseCommand(database, 'role "$ADMIN_EMAIL" admin')
  announce(`ADMIN_EMAIL has an account already, and it is not an admin. ${advice}`)
}

interface AdminState {
  /** That of ADMIN_EMAIL, if it is set. */
  account: FirstAdmin | undefined
  hasAdmin: boolean
  /** The page that creates the admin, with a code, as each network opens it; undefined if there is one, and where there is no console. */
  setupUrls: string[] | undefined
}

/** Logs how the first admin was or can be created. The URLs are logged at every level: nobody but the log tells their code. */
export const announceAdmin = (database: Library, { account, hasAdmin, setupUrls }: AdminState): void => {
  if (account) announceAccount(database, account)
  if (setupUrls) {
    const [here = '', ...fromNetwork] = setupUrls
    announceAlways(`There is no admin yet. Make one in a browser: ${here}`)
    if (fromNetwork.length > 0) announceAlways(`In a browser on another machine: ${fromNetwork.join(' ')}`)
  }
  if (!account && !hasAdmin && !setupUrls)
    announce(`There is no admin yet. ${adviseCommand(database, 'add you@example.com --admin')}`)
}

type DemoSettings = Pick<Settings, 'accounts' | 'demoLatency' | 'demoErrors' | 'demoPaths'>

/**
 * Logs the accounts of a demo with their passwords and tokens, at every level: visitors need them.
 * Tokens in a file stay valid, and so are not logged.
 */
export const announceDemo = (demo: RunningDemo, settings: DemoSettings, page: string | undefined): void => {
  const { accounts: file, demoLatency, demoErrors, demoPaths } = settings
  announceAlways(
    `This is a demo. It is reset every ${formatInterval(demo.intervalMs)}, the next time at ${demo.resetAt()}. Pages of any origin may call it: any other server needs --cors-origins.`,
  )
  const failures = [
    ...(demoLatency === undefined ? [] : [`wait ${demoLatency} ms`]),
    ...(demoErrors === undefined ? [] : [`fail in ${demoErrors}% of the cases`]),
  ]
  if (failures.length > 0) announceAlways(`Requests to ${demoPaths.join(', ')} ${failures.join(', and ')}.`)
  if (page) announceAlways(`A page for visitors is at ${page}`)
  if (file !== undefined) announceAlways(`Each reset returns to the accounts of ${file}.`)
  for (const { role, email, password, token, tokenPlace = token } of demo.accounts)
    announceAlways(`Demo ${role}: ${email}, password: ${password}, token: ${tokenPlace}`)
}

const formatInterval = (milliseconds: number) =>
  milliseconds % 60_000 === 0
    ? formatCount(milliseconds / 60_000, 'minutes')
    : formatCount(milliseconds / 1_000, 'seconds')

const adviseCommand = ({ engine, path }: Library, args: string) => {
  // A URL with its user and password does not belong on a command line, and not into the log.
  if (engine === 'postgres') return `With the settings of this server, make one with: ${typedCommand()} user ${args}`
  return path === undefined
    ? 'To create one, start with ADMIN_EMAIL and ADMIN_PASSWORD_FILE set.'
    : `Make one with: ${typedCommand()} user ${args} --database ${quoteForShell(path)}`
}
