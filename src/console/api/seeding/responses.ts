import { yieldIfDue } from '../../../base/eventLoop.ts'
import { slices } from '../../../base/objects.ts'
import { formatCount } from '../../../base/words.ts'
import type { TableDescription } from '../../../converters/csv/columns.ts'
import { toRows } from '../../../converters/notes.ts'
import { type FileProblems, type InvalidFile, maxProblems } from '../../../seeding/read/problems.ts'
import type { Conversion, TableRejected } from './convert.ts'
import type { SeedReport, TableOfFile } from './model.ts'

// What responses say of a file.

/** Places of the catalogue as those of the rows, where the file was converted. */
const placesOf = (places: FileProblems['problems'], conversion: Conversion | undefined) =>
  conversion ? toRows({ lineOf: (section, index) => conversion.lines[section][index] }, places) : places

/** Adds what the file was taken for to a report. */
export const describeConverted = <Report extends Pick<SeedReport, 'warnings'>>(
  report: Report,
  conversion: Conversion | undefined,
): Report & Pick<SeedReport, 'converted'> => {
  if (!conversion) return report
  const { table, rowCount, notes, moreNotes } = conversion
  const converted = { table: describe(table), rows: rowCount, notes, more_notes: moreNotes }
  return { ...report, warnings: placesOf(report.warnings, conversion), converted }
}

const describe = ({ format, section, isWholeLibrary, rows, asksForRows, columns }: TableDescription): TableOfFile => ({
  ...(format !== undefined && { format }),
  section: section ?? 'tracks',
  ...(rows && { rows }),
  ...(asksForRows && { asks_for_rows: asksForRows }),
  ...{ is_whole_library: isWholeLibrary, columns: [...columns] },
})

/** How many changes are turned into JSON before others may run. */
const changesPerSlice = 200

/** The response of a seed, or of a preview. Its changes are turned into JSON in slices: there may be fifty thousand. */
export const respondWithReport = async ({ changes, ...report }: SeedReport): Promise<Response> => {
  const parts: string[] = []
  for (const slice of slices(changes, changesPerSlice)) {
    await yieldIfDue()
    parts.push(JSON.stringify(slice).slice(1, -1))
  }
  const json = `${JSON.stringify(report).slice(0, -1)},"changes":[${parts.join()}]}`
  return new Response(json, { headers: { 'content-type': 'application/json' } })
}

/** The response to a file that is a table, or another that was to be converted, and can't be. */
export const createTableResponse = ({ failure: { message, problems, more = 0, table } }: TableRejected) => {
  const described = table && describe(table)
  return problems
    ? respondWithProblems(problems, more, described)
    : Response.json({ message, table: described }, { status: 400 })
}

/** The response to a file whose entries have problems. */
export const createProblemsResponse = ({ problems, more }: InvalidFile, conversion: Conversion | undefined) =>
  respondWithProblems(placesOf(problems, conversion), more, conversion && describe(conversion.table))

const respondWithProblems = (problems: FileProblems['problems'], more: number, table?: TableOfFile) => {
  const count = problems.length + more
  const atLeast = count >= maxProblems ? 'at least ' : ''
  const message = `The file has ${atLeast}${formatCount(count, 'problems')}. Nothing was changed.`
  return Response.json({ message, problems, more, table }, { status: 400 })
}
