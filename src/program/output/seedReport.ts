import { escapeControls } from '../../base/visibleText.ts'
import { formatCount } from '../../base/words.ts'
import { type ResourceName, resourceNames } from '../../catalogue/resources.ts'
import { type Report, sum } from '../../seeding/report/report.ts'
import { type PruneFlags, pruneLines } from '../pruneFlags.ts'
import { changeLines } from './dryRun/changes.ts'
import { peopleLines } from './dryRun/people.ts'
import { printPlaces } from './problems.ts'
import { moreLine } from './table.ts'
import { printChunks, reportChunks } from './write.ts'

export interface Format extends PruneFlags {
  dryRun?: true
  json?: true
  quiet?: true
  /** List all changes of a dry run. */
  full?: boolean
}

/** Prints the result of seeding: JSON, or the counts of each section and, for a dry run, the changes. */
export const printReport = async (report: Report, format: Format): Promise<void> => {
  const { dryRun = false, json, quiet } = format
  if (json) {
    const { omitted, changes, ...rest } = report
    return printChunks(reportChunks({ dry_run: dryRun, ...rest }, changes))
  }
  if (quiet) return
  if (dryRun) return printChunks(toLines(dryRunLines(report, format)))
  await printChunks(toLines([...peopleLines(report, {}), ...countLines(report)]))
}

/** Whether any record is created, updated or deleted. */
export const hasChanges = ({ sections }: Report): boolean =>
  Object.values(sections).some(({ unchanged, ...counts }) => Object.values(counts).some((count) => count > 0))

function* dryRunLines(report: Report, { full = false, ...flags }: Format) {
  yield* peopleLines(report, { full })
  if (!hasChanges(report)) {
    yield* correctionLines(report, full)
    const count = formatCount(sum(report, 'unchanged'), 'records')
    yield report.changed_by_people.length > 0
      ? 'This was a dry run. Nothing would change.'
      : `This was a dry run. Nothing would change: the library already has the ${count} of the file.`
    return
  }
  yield* changeLines(report, full)
  yield* correctionLines(report, full)
  yield* countLines(report)
  yield* pruneLines(report, flags)
  yield 'This was a dry run. Nothing was changed.'
}

/** Ends each line. A million of them would exceed the maximum length of a string, so they are written one by one. */
function* toLines(lines: Iterable<string>) {
  for (const line of lines) yield `${escapeControls(line)}\n`
}

/** The counts of each section, and of the likes and references that deletions and merges concern. */
const countLines = (report: Report): string[] => [
  ...resourceNames.map((name) => `${name.padEnd(nameWidth)}  ${formatSection(report.sections[name])}`),
  ...likesLine(report),
  ...referencesLine(report.references_cleared, 'to deleted records cleared'),
  ...referencesLine(report.references_moved, 'to merged records moved'),
]

const likesLine = ({ likes_deleted, likes_moved }: Report) => {
  const counts = [likes_moved > 0 && `${likes_moved} moved`, likes_deleted > 0 && `${likes_deleted} deleted`]
  const text = counts.filter(Boolean).join(', ')
  return text === '' ? [] : [`${'likes'.padEnd(nameWidth)}  ${text}`]
}

const referencesLine = (count: number, what: string) =>
  count > 0 ? [`${formatCount(count, 'references')} ${what}`] : []

const nameWidth = Math.max(...resourceNames.map((name) => name.length))

const formatSection = (counts: Report['sections'][ResourceName]) =>
  Object.entries(counts)
    .filter(([action, count]) => (action !== 'deleted' && action !== 'merged') || count > 0)
    .map(([action, count]) => `${count} ${action}`)
    .join(', ')

/** Prints what may be a mistake in a file, on standard error. */
export const printWarnings = (file: string, { warnings, more_warnings }: Report): void => {
  const places = warnings.map(({ sentence, ...place }) => ({ ...place, sentence: `Warning: ${sentence}` }))
  printPlaces(file, places, more_warnings)
}

const maxListed = 10

/** The entries that correct a record which the library does not have: it was corrected before, or the name is wrong. */
export function* correctionLines({ corrections_without_record }: Report, full: boolean): Generator<string> {
  if (corrections_without_record.length === 0) return
  yield `${formatCount(corrections_without_record.length, 'corrections')} of records that the library does not have, or not any more:`
  const listed = full ? corrections_without_record : corrections_without_record.slice(0, maxListed)
  for (const { section, name, correction } of listed) yield `  ${section}: ${name} (${correction})`
  yield* moreLine(corrections_without_record.length - listed.length)
  yield ''
}
