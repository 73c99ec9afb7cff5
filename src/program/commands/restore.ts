import { basename } from 'node:path'
import { Command } from 'commander'
import { OperationalError, UsageError } from '../../base/errors.ts'
import { fileErrorKind } from '../../base/fileErrors.ts'
import { quoteForShell } from '../../base/visibleText.ts'
import { addSettings } from '../../config/commandOptions.ts'
import type { Settings } from '../../config/settings.ts'
import { restore } from '../../library/file/restore.ts'
import { userName } from '../../library/fileOwner.ts'
import { isPostgresUrl, requireFilePath } from '../../library/locate.ts'
import { findReadError } from '../../library/permissions.ts'
import { becomeOwner, becomeOwnerOf } from '../becomeOwner.ts'
import { printRestored } from '../output/libraryFile.ts'

interface Options extends Pick<Settings, 'database' | 'keepSnapshots'> {
  endSessions?: boolean
}

const help = `
A PostgreSQL database must be empty: the backup fills it. For example:
  DATABASE_URL=postgres://music@db.example.com/music music-library restore library.db`

export const restoreCommand = () =>
  addSettings(new Command('restore'), ['database', 'keepSnapshots'])
    .argument('<file>', 'the backup')
    .option('--end-sessions', 'revoke all tokens and invitations in the restored library; clients have to log in again')
    .addHelpText('after', help)
    .action(async (file: string, { database, keepSnapshots, endSessions = false }: Options) => {
      if (isPostgresUrl(file))
        throw new UsageError(
          'The backup must be a file. Name the database to restore into with DATABASE_URL or --database.',
        )
      if (isPostgresUrl(database)) return restoreDatabase(file, database, endSessions)
      becomeOwner(database)
      const path = requireFilePath(database)
      requireBackup(file)
      const result = restore(file, path, { endSessions, keepReplaced: keepSnapshots })
      printRestored(path, file, { ...result, endSessions })
    })

/** The library belongs to the user who reads the backup, which may lie in a folder that is closed to this user. */
const requireBackup = (file: string) => {
  if (fileErrorKind(findReadError(file)) !== 'forbidden') return
  throw new OperationalError(
    `${file} can't be read by the user ${userName()}. Copy it for this user, and restore the copy: sudo install -o ${userName()} -m 600 ${quoteForShell(file)} ${quoteForShell(`/var/tmp/${basename(file)}`)}`,
  )
}

const restoreDatabase = async (file: string, url: string, endSessions: boolean) => {
  becomeOwnerOf(file)
  const { restoreToPostgres } = await import('../../library/postgres/restore.ts')
  const { name, contents } = await restoreToPostgres(file, url, { endSessions })
  printRestored(name, file, { contents, endSessions, replacedLibrary: undefined, prunedLibraries: [] })
}
