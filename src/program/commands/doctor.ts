import { Command } from 'commander'
import { OperationalError } from '../../base/errors.ts'
import { addSettings } from '../../config/commandOptions.ts'
import { describeCovers } from '../../config/covers.ts'
import { describeOpenRegistration } from '../../config/proxyLogin.ts'
import { describeGuests } from '../../config/serveChecks.ts'
import type { SettingName, Settings } from '../../config/settings.ts'
import { backupFolder } from '../../library/copies.ts'
import { diagnose } from '../../library/file/diagnose.ts'
import { isPostgresUrl, requireAccess, requireFilePath } from '../../library/locate.ts'
import { becomeOwner } from '../becomeOwner.ts'
import { describeLowLimit } from '../descriptorLimit.ts'
import { printFindings } from '../output/libraryFile.ts'

const settingNames = [
  'database',
  'backupDir',
  'backupEvery',
  'auditMax',
  'undoKeep',
  'registration',
  'authHeader',
  'guest',
  'console',
  'covers',
] as const satisfies readonly SettingName[]

interface Options extends Pick<Settings, (typeof settingNames)[number]> {
  json?: boolean
}

export const doctorCommand = () =>
  addSettings(new Command('doctor'), settingNames).option('--json', 'as JSON').action(checkLibrary)

const checkLibrary = async ({ json = false, ...options }: Options) => {
  const { name, findings } = await (isPostgresUrl(options.database) ? checkDatabase(options) : checkFile(options))
  const notes = {
    // Where the console runs this command, it has the limits of the server.
    limits: describeLowLimit(),
    registration: describeOpenRegistration(options),
    guests: describeGuests(options),
    covers: describeCovers(options),
  }
  for (const [what, says] of Object.entries(notes)) if (says !== undefined) findings.push({ what, state: 'note', says })
  printFindings(findings, json)
  const wrong = findings.filter(({ state }) => state === 'wrong').length
  if (wrong > 0) throw new OperationalError(`${wrong} thing${wrong === 1 ? ' is' : 's are'} wrong with ${name}.`)
}

const limitsOf = ({ auditMax, undoKeep }: Pick<Options, 'auditMax' | 'undoKeep'>) => ({
  auditMaxBytes: auditMax * 1_048_576,
  undoKeepMs: undoKeep,
})

const checkFile = async ({ database, backupDir, backupEvery, ...audit }: Options) => {
  becomeOwner(database)
  const path = requireFilePath(database)
  requireAccess(path)
  const backups = { folder: backupDir ?? backupFolder(path), intervalMs: backupEvery }
  return { name: path, findings: diagnose(path, backups, limitsOf(audit)) }
}

const checkDatabase = async ({ database, backupDir, ...audit }: Options) => {
  const { diagnosePostgres } = await import('../../library/postgres/diagnose.ts')
  return diagnosePostgres(database, backupDir, limitsOf(audit))
}
