import { Command } from 'commander'
import { NotFound, OperationalError } from '../../base/errors.ts'
import { addSettings } from '../../config/commandOptions.ts'
import type { Settings } from '../../config/settings.ts'
import { summarizeConflicts } from '../../history/undo/conflicts.ts'
import { type Undone, undoEntry } from '../../history/undo/undo.ts'
import { ownWork } from '../../library/longWork.ts'
import { describeUndo, printUndo } from '../output/undo.ts'
import { typedCommand } from '../ownCommand.ts'
import { parseIdArgument } from '../parseIdArgument.ts'
import { confirm } from '../prompts.ts'
import { withStopMessage } from '../signals.ts'
import { commandWrite, withDatabase } from '../withDatabase.ts'

interface Options extends Pick<Settings, 'database' | 'undoKeep'> {
  dryRun?: true
  yes?: true
  json?: true
}

const help = `
"audit" shows the numbers of entries. For example:
  music-library undo 118 --dry-run
  music-library undo 118 --yes`

export const undoCommand = () =>
  addSettings(new Command('undo'), ['database', 'undoKeep'])
    .argument('<entry>', 'the number of the entry, as "audit" shows it', (text) => parseIdArgument(text, 'entry'))
    .option('--dry-run', 'show what would change, and change nothing')
    .option('--yes', 'delete records and undo many changes without asking')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', help)
    .action((entry, options) => withStopMessage((onChanged) => undo(entry, options, onChanged)))

const undo = async (id: number, { database: url, undoKeep, dryRun, yes, json }: Options, onChanged: () => void) =>
  withDatabase(
    url,
    async (database) => {
      const context = { write: commandWrite(database), longWork: ownWork }
      const keepMs = undoKeep
      const preview = await undoEntry(database, context, id, { keepMs, dry_run: true }).catch(addAdvice)
      if (dryRun) return printUndo(preview, { isDryRun: true, json: json ?? false })
      requireNoConflicts(id, preview)
      if (!yes && isLarge(preview))
        await confirm(
          `Undoing entry ${id} ${describeUndo(preview)}. Undo it?`,
          '--yes agrees to it, --dry-run lists them.',
        )
      const result = await undoEntry(database, context, id, { keepMs, digest: preview.changes.digest })
      onChanged()
      await printUndo(result, { isDryRun: false, json: json ?? false })
    },
    { mustExist: true, mayUpgrade: !dryRun },
  )

const addAdvice = (error: unknown): never => {
  throw error instanceof NotFound
    ? new OperationalError(`${error.message} "${typedCommand()} audit" shows the numbers of entries.`)
    : error
}

/** Whether records are deleted, or as many changed as a file or a selection has. */
const isLarge = ({ entry, counts }: Undone) => ['bulk', 'merge', 'seed'].includes(entry.action) || counts.deleted > 0

const requireNoConflicts = (id: number, preview: Undone) => {
  if (preview.conflicts.length > 0)
    throw new OperationalError(`${summarizeConflicts(id, preview)} Nothing was changed.`)
}
