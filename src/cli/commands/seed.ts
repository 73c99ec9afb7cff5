import { Command } from 'commander'
import { addSettings } from '../../config/options.ts'
import { OperationalError, UsageError } from '../../errors.ts'
import { libraryExists, locate } from '../../library/locate.ts'
import type { Database } from '../../library/open.ts'
import { InvalidCatalogue } from '../../seeding/problems.ts'
import { type Report, sum } from '../../seeding/report.ts'
import { sampleCatalogue } from '../../seeding/sample.ts'
import { seed } from '../../seeding/seed.ts'
import { printChunks } from '../output/print.ts'
import { problemLines } from '../output/problemLines.ts'
import { withProgress } from '../output/progress.ts'
import { changeLines, countLines, linesShown } from '../output/reportLines.ts'
import { formatCount } from '../output/table.ts'
import { readText } from '../readText.ts'
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
    .description('bring the library in line with a catalogue file; also while the server runs')
    .argument('[file]', 'the catalogue file; - for standard input')
    .option('--sample', 'seed the sample catalogue that comes with the program')
    .option('--dry-run', 'show what would change, and change nothing')
    .option('--prune', 'delete the catalogue records that the file does not have')
    .option('--yes', 'delete without asking')
    .option('--json', 'print the outcome as JSON')
    .option('--quiet', 'print nothing but errors')
    .action(run)

const run = async (file: string | undefined, given: Options) => {
  if ((file === undefined) !== (given.sample ?? false))
    throw new UsageError('Name one catalogue file to seed, or give --sample.')
  const text = file === undefined ? sampleCatalogue() : await readText(file)
  // A dry run leaves nothing behind, not even an empty library.
  const url = given.dryRun && !libraryExists(locate(given.database)) ? ':memory:' : given.database
  try {
    await withDatabase(url, (database) => seedInto(database, text, given), { unmakeOn: InvalidCatalogue })
  } catch (error) {
    if (!(error instanceof InvalidCatalogue)) throw error
    if (given.json) console.log(JSON.stringify({ problems: error.problems, more: error.more }, null, 2))
    else for (const line of problemLines(nameOf(file), error)) console.error(line)
    const count = error.problems.length + error.more
    throw new OperationalError(`${nameOf(file)} has ${formatCount(count, 'problems')}. Nothing was changed.`)
  }
}

const seedInto = async (database: Database, text: string, given: Options) => {
  const mayDelete = given.prune && !given.dryRun && !given.yes ? await confirmDelete(database, text) : undefined
  const listChanges = given.json ? Number.POSITIVE_INFINITY : given.dryRun && !given.quiet ? linesShown : undefined
  const report = await withProgress('Seeding', !given.quiet, (onProgress) =>
    seed(database, text, {
      dryRun: given.dryRun ?? false,
      prune: given.prune ?? false,
      ...(mayDelete && { maxDeletions: mayDelete }),
      ...(listChanges !== undefined && { maxChanges: listChanges }),
      onProgress,
    }),
  )
  await printSummary(report, given)
}

/** How people are told of a file. */
const nameOf = (file = 'The sample') => (file === '-' ? '<stdin>' : file)

/** What may be deleted, as a person agrees who has seen how much it is. */
const confirmDelete = async (database: Database, text: string) => {
  const report = await seed(database, text, { dryRun: true, prune: true })
  const [records, likes, references] = [sum(report, 'deleted'), report.likes_deleted, report.references_cleared]
  if (records === 0) return { records, likes }
  const lost = `${formatCount(likes, 'likes')} and ${formatCount(references, 'references')} from records that stay`
  const question = `Delete ${formatCount(records, 'records')} that the file does not have, and with them ${lost}?`
  if (!process.stdin.isTTY)
    throw new OperationalError(`${question} Nothing was changed; --yes agrees to it, --dry-run lists them.`)
  const { confirm, isCancel } = await import('@clack/prompts')
  // Standard output is for the outcome, which may go to a file.
  const answer = await confirm({ message: question, initialValue: false, output: process.stderr })
  if (isCancel(answer) || !answer) throw new OperationalError('Nothing was changed.')
  return { records, likes }
}

const printSummary = async (report: Report, { dryRun, json, quiet }: Options) => {
  if (json) return printChunks(asJson(report, dryRun ?? false))
  if (quiet) return
  if (dryRun) for (const line of changeLines(report)) console.log(line)
  for (const line of countLines(report)) console.log(line)
  if (dryRun) console.log('This was a dry run. Nothing was changed.')
}

/** The report as JSON, a change a line: there may be a million of them, too many for one text. */
function* asJson({ changes, ...report }: Report, dry_run: boolean) {
  yield `${JSON.stringify({ dry_run, ...report }, null, 2).slice(0, -2)},\n  "changes": [`
  for (const [at, change] of changes.entries()) yield `${at === 0 ? '' : ','}\n    ${JSON.stringify(change)}`
  yield changes.length > 0 ? '\n  ]\n}\n' : ']\n}\n'
}
