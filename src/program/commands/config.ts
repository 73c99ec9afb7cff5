import { resolve } from 'node:path'
import { Command } from 'commander'
import { addFlags } from '../../config/commandOptions.ts'
import { describeCovers } from '../../config/covers.ts'
import { isUsedBy } from '../../config/librarySettings.ts'
import { configFilePath, type Flags, readSettings } from '../../config/readSettings.ts'
import { firstAdminFrom, requireServerSettings } from '../../config/serveChecks.ts'
import { nameInFile, settingNames, settings } from '../../config/settings.ts'
import { printSettings, type SettingRow, settingRow } from '../output/settings.ts'
import { addServeFlags } from '../serveFlags.ts'
import { shortenSettings } from '../shortHelp.ts'

// It takes the flags of `serve`, so that a command line can be checked by replacing one word.
export const configCommand = () =>
  shortenSettings(addServeFlags(addFlags(new Command('config'), settingNames)))
    .option('--json', 'as JSON')
    .action(showSettings)

const showSettings = (flags: Flags & { json?: true }) => {
  const warn = (warning: string) => console.error(`music-library: Warning: ${warning}`)
  const resolved = readSettings(settingNames, flags, warn)
  const admin = { adminEmail: resolved.adminEmail.value, adminPassword: resolved.adminPassword.value }
  const lacksPassword = !flags.demo && Boolean(admin.adminEmail) && !admin.adminPassword
  requireServerSettings(resolved, flags)
  if (!flags.demo && !lacksPassword) firstAdminFrom(admin)
  const used = settingNames.filter((name) => isUsedBy(resolved.database.value, name))
  const rows = used.map((name) => settingRow(nameInFile(name), resolved[name], settings[name]))
  printSettings([configFileRow(flags), ...rows], flags.json ?? false)
  const covers = describeCovers({ covers: resolved.covers.value, console: resolved.console.value })
  if (covers !== undefined) warn(covers)
  if (lacksPassword) console.error(hiddenPasswordNote)
}

/** A service manager may give a password to the service alone, as systemd does with LoadCredential=. */
const hiddenPasswordNote =
  'music-library: Note: no password of the admin is set here. If only the service gets it, as a credential of its unit, this is right. Otherwise set ADMIN_PASSWORD_FILE or admin-password-file: without it, serve does not start.'

const configFileRow = (flags: Flags): SettingRow => {
  const path = configFilePath(flags)
  if (!path) return { name: 'config', value: null, unsetText: 'none', source: { kind: 'default' } }
  return { name: 'config', value: resolve(path.text), source: path.source }
}
