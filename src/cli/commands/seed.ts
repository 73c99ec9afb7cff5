import { dirname } from 'node:path'
import { Command } from 'commander'
import { commandLine } from '../../audit/entry.ts'
import { addSettings } from '../../config/commandOptions.ts'
import { OperationalError, UsageError } from '../../errors.ts'
import { libraryExists, locate } from '../../library/locate.ts'
import type { Library } from '../../library/open.ts'
import { isAccountsFile } from '../../seeding/accounts/read.ts'
import { type AccountChange, seedAccountsFile } from '../../seeding/accounts/seed.ts'
import { InvalidFile, maxProblems } from '../../seeding/problems.ts'
import { sum } from '../../seeding/report.ts'
import { sampleCatalogue } from '../../seeding/sample.ts'
import { seed } from '../../seeding/seed.ts'
import { printAccountsReport } from '../output/accountsReport.ts'
import { withProgress } from '../output/progress.ts'
import { maxListedChanges, printProblems, printReport, printWarnings } from '../output/seedReport.ts'
import { formatCount } from '../output/table.ts'
import { confirm } from '../prompts.ts'
import { readText } from '../readText.ts'
import { withStopMessage } from '../stopMessage.ts'
import { withDatabase } from '../withDatabase.ts'

interface Options {
  database: string
  sample?: true
  dryRun?: true
  prune?: true
  yes?: true
  json?: true
  quiet?: true
}

export const seedCommand = () =>
  addSettings(new Command('seed'), ['database'])
    .description('bring the library in line with a catalogue file or an accounts file; also while the server runs')
    .argument('[file]', 'the catalogue file or the accounts file; - for standard input')
    .option('--sample', 'seed the sample catalogue that comes with the program')
    .option('--dry-run', 'show what would change, and change nothing')
    .option('--prune', 'delete the catalogue records that the file does not have')
    .option('--yes', 'delete without asking')
    .option('--json', 'print the result as JSON')
    .option('--quiet', 'print nothing but errors')
    .action((file, options) => withStopMessage((onChanged) => seedLibrary(file, options, onChanged)))

const seedLibrary = async (file: string | undefined, options: Options, onChanged: () => void) => {
  if ((file === undefined) !== (options.sample ?? false))
    throw new UsageError('Name one file to seed, or give --sample.')
  const text = file === undefined ? sampleCatalogue() : await readText(file)
  const isAccounts = isAccountsFile(text)
  if (isAccounts && options.prune)
    throw new UsageError('--prune is for catalogue files: seeding deletes no account and no like. Leave it out.')
  // A dry run must not create a library.
  const url = options.dryRun && !libraryExists(locate(options.database)) ? ':memory:' : options.database
  try {
    const seedInto = async (database: Library) => {
      const printResult = isAccounts
        ? await seedAccountsInto(database, text, options, file)
        : await seedCatalogueInto(database, text, options, file)
      onChanged()
      await printResult()
    }
    await withDatabase(url, seedInto, {
      removeNewOn: (error) => error instanceof InvalidFile,
    })
  } catch (error) {
    if (!(error instanceof InvalidFile)) throw error
    const name = displayName(file)
    printProblems(name, error, options.json ?? false)
    const count = error.problems.length + error.more
    const atLeast = count >= maxProblems ? 'at least ' : ''
    throw new OperationalError(`${name} has ${atLeast}${formatCount(count, 'problems')}. Nothing was changed.`)
  }
}

const displayName = (file = 'The sample') => (file === '-' ? '<stdin>' : file)

const seedCatalogueInto = async (database: Library, text: string, options: Options, file?: string) => {
  const { dryRun = false, prune = false, yes, json, quiet = false } = options
  const maxDeletions = prune && !dryRun && !yes ? await confirmDelete(database, text) : undefined
  const maxChanges = json ? Number.POSITIVE_INFINITY : dryRun && !quiet ? maxListedChanges : undefined
  const report = await withProgress('Seeding', !quiet, (onProgress) =>
    seed(database, text, {
      dryRun,
      prune,
      actor: commandLine,
      ...(maxDeletions && { maxDeletions }),
      ...(maxChanges !== undefined && { maxChanges }),
      onProgress,
    }),
  )
  return async () => {
    if (!quiet && !json) printWarnings(displayName(file), report)
    await printReport(report, options)
  }
}

const seedAccountsInto = async (database: Library, text: string, options: Options, file = '-') => {
  const { dryRun = false } = options
  const changes: AccountChange[] = []
  const report = await seedAccountsFile(database, text, {
    dryRun,
    actor: commandLine,
    folder: file === '-' ? '.' : dirname(file),
    onChange: (change) => changes.push(change),
  })
  return async () => printAccountsReport(report, changes, options)
}

/** Asks whether to delete the records that pruning would delete. @returns the numbers that were confirmed */
const confirmDelete = async (database: Library, text: string) => {
  const report = await seed(database, text, { dryRun: true, prune: true })
  const [records, likes, references] = [sum(report, 'deleted'), report.likes_deleted, report.references_cleared]
  if (records > 0) {
    const lost = `${formatCount(likes, 'likes')} and ${formatCount(references, 'references')} from records that stay`
    await confirm(
      `Delete ${formatCount(records, 'records')} that the file does not have, and with them ${lost}?`,
      '--yes agrees to it, --dry-run lists them.',
    )
  }
  return { records, likes }
}
