import { Command, Option } from 'commander'
import { DamagedLibrary, damagedLibraryCode, OperationalError, UsageError } from '../../base/errors.ts'
import { addSettings } from '../../config/commandOptions.ts'
import type { Settings } from '../../config/settings.ts'
import { backupFolder } from '../../library/copies.ts'
import { type Backup, backUp, backUpInto, hasOlderBackup } from '../../library/file/backup.ts'
import { isPostgresUrl, requireExistingFile } from '../../library/locate.ts'
import { runBackupCommand } from '../backupCommand.ts'
import { becomeOwner, becomeOwnerOf } from '../becomeOwner.ts'
import { formatBackup } from '../output/libraryFile.ts'
import { printLine } from '../output/write.ts'
import { confirm } from '../prompts.ts'
import { createStopSignal } from '../signals.ts'

type UsedSettings = 'database' | 'backupDir' | 'backupCommand' | 'backupCommandTimeout'

interface Options extends Pick<Settings, UsedSettings> {
  keep?: number
  json?: true
  yes?: true
}

export const backupCommand = () =>
  addSettings(new Command('backup'), ['database', 'backupDir', 'backupCommand', 'backupCommandTimeout'])
    .argument('[file]', 'the file to write (default: one with the time in its name, in the folder for backups)')
    .addOption(new Option('--keep <number>', 'how many backups to keep in the folder').argParser(Number))
    .option('--yes', 'replace an older backup of this name without asking')
    .option('--json', 'print the result as JSON')
    .action(backupLibrary)

const backupLibrary = async (file: string | undefined, options: Options) => {
  const { database, keep, json } = options
  if (keep !== undefined && !(Number.isInteger(keep) && keep >= 1))
    throw new UsageError('--keep takes a whole number from 1.')
  if (file !== undefined && keep !== undefined)
    throw new UsageError('--keep goes with a folder of backups, not with a file.')
  const backup = await (isPostgresUrl(database) ? backUpDatabase(file, options) : backUpFile(file, options)).catch(
    (error) => {
      if (error instanceof DamagedLibrary) process.exitCode = damagedLibraryCode
      throw error
    },
  )
  if (backup.warning !== undefined) console.error(`Warning: ${backup.warning}`)
  if (json) printLine(JSON.stringify(backup, null, 2))
  else printLine(formatBackup(backup))
  await runCommandOfOperator(backup.file, options)
}

/** Its lines are no result of this command, so they go to standard error. @throws OperationalError if it fails */
const runCommandOfOperator = async (file: string, { backupCommand: words, backupCommandTimeout }: Options) => {
  if (!words) return
  const error = await runBackupCommand({ words, timeoutMs: backupCommandTimeout }, file, {
    onLine: (line) => console.error(line),
    signal: createStopSignal(() => {}),
  })
  if (error !== undefined) throw new OperationalError(`The backup was made, but the backup command failed. ${error}`)
}

const backUpFile = async (file: string | undefined, { database, backupDir, keep, yes }: Options): Promise<Backup> => {
  becomeOwner(database)
  const path = requireExistingFile(database)
  if (file === undefined) return backUpInto(path, backupDir ?? backupFolder(path), keep)
  if (hasOlderBackup(path, file) && !yes) await confirmReplacement(file)
  return backUp(path, file)
}

const backUpDatabase = async (file: string | undefined, { database, backupDir, keep, yes }: Options) => {
  const { backUpPostgres, backUpPostgresInto } = await import('../../library/postgres/backup.ts')
  const target = file ?? backupDir
  if (target !== undefined) becomeOwnerOf(target)
  if (file !== undefined) {
    if (hasOlderBackup(undefined, file) && !yes) await confirmReplacement(file)
    return backUpPostgres(database, file)
  }
  if (backupDir === undefined)
    throw new UsageError(
      'A library on PostgreSQL has no folder for backups. Name a file, or a folder with --backup-dir.',
    )
  return backUpPostgresInto(database, backupDir, keep)
}

/** Without a terminal, the command was called wrongly: a script has to say that it replaces a file. */
const confirmReplacement = async (file: string) => {
  const advice = `${file} exists already. Name another file, or replace it with --yes.`
  if (!process.stdin.isTTY) throw new UsageError(advice)
  await confirm(`${file} exists already. Replace this backup?`, advice)
}
