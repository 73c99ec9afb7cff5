import { dirname } from 'node:path'
import { Command, Option } from 'commander'
import { commandLine } from '../../audit/entry.ts'
import { OperationalError, UsageError } from '../../base/errors.ts'
import { addSettings } from '../../config/commandOptions.ts'
import { toRows } from '../../converters/notes.ts'
import { requireNoRemains } from '../../library/file/lockFile.ts'
import type { Library } from '../../library/library.ts'
import { isPostgresUrl, libraryExists, locate } from '../../library/locate.ts'
import { AcceptedRenames } from '../../seeding/acceptedRenames.ts'
import { isAccountsFile } from '../../seeding/accounts/read.ts'
import { type AccountChange, seedAccountsFile } from '../../seeding/accounts/seedAccounts.ts'
import type { SeedOptions } from '../../seeding/options.ts'
import { InvalidFile } from '../../seeding/read/problems.ts'
import type { Report } from '../../seeding/report/report.ts'
import { previewSeed, seedCatalogue } from '../../seeding/seedCatalogue.ts'
import { confirmDeletions } from '../confirmDeletions.ts'
import { printAccountsReport } from '../output/accountsReport.ts'
import { maxReportedChanges } from '../output/dryRun/changes.ts'
import { printProblems, summarizeProblems } from '../output/problems.ts'
import { withProgress } from '../output/progress.ts'
import { hasChanges, printReport, printWarnings } from '../output/seedReport.ts'
import { printLine } from '../output/write.ts'
import { defaultWay, type PeopleFlag, parsePeopleFlag, seedAsDecided } from '../peopleChanges.ts'
import { addPruneOptions, checkPruneFlags, type PruneFlags, toPruneOptions } from '../pruneFlags.ts'
import { sampleOption } from '../sampleFlag.ts'
import { displayName, readFileToSeed, type SeedFile, type SeedFileFlags } from '../seedFile.ts'
import { withStopMessage } from '../signals.ts'
import { addTableOptions } from '../tableOptions.ts'
import { commandWrite, withDatabase } from '../withDatabase.ts'

interface Options extends SeedFileFlags, PruneFlags {
  database: string
  dryRun?: true
  acceptRenames?: true
  people?: PeopleFlag
  mergeInto?: string
  withNew?: true
  yes?: true
  new?: true
  full?: true
  exitCode?: true
}

export const seedCommand = () =>
  addPruneOptions(
    addTableOptions(addSettings(new Command('seed'), ['database']))
      .argument(
        '[file]',
        'the catalogue file or the accounts file, or a file that "import" reads; - for standard input',
      )
      .addOption(sampleOption())
      .option('--dry-run', 'show what would change, and change nothing'),
  )
    .option(
      '--accept-renames',
      'rename the records that seem to have a new name in the file, instead of making new ones',
    )
    .addOption(
      new Option(
        '--people <way>',
        'what to do with conflicts, which are changes by people since the last import that differ from the file: ask, keep, overwrite or fail',
      ).argParser(parsePeopleFlag),
    )
    .option('--merge-into <file>', 'write what people have changed into a copy of the file, and change nothing else')
    .option('--with-new', 'with --merge-into, add the records that people have added')
    .option('--yes', 'delete and merge without asking')
    .option('--new', 'make a new library at the default path, if no library is named and none is there')
    .option('--full', 'with --dry-run, list all changes')
    .option('--exit-code', 'with --dry-run, exit with 3 if anything would change')
    .option('--json', 'print the result as JSON')
    .option('--quiet', 'print nothing but errors')
    .action((file, options, command) => withStopMessage((onChanged) => seedLibrary(file, options, command, onChanged)))

const seedLibrary = async (file: string | undefined, options: Options, command: Command, onChanged: () => void) => {
  if ((file === undefined) === (options.sample === undefined))
    throw new UsageError('Name one file to import, or give --sample.')
  checkOptions(options)
  const seedFile = await readFileToSeed(file, options)
  const { text, converted } = seedFile
  const isAccounts = isAccountsFile(text)
  if (isAccounts && options.prune)
    throw new UsageError('--prune is for catalogue files: an import of accounts deletes nothing. Leave it out.')
  if (isAccounts && options.acceptRenames)
    throw new UsageError('--accept-renames is for catalogue files. Leave it out.')
  if (isAccounts && (options.people ?? options.mergeInto) !== undefined)
    throw new UsageError('--people and --merge-into are for catalogue files. Leave them out.')
  const url = findLibrary(options, command)
  let isNew = false
  try {
    const seedInto = async (database: Library) => {
      const printResult = isAccounts
        ? await seedAccountsInto(database, text, options, file)
        : await seedCatalogueInto(database, seedFile, options, file)
      onChanged()
      await printResult()
    }
    await withDatabase(url, seedInto, {
      mayUpgrade: !options.dryRun && options.mergeInto === undefined,
      createFolder: options.new ?? false,
      onNew: (path) => {
        isNew = true
        if (!options.quiet) console.error(`Making a new library at ${path}`)
      },
      removeNewOn: (error) => error instanceof InvalidFile,
    })
  } catch (error) {
    if (!(error instanceof InvalidFile)) throw error
    const name = displayName(file)
    const outcome = isNew && !isPostgresUrl(url) ? 'No library was made.' : 'Nothing was changed.'
    // As after a failed command before a pipe, which has said why.
    if (file === '-' && !options.json && text.trim() === '')
      throw new OperationalError(`Standard input is empty. ${outcome}`)
    const { problems, more } = error
    printProblems(name, { problems: converted ? toRows(converted, problems) : problems, more }, options.json ?? false)
    throw new OperationalError(`${summarizeProblems(name, error)} ${outcome}`)
  }
}

/** The exit code of a dry run with --exit-code that would change something. */
const wouldChangeCode = 3

const checkOptions = (options: Options) => {
  const { dryRun, full, exitCode, mergeInto, withNew, people, json, yes, new: isNew } = options
  if (withNew && mergeInto === undefined) throw new UsageError('--with-new is for --merge-into. Give both.')
  const others = { '--dry-run': dryRun, '--people': people, '--json': json, '--yes': yes, '--new': isNew }
  const [other] = Object.entries(others).find(([, value]) => value) ?? []
  if (mergeInto !== undefined && other)
    throw new UsageError(`--merge-into writes a file, and imports nothing. Leave ${other} out.`)
  if (dryRun && (people === 'ask' || people === 'fail'))
    throw new UsageError(
      'A dry run changes nothing: give --people keep or --people overwrite to see what that would change.',
    )
  if (full && !dryRun) throw new UsageError('--full is for --dry-run. Give both.')
  if (exitCode && !dryRun) throw new UsageError('--exit-code is for --dry-run. Give both.')
  checkPruneFlags(options)
}

/**
 * Returns the library to open. A dry run where there is none gets one in memory, and says so.
 * @throws OperationalError where a seed would make a library that nobody has named
 */
const findLibrary = ({ database, dryRun, json, quiet, new: isNew }: Options, command: Command): string => {
  const location = locate(database)
  if (location.path === undefined || libraryExists(location)) return database
  if (dryRun) {
    const line = `There is no library at ${location.path}: this shows what a new one would get.`
    if (json) console.error(line)
    else if (!quiet) printLine(line)
    return ':memory:'
  }
  if (isNew || command.getOptionValueSource('database') !== 'default') return database
  requireNoRemains(location.path)
  throw new OperationalError(
    `There is no library at ${location.path}. Name the library with --database, or make a new one there with --new.`,
  )
}

const seedCatalogueInto = async (database: Library, seedFile: SeedFile, options: Options, file?: string) => {
  const { text, converted } = seedFile
  const { dryRun = false, withNew = false, json, full, quiet = false } = options
  const pruneOptions = toPruneOptions(options)
  const renames = new AcceptedRenames(options.acceptRenames)
  const { mergeInto } = options
  if (mergeInto !== undefined) {
    const { writeMergedFile } = await import('../mergedFile.ts')
    const mergeOptions = { ...pruneOptions, withNew, quiet }
    return renames.run((accepted) => writeMergedFile(database, seedFile, mergeInto, { ...mergeOptions, ...accepted }))
  }
  const way = options.people ?? (dryRun ? 'overwrite' : defaultWay())
  const people = { way: way === 'keep' ? way : 'overwrite' } as const
  const confirmed = dryRun ? {} : await confirmDeletions(database, text, options, { ...pruneOptions, people }, renames)
  const listsAll = json || (full && !quiet)
  const maxChanges = listsAll ? Number.POSITIVE_INFINITY : dryRun && !quiet ? maxReportedChanges : undefined
  const run = (decided: SeedOptions, check?: (report: Report) => void) =>
    withProgress('Seeding', !quiet, (onProgress) => {
      const allOptions = {
        ...pruneOptions,
        ...confirmed,
        ...(maxChanges !== undefined && { maxChanges }),
        ...decided,
        onProgress,
      }
      return renames.run(
        (accepted) =>
          dryRun
            ? previewSeed(database, text, { ...allOptions, ...accepted })
            : seedCatalogue(commandWrite(database), text, { ...allOptions, ...accepted }, check),
        maxChanges === undefined ? 'accept' : 'throw',
      )
    })
  const report = await (dryRun ? run({ people }) : seedAsDecided(way, run))
  return async () => {
    if (!quiet && !json) {
      const warnings = converted ? toRows(converted, report.warnings) : report.warnings
      printWarnings(displayName(file), { ...report, warnings })
    }
    await printReport(report, options)
    if (options.exitCode && hasChanges(report)) process.exitCode = wouldChangeCode
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
  return async () => {
    await printAccountsReport(report, changes, options)
    if (options.exitCode && changes.length > 0) process.exitCode = wouldChangeCode
  }
}
