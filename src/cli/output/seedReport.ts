import { escapeControls } from '../../escapeControls.ts'
import type { InvalidFile } from '../../seeding/problems.ts'
import type { Change, Report } from '../../seeding/report.ts'
import { type SectionName, sectionNames } from '../../seeding/sections.ts'
import { formatCount, formatValue } from './table.ts'
import { printChunks } from './write.ts'

/** The number of changes in each section that the text of a dry run lists. */
export const maxListedChanges = 100

export interface Format {
  dryRun?: true
  json?: true
  quiet?: true
}

/** Prints the result of seeding: JSON, or the counts of each section and, for a dry run, the changes. */
export const printReport = async (report: Report, { dryRun, json, quiet }: Format): Promise<void> => {
  if (json) return printChunks(jsonChunks(report, dryRun ?? false))
  if (quiet) return
  if (dryRun) for (const line of changeLines(report)) console.log(escapeControls(line))
  for (const line of countLines(report)) console.log(line)
  if (dryRun) console.log('This was a dry run. Nothing was changed.')
}

/** Yields one chunk for each change: a million of them would exceed the maximum length of a string. */
function* jsonChunks({ changes, ...report }: Report, dry_run: boolean) {
  yield `${JSON.stringify({ dry_run, ...report }, null, 2).slice(0, -2)},\n  "changes": [`
  for (const [index, change] of changes.entries()) yield `${index === 0 ? '' : ','}\n    ${JSON.stringify(change)}`
  yield changes.length > 0 ? '\n  ]\n}\n' : ']\n}\n'
}

const signs = { delete: '-', merge: '-', rename: '~', update: '~', create: '+' }

/** A line for each record: + created, ~ updated (followed by old → new for each member), - deleted. */
const changeLines = (report: Report): string[] =>
  sectionNames.flatMap((section) => {
    const changes = report.changes.filter((change) => change.section === section)
    if (changes.length === 0) return []
    const { unchanged, ...counts } = report.sections[section]
    const more = Object.values(counts).reduce((sum, count) => sum + count, 0) - changes.length
    return [
      `${section}:`,
      ...changes.flatMap(linesOfChange),
      ...(more > 0 ? [`  … and ${more} more; --json lists all`] : []),
      '',
    ]
  })

const linesOfChange = ({ action, name, key, label, members = {} }: Change) => {
  const details = [key && `[${key}]`, label && `(${label})`].filter(Boolean)
  return [
    `  ${[signs[action], name, ...details].join(' ')}`,
    ...Object.entries(members).map(
      ([member, { from, to }]) => `      ${member}: ${formatValue(from)} → ${formatValue(to)}`,
    ),
  ]
}

/** The counts of each section, and of the likes and references that were removed with deleted records. */
const countLines = ({ sections, likes_deleted, references_cleared }: Report): string[] => [
  ...sectionNames.map((name) => `${name.padEnd(nameWidth)}  ${formatSection(sections[name])}`),
  ...(likes_deleted > 0 ? [`${'likes'.padEnd(nameWidth)}  ${likes_deleted} deleted`] : []),
  ...(references_cleared > 0 ? [`${formatCount(references_cleared, 'references')} to deleted records cleared`] : []),
]

const nameWidth = Math.max(...sectionNames.map((name) => name.length))

const formatSection = (counts: Report['sections'][SectionName]) =>
  Object.entries(counts)
    .filter(([action, count]) => (action !== 'deleted' && action !== 'merged') || count > 0)
    .map(([action, count]) => `${count} ${action}`)
    .join(', ')

/** Prints the problems of a file: JSON on standard output, or lines on standard error. */
export const printProblems = (file: string, { problems, more }: InvalidFile, json: boolean): void => {
  if (json) console.log(JSON.stringify({ problems, more }, null, 2))
  else printPlaces(file, problems, more)
}

/** Prints what may be a mistake in a file, on standard error. */
export const printWarnings = (file: string, { warnings, more_warnings }: Report): void => {
  const places = warnings.map(({ sentence, ...place }) => ({ ...place, sentence: `Warning: ${sentence}` }))
  printPlaces(file, places, more_warnings)
}

const printPlaces = (file: string, places: InvalidFile['problems'], more: number): void => {
  for (const { line, column, pointer, sentence } of places) {
    // Editors and terminals turn `file:line:column` into a link.
    const parts = [`${file}:${line}:${column}`, pointer, sentence].filter((part) => part !== '')
    console.error(escapeControls(parts.join(' ')))
  }
  if (more > 0) console.error(`… and ${more} more.`)
}
