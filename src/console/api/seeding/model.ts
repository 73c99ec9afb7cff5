import { type Static, Type } from '@sinclair/typebox'
import { fromKeys } from '../../../base/objects.ts'
import { resourceNames } from '../../../catalogue/resources.ts'
import { changeActions, createReport, peopleChangeKinds } from '../../../seeding/report/report.ts'
import { Nullable } from '../../../validation/schemas.ts'

// What the routes take and send. A title is the name of the schema in the OpenAPI document.

const Section = Type.Union(
  resourceNames.map((name) => Type.Literal(name)),
  { title: 'Section' },
)
const Action = Type.Union(
  changeActions.map((action) => Type.Literal(action)),
  { title: 'ChangeAction' },
)
const Count = Type.Integer({ minimum: 0 })
const place = { line: Type.Integer({ minimum: 1 }), column: Type.Integer({ minimum: 1 }) }

/** The JSON Schema of the file is longer: `music-library schema` prints it. */
export const CatalogueFile = Type.Record(Type.String(), Type.Unknown(), {
  title: 'CatalogueFile',
  description: 'A catalogue file. Its JSON Schema is longer: music-library schema prints it.',
  examples: [{ labels: [{ name: 'Blue Note' }], artists: [{ name: 'John Coltrane', label: 'Blue Note' }] }],
})

const SectionCounts = Type.Object(
  { created: Count, updated: Count, unchanged: Count, merged: Count, deleted: Count },
  { title: 'SectionCounts' },
)
const AllCounts = Type.Object(
  fromKeys(resourceNames, () => SectionCounts),
  { title: 'CountsBySection' },
)

const MemberChange = Type.Object({ from: Type.Unknown(), to: Type.Unknown() }, { title: 'MemberChange' })

const SeedChange = Type.Object(
  {
    section: Section,
    action: Action,
    name: Type.String(),
    into: Type.Optional(Type.String()),
    key: Type.Optional(Type.String()),
    label: Type.Optional(Type.String()),
    members: Type.Optional(Type.Record(Type.String(), MemberChange, { title: 'MemberChanges' })),
    in_groups: Type.Optional(Type.Literal(true, { description: 'Its members change only as `groups` say.' })),
  },
  { title: 'SeedChange' },
)

const ChangeGroup = Type.Object(
  { section: Section, action: Action, member: Type.String(), from: Type.Unknown(), to: Type.Unknown(), count: Count },
  { title: 'ChangeGroup' },
)

const LostLikes = Type.Object(
  { name: Type.String(), key: Type.Optional(Type.String()), likes: Count },
  { title: 'LostLikes' },
)

const LikelyRename = Type.Object(
  {
    section: Section,
    index: Count,
    name: Type.String(),
    id: Type.Integer({ minimum: 1 }),
    former_name: Type.String(),
    formerly: Type.Union([
      Type.String(),
      Type.Record(Type.String(), Nullable(Type.String()), { title: 'FormerMembers' }),
    ]),
    in_folder: Type.Optional(Type.Literal(true, { description: 'It is one of `moved_folders`.' })),
  },
  { title: 'LikelyRename' },
)

const MovedFolder = Type.Object(
  { section: Section, from: Type.String(), to: Type.String(), count: Count },
  {
    title: 'MovedFolder',
    description: 'Likely renames that change only the folder of a file, and all in the same way.',
  },
)

const FileProblem = Type.Object(
  { pointer: Type.String(), sentence: Type.String(), ...place },
  {
    title: 'FileProblem',
    description: 'The pointer is a JSON pointer; for a table, it is the name of the column, and `column` its number.',
  },
)

const CorrectionWithoutRecord = Type.Object(
  {
    section: Section,
    name: Type.String(),
    correction: Type.Union([Type.Literal('merge_into'), Type.Literal('delete'), Type.Literal('formerly')]),
  },
  { title: 'CorrectionWithoutRecord' },
)

const PrunedSection = Type.Object({ section: Section, pruned: Count, records: Count }, { title: 'PrunedSection' })

const PeopleChange = Type.Object(
  {
    section: Section,
    kind: Type.Union(peopleChangeKinds.map((kind) => Type.Literal(kind))),
    id: Type.Integer({ minimum: 1 }),
    path: Type.String({ description: 'What `people_except` names it by.' }),
    name: Type.String(),
    key: Type.Optional(Type.String()),
    label: Type.Optional(Type.String()),
    member: Type.Optional(Type.String()),
    library: Type.Optional(Type.Unknown()),
    file: Type.Optional(Type.Unknown()),
    is_kept: Type.Boolean(),
    email: Nullable(Type.String()),
    source: Nullable(Type.String()),
    changed_at: Nullable(Type.String()),
  },
  {
    title: 'PeopleChange',
    description:
      'Something that people have changed since the last seed, and that the file has otherwise: a member, a deleted record, or a changed one that would be deleted.',
  },
)

const OmittedChanges = Type.Object(
  { section: Section, action: Action, count: Count, in_groups: Count },
  { title: 'OmittedChanges' },
)

const UnreadColumn = Type.Object(
  { name: Type.String(), values: Type.Array(Type.String()) },
  { title: 'UnreadColumn', description: 'A column that is not read, and up to three values of it.' },
)

const TableOfFile = Type.Object(
  {
    format: Type.Optional(Type.String({ description: 'What a known file is, such as `a playlist of Exportify`.' })),
    section: Section,
    is_whole_library: Type.Boolean({ description: 'Whether what the file does not have may be pruned.' }),
    header: Type.Array(Type.String()),
    columns: Type.Record(Type.String(), Type.Array(Type.String()), {
      title: 'ColumnsByField',
      description: 'The names of the columns that are read. A table of tracks has all fields that a column can be.',
    }),
    unread: Type.Array(UnreadColumn),
  },
  { title: 'TableOfFile' },
)
export type TableOfFile = Static<typeof TableOfFile>

const FileNote = Type.Object(
  { line: Type.Optional(place.line), sentence: Type.String() },
  { title: 'FileNote', description: 'What was left out of a table, or decided.' },
)

const Converted = Type.Object(
  { table: TableOfFile, rows: Count, notes: Type.Array(FileNote), more_notes: Count },
  { title: 'ConvertedFile', description: 'What a file was taken for that is no catalogue file.' },
)

export const SeedProgress = Type.Object(
  { processed: Count, total: Count },
  {
    title: 'SeedProgress',
    description:
      'The numbers of entries of the file that the account has sent, and that is compared or seeded now. Both are 0 if there is none.',
    examples: [{ processed: 34_000, total: 100_000 }],
  },
)

const emptyReport = createReport()

export const SeedReport = Type.Object(
  {
    dry_run: Type.Boolean(),
    digest: Type.String({ description: 'Identifies the file, the parameters and all changes.' }),
    sections: AllCounts,
    likes_deleted: Count,
    lost_likes: Type.Array(LostLikes),
    references_cleared: Count,
    likes_moved: Count,
    references_moved: Count,
    likely_renames: Type.Array(LikelyRename),
    more_renames: Count,
    moved_folders: Type.Array(MovedFolder),
    warnings: Type.Array(FileProblem),
    more_warnings: Count,
    corrections_without_record: Type.Array(CorrectionWithoutRecord),
    changed_by_people: Type.Array(PeopleChange),
    more_changed_by_people: Count,
    kept_before: Count,
    without_base: Count,
    prune_limit_exceeded: Type.Array(PrunedSection),
    groups: Type.Array(ChangeGroup),
    omitted: Type.Array(OmittedChanges),
    changes: Type.Array(SeedChange),
    converted: Type.Optional(Converted),
  },
  {
    title: 'SeedReport',
    examples: [
      {
        dry_run: true,
        digest: 'b3f0c7f6e9a1d2c4b5a697887766554433221100ffeeddccbbaa998877665544',
        ...emptyReport,
        sections: { ...emptyReport.sections, labels: { ...emptyReport.sections.labels, created: 1 } },
        more_renames: 0,
        changes: [{ section: 'labels', action: 'create', name: 'Blue Note' }],
      },
    ],
  },
)
export type SeedReport = Static<typeof SeedReport>

/** The body of a 400: wrong parameters have `errors`, a file with problems has `problems`, and a table whose columns are not clear has `table`. */
export const InvalidSeed = Type.Object(
  {
    message: Type.String(),
    errors: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()), { title: 'FieldErrors' })),
    problems: Type.Optional(Type.Array(FileProblem)),
    more: Type.Optional(Count),
    table: Type.Optional(TableOfFile),
  },
  {
    title: 'InvalidSeed',
    examples: [
      {
        message: 'The file has 1 problem. Nothing was changed.',
        problems: [{ pointer: '/labels/0/name', sentence: 'The name of a label is required.', line: 3, column: 5 }],
        more: 0,
      },
    ],
  },
)
