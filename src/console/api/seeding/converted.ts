import { withoutUndefined } from '../../../base/objects.ts'
import type { TableDescription } from '../../../converters/csv/columns.ts'
import { toRows } from '../../../converters/rowPlaces.ts'
import type { FileProblems } from '../../../seeding/read/problems.ts'
import type { Conversion, TableRejected } from './convert.ts'
import type { SeedReport, TableOfFile } from './model.ts'

// What responses say of a file that was converted.

/** Places of the catalogue as those of the rows, where the file was converted. */
export const placesOf = (places: FileProblems['problems'], conversion: Conversion | undefined) =>
  conversion ? toRows({ lineOf: (section, index) => conversion.lines[section][index] ?? undefined }, places) : places

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

const describe = ({ format, section, isWholeLibrary, header, columns }: TableDescription): TableOfFile => ({
  ...(format !== undefined && { format }),
  section: section ?? 'tracks',
  ...{ is_whole_library: isWholeLibrary, header: [...header], columns: withoutUndefined(columns) },
})

/** The response to a file that was taken for a table, and can't be converted. */
export const createTableResponse = ({ failure: { message, problems, more, table } }: TableRejected) =>
  Response.json({ message, problems, more, table: table && describe(table) }, { status: 400 })
