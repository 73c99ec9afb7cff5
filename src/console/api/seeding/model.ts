import { type Static, Type } from '@sinclair/typebox'
import { keysOf } from '../../../base/objects.ts'
import { fields, rowKinds } from '../../../converters/csv/fields.ts'
import { createReport, Report } from '../../../seeding/report/report.ts'
import { Count, FileProblem, Section } from '../../../seeding/report/sharedSchemas.ts'
import { NamedObject } from '../../../validation/schemas.ts'

// What the routes take and send. A title is the name of the schema in the OpenAPI document.

/** The JSON Schema of the file is longer: `music-library schema` prints it. */
export const CatalogueFile = Type.Record(Type.String(), Type.Unknown(), {
  title: 'CatalogueFile',
  description: 'A catalogue file. Its JSON Schema is longer: music-library schema prints it.',
  examples: [{ labels: [{ name: 'Blue Note' }], artists: [{ name: 'John Coltrane', label: 'Blue Note' }] }],
})

const TableField = Type.Union(
  keysOf(fields).map((name) => Type.Literal(name)),
  { title: 'TableField' },
)

const TableColumn = Type.Object(
  { name: Type.String(), values: Type.Array(Type.String()), fields: Type.Array(TableField) },
  {
    title: 'TableColumn',
    description:
      'A column, up to three of its values, and the fields that it is read as. A column without fields is not read.',
  },
)

const TableOfFile = NamedObject('TableOfFile', {
  format: Type.Optional(Type.String({ description: 'The format of a known file, such as `a playlist of Exportify`.' })),
  section: Section,
  is_whole_library: Type.Boolean({ description: 'Whether `prune` may delete what the file does not have.' }),
  rows: Type.Optional(
    Type.Union(
      rowKinds.map((kind) => Type.Literal(kind)),
      { title: 'RowKind', description: 'What the rows are, if they have no path or `rows` is given.' },
    ),
  ),
  asks_for_rows: Type.Optional(
    Type.Literal(true, { description: 'Whether the rows may be albums or tracks. If so, send the file with `rows`.' }),
  ),
  columns: Type.Array(TableColumn, { description: 'Those that have a name, in the order of the file.' }),
})
export type TableOfFile = Static<typeof TableOfFile>

const FileNote = Type.Object(
  { line: Type.Optional(FileProblem.properties.line), sentence: Type.String() },
  { title: 'FileNote', description: 'A value of a table that was left out, or a decision.' },
)

const Converted = Type.Object(
  { table: TableOfFile, rows: Count, notes: Type.Array(FileNote), more_notes: Count },
  { title: 'ConvertedFile', description: 'The result of reading a file that is not a catalogue file.' },
)

export const SeedProgress = Type.Object(
  { processed: Count, total: Count },
  {
    title: 'SeedProgress',
    description:
      'The numbers of entries of the file that the server compares or imports for the account now. Both are 0 if there is none.',
    examples: [{ processed: 34_000, total: 100_000 }],
  },
)

const emptyReport = createReport()

export const SeedReport = NamedObject(
  'SeedReport',
  {
    dry_run: Type.Boolean(),
    digest: Type.String({ description: 'Identifies the file, the parameters and all changes.' }),
    ...Report.properties,
    more_renames: Type.Integer({
      minimum: 0,
      description: 'The number of likely renames that are not in `likely_renames`.',
    }),
    converted: Type.Optional(Converted),
  },
  {
    dry_run: true,
    digest: 'b3f0c7f6e9a1d2c4b5a697887766554433221100ffeeddccbbaa998877665544',
    ...emptyReport,
    sections: { ...emptyReport.sections, labels: { ...emptyReport.sections.labels, created: 1 } },
    more_renames: 0,
    changes: [{ section: 'labels', action: 'create', name: 'Blue Note' }],
  },
)
export type SeedReport = Static<typeof SeedReport>

/** The body of a 400: wrong parameters have `errors`, a file with problems has `problems`, and a table whose columns are not clear has `table`. */
export const InvalidSeed = NamedObject(
  'InvalidSeed',
  {
    message: Type.String(),
    errors: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()), { title: 'FieldErrors' })),
    problems: Type.Optional(Type.Array(FileProblem)),
    more: Type.Optional(Count),
    table: Type.Optional(TableOfFile),
  },
  {
    message: 'The file has 1 problem. Nothing was changed.',
    problems: [{ pointer: '/labels/0/name', sentence: 'The name of a label is required.', line: 3, column: 5 }],
    more: 0,
  },
)
