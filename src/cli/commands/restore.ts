import { Command } from 'commander'
import { addSettings } from '../../config/commandOptions.ts'
import type { Settings } from '../../config/settings.ts'
import { requireFilePath } from '../../library/locate.ts'
import { restore } from '../../library/restore.ts'
import { printRestored } from '../output/libraryFile.ts'

interface Options extends Pick<Settings, 'database'> {
  endSessions?: boolean
}

export const restoreCommand = () =>
  addSettings(new Command('restore'), ['database'])
    .description('replace the library by a backup, and keep the old one beside it; not while the server runs')
    .argument('<file>', 'the backup')
    .option('--end-sessions', 'revoke all tokens and invitations in the restored library; clients have to log in again')
    .action((file: string, { database, endSessions = false }: Options) => {
      const path = requireFilePath(database)
      printRestored(path, file, { ...restore(file, path, { endSessions }), endSessions })
    })
