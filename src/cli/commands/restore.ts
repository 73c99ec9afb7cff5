import { Command } from 'commander'
import { addSettings } from '../../config/commandOptions.ts'
import type { Settings } from '../../config/settings.ts'
import { requireFilePath } from '../../library/locate.ts'
import { restore } from '../../library/restore.ts'
import { printRestored } from '../output/libraryFile.ts'

interface Options extends Pick<Settings, 'database' | 'keepSnapshots'> {
  endSessions?: boolean
}

export const restoreCommand = () =>
  addSettings(new Command('restore'), ['database', 'keepSnapshots'])
    .description('replace the library by a backup, and keep the old one beside it; not while the server runs')
    .argument('<file>', 'the backup')
    .option('--end-sessions', 'revoke all tokens and invitations in the restored library; clients have to log in again')
    .action((file: string, { database, keepSnapshots, endSessions = false }: Options) => {
      const path = requireFilePath(database)
      const result = restore(file, path, { endSessions, keepReplaced: keepSnapshots })
      printRestored(path, file, { ...result, endSessions })
    })
