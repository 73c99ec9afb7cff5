import { UsageError } from '../base/errors.ts'
import { inMemory } from '../library/locate.ts'
import { requireDemoSettings } from './demo.ts'
import { requireDifferentPorts } from './differentPorts.ts'
import { requireLibrarySettings } from './librarySettings.ts'
import { requireProxyLogin } from './proxyLogin.ts'
import type { Flags, ResolvedSettings } from './readSettings.ts'
import type { SettingName } from './settings.ts'

/** The settings of a server, without its first admin: that concerns only the start, and the file of its password may be gone. */
export type ServerSettingName = Exclude<SettingName, 'adminEmail' | 'adminPassword'>

/** The flags of a start that only a library in memory has. */
const memoryFlags = ['control', 'now']

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
  const flag = memoryFlags.find((name) => flags[name] !== undefined)
  if (flag !== undefined && resolved.database.value !== inMemory)
    throw new UsageError(`--${flag} is only for a library in memory. Leave it out, or use --database :memory:.`)
}
