import { Command } from 'commander'
import { addSettings } from '../../config/options.ts'
import { requireFilePath } from '../../library/locate.ts'
import { restore } from '../../library/restore.ts'
import { formatCount } from '../output/table.ts'

export const restoreCommand = () =>
  addSettings(new Command('restore'), ['database'])
    .description('put a backup in the place of the library, which is kept beside it; not while the server runs')
    .argument('<file>', 'the backup')
    .action((file: string, { database }: { database: string }) => {
      const path = requireFilePath(database)
      const { contents, replacedLibrary } = restore(file, path)
      console.log(
        `Restored ${path} from ${file}: ${formatCount(contents.rows.tracks ?? 0, 'tracks')}, ${formatCount(contents.rows.users ?? 0, 'users')}.`,
      )
      if (replacedLibrary) console.log(`The library that was there is kept as ${replacedLibrary}`)
    })
