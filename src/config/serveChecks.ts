import { UsageError } from '../base/errors.ts'
import { keysOf } from '../base/objects.ts'
import { inMemory } from '../library/locate.ts'
import { demoSettings } from './demoSettings.ts'
import { requireLibrarySettings } from './librarySettings.ts'
import { requireProxyLogin } from './proxyLogin.ts'
import type { Flags, ResolvedSettings } from './readSettings.ts'
import { nameInFile, type SettingName, type Settings } from './settings.ts'

type Addresses = ResolvedSettings<'host' | 'port' | 'metricsHost' | 'metricsPort'>

/** Makes sure that the API and the metrics have a port of their own. @throws UsageError if not */
const requireDifferentPorts = ({ host, port, metricsHost, metricsPort }: Addresses): void => {
  if (port.value === 0 || port.value !== metricsPort.value || !overlap(host.value, metricsHost.value)) return
  const example = port.value === 9464 ? 9465 : 9464
  throw new UsageError(
    `metrics-port is ${port.value}, and so is port: each needs its own. Choose another metrics-port, such as ${example}.`,
  )
}

/** Whether two addresses share a port. Two names may still be one address: then listening fails. */
const overlap = (host: string, other: string) => {
  const hosts = [host.toLowerCase(), other.toLowerCase()]
  // The address of all IPv6 networks takes the port of all IPv4 networks, too.
  if (host.toLowerCase() === other.toLowerCase() || hosts.includes('::')) return true
  if (hosts.includes('0.0.0.0')) return !hosts.some((name) => name.includes(':'))
  return hosts.includes('localhost') && hosts.some((name) => ['127.0.0.1', '::1'].includes(name))
}

/** Makes sure that settings of a demo are given only to one, and that its paths have something to concern. @throws UsageError if not */
const requireDemoSettings = (resolved: ResolvedSettings<keyof typeof demoSettings>, flags: Flags): void => {
  const given = keysOf(demoSettings).filter((name) => resolved[name].source.kind !== 'default')
  const [name] = given.map(nameInFile)
  const flag = name ?? (flags.resetEvery === undefined ? undefined : 'reset-every')
  if (flag !== undefined && !flags.demo)
    throw new UsageError(`${flag} is only for a demo. Give --demo, too, or leave it out.`)
  if (given.includes('accounts') && given.includes('demoTokens'))
    throw new UsageError('accounts takes the place of demo-tokens, and both are set. Keep accounts.')
  if (
    given.includes('demoPaths') &&
    resolved.demoLatency.value === undefined &&
    resolved.demoErrors.value === undefined
  )
    throw new UsageError(
      'demo-paths belongs to demo-latency and demo-errors, which are not set. Set one of them, or leave it out.',
    )
}

/** The settings of a server, without its first admin: that concerns only the start, and the file of its password may be gone. */
export type ServerSettingName = Exclude<SettingName, 'adminEmail' | 'adminPassword'>

/** The flags of a start that only a library in memory has. */
const memoryFlags = { control: '--control', now: '--now', copyOf: '--copy-of' }

/**
 * Makes sure that the settings of a server go together, and with the flags of its start. `serve`, `config` and a reload of the settings have
 * this one list of checks.
 * @throws UsageError if not
 */
export const requireServerSettings = (resolved: ResolvedSettings<ServerSettingName>, flags: Flags): void => {
  requireDifferentPorts(resolved)
  requireProxyLogin(resolved)
  requireDemoSettings(resolved, flags)
  // The library of a demo is in memory, whatever `database` is.
  if (flags.demo) return
  requireLibrarySettings(resolved, flags)
  if (flags.withoutAccounts && flags.copyOf === undefined)
    throw new UsageError('--without-accounts is only for a copy. Give --copy-of, too, or leave it out.')
  const flag = keysOf(memoryFlags).find((name) => flags[name] !== undefined)
  if (flag !== undefined && resolved.database.value !== inMemory)
    throw new UsageError(
      `${memoryFlags[flag]} is only for a library in memory. Leave it out, or use --database :memory:.`,
    )
}

/** The admin whom `serve` creates if no account has the address; undefined if none is set. @throws UsageError when only one half is set */
export const firstAdminFrom = ({
  adminEmail: email,
  adminPassword: password,
}: Pick<Settings, 'adminEmail' | 'adminPassword'>): { email: string; password: string } | undefined => {
  if (!email && !password) return
  if (!email)
    throw new UsageError("An admin's password is set without ADMIN_EMAIL or admin-email. Set both, or neither.")
  if (!password) {
    throw new UsageError(
      `The admin ${email} has no password. Set ADMIN_PASSWORD_FILE, ADMIN_PASSWORD or admin-password-file.`,
    )
  }
  return { email, password }
}

/** What guests may do; undefined where there are none. */
export const describeGuests = ({ guest, console }: Pick<Settings, 'guest' | 'console'>): string | undefined =>
  guest === 'read' && console === 'on'
    ? 'guest is read: everybody who can reach the server may read the catalogue without an account.'
    : undefined
